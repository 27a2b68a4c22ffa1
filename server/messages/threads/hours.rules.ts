/** By the number of the day: 0 is Sunday. */
export const weekdayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const

type Hours = { weekday: string; from: string; to: string }

export const numberedHours = (hours: readonly Hours[]) =>
  hours.map(({ weekday, ...of }) => ({
    ...of,
    weekday: weekdayNames.indexOf(weekday as (typeof weekdayNames)[number]),
  }))

/** Whether hours end after they begin and lie within the frame of the school. */
export const fitsFrame = ({ from, to }: Hours, frame: { frameFrom: string; frameTo: string }) =>
  from < to && from >= frame.frameFrom && to <= frame.frameTo
