/** How many codes may be sent and tried (api.md §9); settings of the installation. */
export type CodeFigures = {
  /** Codes sent to one phone per hour and per day, and the seconds to wait after each; for each network that requests them. */
  phoneHour: number
  phoneDay: number
  waits: readonly number[]
  /** Codes of one phone per day over all networks. */
  phoneDayOfAll: number
  /** Codes that one signed-in person requests per day, for their own number or for others. */
  personDay: number
  /**
   * Unconfirmed codes per hour from one address, and from one network (/24, or /48 for IPv6), before numbers without an account or invitation
   * get none. Each confirmed code of the last 24 hours raises both by `earned`, at most to `addressAtMost` and `networkAtMost`.
   */
  address: number
  network: number
  earned: number
  addressAtMost: number
  networkAtMost: number
  /** In place of `address` and `network` while few codes are confirmed (`alarmEvery`); each confirmed code then raises them by one. */
  addressAlarmed: number
  networkAlarmed: number
  /** Unconfirmed codes of the installation per hour and per day to numbers without an account or invitation. */
  newHour: number
  newDay: number
  /** Unconfirmed codes per hour to numbers with an account or invitation, from one address and one network, and per hour and day in all. */
  knownAddress: number
  knownNetwork: number
  hour: number
  day: number
  /** Tries of one code from the address that requested it, and as many from all others. */
  tries: number
  /** Failed tries in 24 hours from one address, and for all phones with an account or invitation: beyond them codes have eight digits. */
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
  phoneDayOfAll: 15,
  personDay: 30,
  address: 10,
  network: 30,
  earned: 5,
  addressAtMost: 300,
  networkAtMost: 1000,
  addressAlarmed: 3,
  networkAlarmed: 10,
  newHour: 500,
  newDay: 2000,
  knownAddress: 100,
  knownNetwork: 300,
  hour: 2000,
  day: 10_000,
  tries: 5,
  failuresOfAddress: 100,
  failuresOfAccounts: 500,
  alarmOfRange: 50,
  alarmEvery: 100,
}
