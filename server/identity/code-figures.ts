/** How many codes are sent and tried (api.md §9); settings of the installation. */
export type CodeFigures = {
  /** Codes sent to one phone in an hour and in a day, and the seconds to wait after each. */
  phoneHour: number
  phoneDay: number
  waits: readonly number[]
  /** Codes requested in an hour from one address, and from one network (/24, or /48 of IPv6). */
  address: number
  network: number
  /** Codes of the whole installation in an hour, and in a day: what it may cost. */
  hour: number
  day: number
  /** Tries of one code. */
  tries: number
  /** Failed tries in 24 hours from one address, and over all phones that have an account. */
  failuresOfAddress: number
  failuresOfAccounts: number
  /** Codes in an hour to one range of 10,000 numbers that raise an alarm: nobody's school is as narrow as that. */
  alarmOfRange: number
  /** After each so many codes in an hour: an alarm where fewer than 30 in 100 were confirmed. */
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
