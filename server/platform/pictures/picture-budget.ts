import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { tooManyPictures } from '#server/base/errors.ts'

/**
 * How many kilobytes of pictures a person may store in a day, in an active school and elsewhere. These are settings of the
 * installation.
 */
export type PictureFigures = { activeSchool: number; elsewhere: number }

/** The pictures of 1,000 students are 200 megabytes at most, and the timetables of 100 classes 300. */
export const pictureFigures: PictureFigures = { activeSchool: 1_000_000, elsewhere: 100_000 }

/** Counts a picture before it is stored. Throws 429 if the person has stored too much in one day. */
export type PictureBudget = (picture: { personId: string; bytes: number; inActiveSchool: boolean }) => Promise<void>

export function pictureBudget(db: Db, { activeSchool, elsewhere }: PictureFigures): PictureBudget {
  const ofSchools = counter(db, 'pictures-school', 24 * 3600)
  const ofOthers = counter(db, 'pictures', 24 * 3600)
  return async ({ personId, bytes, inActiveSchool }) => {
    const [stored, atMost] = inActiveSchool ? [ofSchools, activeSchool] : [ofOthers, elsewhere]
    const { consumedPoints, msBeforeNext } = await stored.penalty(personId, Math.ceil(bytes / 1000))
    if (consumedPoints > atMost) throw tooManyPictures(msBeforeNext / 1000)
  }
}
