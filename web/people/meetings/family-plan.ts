import { isFreeOf, minutesOf, planOf, plannedAtMost, type Taken } from './plan.ts'
import type { Evening, FamilyMeeting } from './rows.ts'

export const meetingKey = ({ studentId, teacherId }: FamilyMeeting) => `${studentId} ${teacherId}`

/** How many meetings are suggested where no teacher asks for the parents. */
const suggestedAtMost = 8

const canBook = ({ isOpen, bookingId }: FamilyMeeting) => isOpen && bookingId === null

/** The meetings that are planned at first: those that a teacher asks for, or where none does, the first ones. */
export function wantedAtFirst({ meetings }: Evening) {
  const open = meetings.filter(canBook)
  const asked = open.filter(({ isAsked }) => isAsked)
  const isBegun = meetings.some(({ bookingId }) => bookingId !== null)
  return new Set((asked.length > 0 || isBegun ? asked : open.slice(0, suggestedAtMost)).map(meetingKey))
}

/** Those that can be planned at once, the first ones where there are more. */
export const allToWant = ({ meetings }: Evening) => meetings.filter(canBook).slice(0, plannedAtMost).map(meetingKey)

/** What the family has booked on the day of an evening, without the meeting `but`. */
function takenOn(evening: Evening, all: readonly Evening[], but?: FamilyMeeting): Taken[] {
  return all
    .filter(({ day }) => day === evening.day)
    .flatMap(({ meetings, minutes, gap }) =>
      meetings.flatMap(({ starts, bookingId }) =>
        starts && bookingId !== but?.bookingId
          ? [{ from: minutesOf(starts), to: minutesOf(starts) + minutes + gap }]
          : [],
      ),
    )
}

const freeOf = ({ free }: Evening, { teacherId }: FamilyMeeting) =>
  free.find((one) => one.teacherId === teacherId)?.starts ?? []

/** The times at which a meeting can be, besides what the family has booked. */
export function timesOf(evening: Evening, all: readonly Evening[], meeting: FamilyMeeting) {
  const taken = takenOn(evening, all, meeting)
  const lasts = evening.minutes + evening.gap
  return freeOf(evening, meeting).filter((time) => isFreeOf(taken, minutesOf(time), lasts))
}

/**
 * When each of the wanted meetings is: at the time that somebody chose, or as `planOf` fits it between those. A meeting without a time is not in
 * the map.
 */
export function familyPlan(
  evening: Evening,
  all: readonly Evening[],
  wanted: ReadonlySet<string>,
  chosen: ReadonlyMap<string, string>,
) {
  const lasts = evening.minutes + evening.gap
  const open = evening.meetings.filter((one) => canBook(one) && wanted.has(meetingKey(one)))
  const fixed = new Map<string, string>()
  const taken = takenOn(evening, all)
  for (const one of open) {
    const time = chosen.get(meetingKey(one))
    if (!time || !freeOf(evening, one).includes(time) || !isFreeOf(taken, minutesOf(time), lasts)) continue
    fixed.set(meetingKey(one), time)
    taken.push({ from: minutesOf(time), to: minutesOf(time) + lasts })
  }
  const rest = open.filter((one) => !fixed.has(meetingKey(one)))
  const wishes = rest.map((one) => ({ key: meetingKey(one), free: freeOf(evening, one) }))
  return new Map([...fixed, ...planOf(wishes, lasts, taken)])
}
