/** How many codes may be sent and tried (api.md §9); settings of the installation. */
export type CodeFigures = {
  /** Codes sent to one phone per hour and per day, and the seconds to wait after each. */
  phoneHour: number
  phoneDay: number
  waits: readonly number[]
  /** Codes requested per hour from one address, and from one network (/24, or /48 for IPv6). */
  address: number
  network: number
  /** Codes of the whole installation per hour and per day, which limits the cost. */
  hour: number
  day: number
  /** Tries of one code. */
  tries: number
  /** Failed tries in 24 hours from one address, and for all phones that have an account. */
  failuresOfAddress: number
  failuresOfAccounts: number
  /** So many codes per hour to one range of 10,000 numbers raise an alarm, because no school has such similar numbers. */
  alarmOfRange: number
  /** After each such number of codes in an hour: an alarm if fewer than 30 in 100 were confirmed. */
  alarmEvery: number
}

export const codeFigures: CodeFigures = {
  phoneHour: 3,
  phoneDay: 5,
  waits: [30, 120, 480, 1920],
  address: 300,
  network: 1000,
  hour: 2000,
  day: 10_000,
  tries: 5,
  failuresOfAddress: 200,
  failuresOfAccounts: 600,
  alarmOfRange: 50,
  alarmEvery: 100,
}
