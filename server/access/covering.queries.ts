import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fixed } from '#server/db/speculation/compiled.ts'

type Person = { schoolId: string; personId: string; now: Date }
type CoverNow = { coverId: string; classIds: string[]; day: string; isReopened: boolean }

/** The lessons that a person covers at an instant. Never guessed: the same question has another answer a minute later. */
export async function coversNow(db: Db, { schoolId, personId, now }: Person) {
  const { rows } = await coversNowRow(schoolId, personId, now.toISOString()).execute(db)
  return rows
}

const coversNowRow = fixed(
  (schoolId: string, personId: string, now: string) => sql<CoverNow>`
    select c.cover_id, c.class_ids, c.day, c.is_reopened from covers_now(${schoolId}, ${personId}, ${now}) c`,
)
