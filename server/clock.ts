/** Where the time comes from: every rule that asks for the day or the hour is given one. */
export type Clock = { now: () => Date }

/** The machine's own. */
export const systemClock: Clock = { now: () => new Date() }
