import type { Settings } from '#server/run/start/settings.ts'

/** Limits that never refuse: in tests and measurements everybody calls from one address, and a slow machine makes calls wait. */
export const unlimited = {
  calls: { person: 1e9, writes: 1e9, visitor: 1e9 },
  codes: {
    address: 1e9,
    network: 1e9,
    newHour: 1e9,
    newDay: 1e9,
    phoneDayOfAll: 1e9,
    personDay: 1e9,
    knownAddress: 1e9,
    knownNetwork: 1e9,
    hour: 1e9,
    day: 1e9,
    failuresOfAddress: 1e9,
    // Most codes of tests are never confirmed.
    alarmEvery: 1e9,
  },
  logins: { failuresOfAddress: 1e9, failuresOfNetwork: 1e9, failuresOfAccounts: 1e9 },
  lookUps: { personMinute: 1e9, schoolDay: 1e9 },
  studentCodes: 1e9,
  paperChecks: 1e9,
  readings: { students: 1e6, exported: 1e6 },
  gate: { ofOne: 1e3, expected: 1e9, patience: 60_000 },
  uploads: { ofAddress: 1e3, inAll: 1e3 },
  pictures: { patience: 60_000 },
  tables: { milliseconds: 60_000 },
  databaseTimes: { answer: 30_000, statement: 30_000, lock: 30_000, between: 60_000 },
  deadline: 60_000,
} satisfies Partial<Settings>
