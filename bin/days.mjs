import { tests } from './steps.mjs'
import { dayless } from './whole-servers.mjs'

/**
 * Days on which everything is tested that depends on the day: each weekday, where a month, a year and a school year end,
 * the leap day, the days on which Cairo moves its clocks, and the hours of it: the first minutes after the hour that is
 * left out, and the evening that has one hour twice.
 */
export const days = [
  '2026-11-14',
  '2026-11-15',
  '2026-11-16',
  '2026-11-17',
  '2026-11-18',
  '2026-11-19',
  '2026-11-20',
  '2026-12-31',
  '2027-01-01',
  '2028-02-29',
  '2026-04-24',
  '2026-04-23T22:05Z',
  '2026-10-29',
  '2026-10-29T20:50Z',
  '2027-08-11',
]

/**
 * The API tests and the access table as on each of some days; of all files, or of those whose name contains one of the words.
 * The long forms of single tests run once, on the usual day.
 */
export const testsOn = (some, words = []) =>
  some.map((day) => ({
    ...tests(...(words.length ? words : ['server/', 'test/']), ...dayless.flatMap((file) => ['--exclude', file])),
    name: `tests as on ${day.replace(':', '.')}`,
    env: { TEST_DAY: day, PROOF: '' },
  }))
