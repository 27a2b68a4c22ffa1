import type { Db } from '#server/db/db.ts'
import { counter } from '#server/db/limiter.ts'
import { tooManyUnreadable } from '#server/base/errors.ts'
import type { Verdict } from './pdf-check.ts'

/** One process checks the PDF files of everybody. A person whose files keep it busy without a result must wait. */
export const unreadableAtMost = 10

export type UnreadableFiles = {
  /** Runs a check and counts it if it ends as unreadable. Throws 429 if that happened too often to this person within an hour. */
  counting: (personId: string, check: () => Promise<Verdict>) => Promise<Verdict>
}

export function unreadableFiles(db: Db): UnreadableFiles {
  const counted = counter(db, 'unreadable-pdfs', 3600)
  return {
    async counting(personId, check) {
      // Counted before, so that many at once cannot exceed the figure; taken back when the file was read.
      const { consumedPoints, msBeforeNext } = await counted.penalty(personId, 1)
      let verdict: Verdict | null = null
      try {
        if (consumedPoints > unreadableAtMost) throw tooManyUnreadable(msBeforeNext / 1000)
        verdict = await check()
        return verdict
      } finally {
        if (verdict !== 'unreadable') await counted.reward(personId, 1)
      }
    },
  }
}
