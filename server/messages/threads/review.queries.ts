import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'
import type { ThreadSubject, ThreadTurn } from './threads.queries.ts'

type Reviewing = { schoolId: string; today: string; personId: string }

const isLate = (today: string) => sql<boolean>`(t.turn = 'school' and coalesce(t.answer_by < ${today}::date, false))`

/** Threads with who and about what, and no text. */
const reviewed = (db: Db, { schoolId, today, personId }: Reviewing) =>
  db
    .selectFrom('threads as t')
    .leftJoin('students as st', (on) => on.onRef('st.schoolId', '=', 't.schoolId').onRef('st.id', '=', 't.studentId'))
    .leftJoin('classRooms as c', (on) =>
      on.onRef('c.schoolId', '=', 'st.schoolId').onRef('c.id', '=', 'st.classRoomId'),
    )
    .leftJoin('users as r', 'r.id', 't.responsibleId')
    .leftJoin('users as u', 'u.id', 't.askerId')
    .where('t.schoolId', '=', schoolId)
    .select(['t.id', 't.studentId', sql<string | null>`nullif(${fullName('st')}, '')`.as('studentName')])
    .select([
      'c.name as classRoomName',
      sql<ThreadSubject>`t.subject`.as('subject'),
      sql<ThreadTurn>`t.turn`.as('turn'),
    ])
    .select(sql<string | null>`nullif(${fullName('r')}, '')`.as('responsibleName'))
    .select(sql<string | null>`nullif(${fullName('u')}, '')`.as('askerName'))
    .select(['t.lastAt', 't.answerBy', isLate(today).as('late'), 't.reported'])
    .select(sql<boolean>`thread_side(${schoolId}, t.id, ${personId}) is not null`.as('opened'))

/** Late and reported threads of a school: reported ones first, then the longest late. */
export const lateThreads = (db: Db, of: Reviewing, page: PageRequest) =>
  paged(
    reviewed(db, of)
      .where(sql<boolean>`(t.reported or ${isLate(of.today)})`)
      .orderBy('t.reported', 'desc')
      .orderBy('t.answerBy')
      .orderBy('t.id'),
    page,
  )

/** The threads about a student, the latest first. */
export const threadsOfStudent = (db: Db, of: Reviewing, studentId: string, page: PageRequest) =>
  paged(reviewed(db, of).where('t.studentId', '=', studentId).orderBy('t.lastAt', 'desc').orderBy('t.id'), page)
