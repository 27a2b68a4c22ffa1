import { tests } from './steps.mjs'
import { dayless } from './whole-servers.mjs'

/**
 * The days on which tests that depend on the day are run: each weekday, the ends of a month, a year and a school year, the leap day,
 * and the days on which Cairo changes its clocks, at the critical hours: the first minutes after the skipped hour, and the evening
 * with an hour that occurs twice.
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
 * Runs the API tests and the access table as on each of the given days: all files, or those whose name contains one of the words. The
 * long forms of single tests run only once, on the usual day.
 */
export const testsOn = (some, words = []) =>
  some.map((day) => ({
    ...tests(...(words.length ? words : ['server/', 'test/']), ...dayless.flatMap((file) => ['--exclude', file])),
    name: `tests as on ${day.replace(':', '.')}`,
    env: { TEST_DAY: day, PROOF: '' },
  }))
