import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import type { Reach } from '#server/db/reach.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, containsFolded, fullName } from '#server/db/search.ts'

type Outcome = 'found' | 'sentHome' | 'truant'
export type GapKey = { schoolId: string; studentId: string; date: string; number: number }

type Sought = { schoolId: string; reach: Reach; date: string; state?: 'open' | 'settled' | null | undefined }

/** The gaps of a day within reach, the latest lessons first, then by class and name. */
export function gapsIn(
  db: Db,
  { state, search, ...of }: Sought & { search?: string | null | undefined },
  page: PageRequest,
) {
  let query = gaps(db, of)
  if (state) query = query.where('g.isOpen', '=', state === 'open')
  if (search) query = query.where(containsFolded('st.searched', search))
  return paged(
    query
      .orderBy('g.number', 'desc')
      .orderBy(byName('c.name'))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )
}

/** One gap; undefined if the lessons do not show it (any more). */
export const gapOf = (db: Db, reach: Reach, { schoolId, studentId, date, number }: GapKey) =>
  gaps(db, { schoolId, reach, date })
    .where('g.studentId', '=', studentId)
    .where('g.number', '=', number)
    .executeTakeFirst()

type Shown = { studentId: string; classRoomId: string; part: string; number: number; isOpen: boolean }

const gaps = (db: Db, { schoolId, reach, date }: Sought) =>
  db
    .selectFrom(
      sql<Shown & { seenIn: number; until: number; leftAt: string | null }>`lesson_gaps_on(${schoolId}, ${date})`.as(
        'g',
      ),
    )
    .innerJoin('students as st', (on) => on.on('st.schoolId', '=', schoolId).onRef('st.id', '=', 'g.studentId'))
    .innerJoin('classRooms as c', (on) => on.on('c.schoolId', '=', schoolId).onRef('c.id', '=', 'g.classRoomId'))
    .innerJoin('lessonSheets as s', (on) =>
      on
        .on('s.schoolId', '=', schoolId)
        .onRef('s.classRoomId', '=', 'g.classRoomId')
        .on('s.day', '=', date)
        .onRef('s.number', '=', 'g.number')
        .onRef('s.part', '=', 'g.part'),
    )
    .innerJoin('courses as co', (on) => on.on('co.schoolId', '=', schoolId).onRef('co.id', '=', 's.courseId'))
    .leftJoin('lessonGaps as k', (on) =>
      on
        .on('k.schoolId', '=', schoolId)
        .onRef('k.studentId', '=', 'g.studentId')
        .on('k.day', '=', date)
        .onRef('k.number', '=', 'g.number'),
    )
    .leftJoin('users as u', 'u.id', 'k.settledBy')
    .where(inReach(reach, { inSchool: schoolId, classRoom: 'c.id', student: 'st.id' }))
    .select([
      'g.studentId',
      fullName('st').as('studentName'),
      'st.imageUrl',
      'g.classRoomId',
      'c.name as classRoomName',
    ])
    .select([sql<string>`${date}::date`.as('date'), 'g.seenIn', 'g.number', 'g.until', 'co.name as courseName'])
    .select(sql<string | null>`to_char(g.left_at, 'HH24:MI')`.as('leftAt'))
    .select(
      sql<string | null>`(
        select max(h.created_at) from hand_overs h
        where h.school_id = ${schoolId} and h.student_id = g.student_id and h.day = ${date} and h.act = 'handedOver')`.as(
        'handedOverAt',
      ),
    )
    .select(['k.id as gapId', sql<Outcome | null>`k.outcome`.as('outcome')])
    .select(sql<number>`coalesce(k.version, 0)`.as('version'))
    .select(sql<string | null>`case when k.outcome is not null then ${fullName('u')} end`.as('settledByName'))
    .select(sql<string | null>`case when k.outcome is not null then k.modified_at end`.as('settledAt'))

/** Stores what was found out; without an outcome the gap waits again. Returns its id. */
export async function storeGap(db: Db, key: GapKey, by: string, outcome: Outcome | null) {
  const { rows } = await sql<{ id: string }>`
    insert into lesson_gaps as g (school_id, id, student_id, day, number, outcome, settled_by)
    values (${key.schoolId}, ${newId()}, ${key.studentId}, ${key.date}, ${key.number}, ${outcome}, ${by})
    on conflict on constraint lesson_gaps_once do update
      set outcome = excluded.outcome, settled_by = excluded.settled_by, version = g.version + 1, modified_at = now()
    returning g.id`.execute(db)
  return rows[0]!.id
}
