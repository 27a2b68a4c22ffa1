import { call } from '#web/lib/call.ts'
import { mustWait } from '#web/lib/later.ts'
import { useStore } from '#web/lib/store.ts'
import type { Kind, Result } from '#web/teaching/class-work/kind.ts'
import { currentOf } from '#web/records/change.ts'
import type { Outcome, Save, Saving, Stored } from './sheet.ts'

/** Stores marks of a piece of work as the person who is signed in now: a single mark, or several in one call. */
export function savingOf(kind: Kind, workId: string): Save {
  const personId = useStore.getState().user.id
  return async (marks, key) => {
    const [first] = marks
    const { user } = useStore.getState()
    if (user.id && user.id !== personId) return 'over' // Marks are stored in the name of the person whose session it is.
    try {
      if (marks.length === 1 && first)
        return [{ stored: storedOf(await call(kind.results.rate, { workId, ...sent(first) }, { key })) }]
      const rows = await call(kind.results.rateSeveral, { workId, items: marks.map(sent) }, { key })
      return rows.map((row) => ({ stored: storedOf(row) }))
    } catch (error) {
      if (mustWait(error)) return 'later'
      return marks.length > 1 ? 'apart' : [outcomeOf(kind, error)]
    }
  }
}

/** The mark of a result in the format of the grid. */
export const storedOf = ({ result, tookPart, version, ...row }: Result): Stored => ({
  result,
  tookPart,
  version,
  deliveredOn: 'deliveredDate' in row ? row.deliveredDate : null,
})

const sent = ({ studentId, rating, base }: Saving) => ({ studentId, ...rating, baseVersion: base })

function outcomeOf(kind: Kind, error: unknown): Outcome {
  const current = currentOf(kind.results.rate, error)
  if (current) return { theirs: storedOf(current) }
  return { sentence: error instanceof Error ? error.message : String(error) }
}
