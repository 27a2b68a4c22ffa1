import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { fullName } from '#server/db/search.ts'

type Newcomer = { firstName: string; middleName: string; lastName: string; birthDate?: string | null | undefined }

/**
 * At most five students of a school with the same name when folded, whose birth date is the same or missing on one side. Students who left
 * are included, because they return instead of being added.
 */
export function similarStudents(db: Db, schoolId: string, { birthDate, firstName, middleName, lastName }: Newcomer) {
  const name = [firstName, middleName, lastName].join(' ')
  return (
    db
      .selectFrom('students as st')
      .innerJoin('classRooms as c', (on) =>
        on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
      )
      .where('st.schoolId', '=', schoolId)
      .where('st.mergedInto', 'is', null)
      // Folding every name of a school is slow; the stored folded text first reduces them to a few.
      .where(sql<boolean>`starts_with(st.searched, fold(${name}) || ' ')`)
      .where(sql<boolean>`fold(${fullName('st')}) = fold(${name})`)
      .where(sql<boolean>`coalesce(st.birth_date = ${birthDate ?? null}::date, true)`)
      .select([
        'st.id',
        'st.code',
        fullName('st').as('studentName'),
        'c.name as classRoomName',
        'st.active',
        'st.leftOn',
      ])
      .orderBy('st.code')
      .limit(5)
      .execute()
  )
}
