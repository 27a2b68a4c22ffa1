/** The source of the time: every rule that needs the day or the hour gets one as a parameter. */
export type Clock = { now: () => Date }

/** The machine's own. */
export const systemClock: Clock = { now: () => new Date() }
