import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { type Page, type PageRequest, paged } from '#server/db/page.ts'
import { byName, contains, fullName } from '#server/db/search.ts'
import { type Decision, standingsOf, type YearResult } from './facts.queries.ts'
import type { StoredPromotion } from './promotions.queries.ts'
import { hinderingOf } from './undoing.queries.ts'

export type PromotedRow = {
  studentId: string
  studentName: string
  code: string
  classRoomId: string
  classRoomName: string
  gradeName: string
  result: YearResult | null
  percent: number | null
  isPaid: boolean
  decision: Decision | null
  toClassId: string | null
  toClassName: string | null
  toGradeName: string | null
  byHand: boolean
  problem: string | null
  choices: string[]
  outcome: 'moved' | 'left' | 'stayed' | 'undone' | 'kept' | null
}

export type RowFilter = {
  show:
    | 'all'
    | 'undecided'
    | 'byHand'
    | 'changed'
    | 'withoutResult'
    | 'unpaid'
    | 'placed'
    | 'problems'
    | 'kept'
    | 'hindering'
    | Decision
  classRoomId?: string | null | undefined
  text?: string | null | undefined
}

const byShow: Partial<Record<RowFilter['show'], string>> = {
  up: 'moved',
  repeat: 'moved',
  leave: 'left',
  wait: 'stayed',
  kept: 'kept',
}

/** What happened to the students of a promotion, by class and name; with `hindering`, only those who can no longer be taken back. */
export async function outcomesOf(
  db: Db,
  promotion: StoredPromotion,
  { show, classRoomId, text }: RowFilter,
  page: PageRequest,
): Promise<Page<PromotedRow>> {
  const hindering =
    show === 'hindering' ? new Map((await hinderingOf(db, promotion)).map((one) => [one.studentId, one.reason])) : null
  const results = await standingsOf(db, promotion)
  let query = db
    .selectFrom('promotionStudents as p')
    .innerJoin('students as st', (on) => on.onRef('st.schoolId', '=', 'p.schoolId').onRef('st.id', '=', 'p.studentId'))
    .innerJoin('classRooms as c', (on) => on.onRef('c.schoolId', '=', 'p.schoolId').onRef('c.id', '=', 'p.fromClassId'))
    .innerJoin('grades as g', (on) => on.onRef('g.schoolId', '=', 'c.schoolId').onRef('g.id', '=', 'c.gradeId'))
    .leftJoin('classRooms as t', (on) => on.onRef('t.schoolId', '=', 'p.schoolId').onRef('t.id', '=', 'p.toClassId'))
    .leftJoin('grades as tg', (on) => on.onRef('tg.schoolId', '=', 't.schoolId').onRef('tg.id', '=', 't.gradeId'))
    .where('p.schoolId', '=', promotion.schoolId)
    .where('p.promotionId', '=', promotion.id)
    .where('p.outcome', 'is not', null)
  if (hindering) query = query.where(sql<boolean>`p.student_id = any(${[...hindering.keys()]}::uuid[])`)
  else if (byShow[show]) query = query.where('p.outcome', '=', byShow[show])
  if (show === 'up') query = query.where(sql<boolean>`t.grade_id is distinct from c.grade_id`)
  if (show === 'repeat') query = query.where(sql<boolean>`t.grade_id = c.grade_id`)
  if (show === 'byHand' || show === 'changed') query = query.where('p.decidedBy', 'is not', null)
  if (show === 'withoutResult') query = query.where(sql<boolean>`p.student_id <> all(${[...results.keys()]}::uuid[])`)
  if (show === 'unpaid') query = query.where('st.isPaid', '=', false)
  if (show === 'placed') query = query.where('p.outcome', 'in', ['moved', 'kept']).where('p.toClassId', 'is not', null)
  if (classRoomId) query = query.where('p.fromClassId', '=', classRoomId)
  if (text) query = query.where(sql<boolean>`(${contains('st.searched', text)} or ${contains('st.code', text)})`)

  const { rows, total } = await paged(
    query
      .select(['p.studentId', fullName('st').as('studentName'), 'st.code', 'st.isPaid'])
      .select(['p.fromClassId as classRoomId', 'c.name as classRoomName', 'g.name as gradeName'])
      .select(['p.toClassId', 't.name as toClassName', 'tg.name as toGradeName'])
      .select(sql<PromotedRow['outcome']>`p.outcome`.as('outcome'))
      .select(sql<boolean>`p.decided_by is not null`.as('byHand'))
      .select(
        sql<PromotedRow['decision']>`case
          when p.to_class_id is not null and t.grade_id = c.grade_id then 'repeat'
          when p.to_class_id is not null then 'up'
          when p.outcome = 'stayed' and p.decision is distinct from 'leave' then coalesce(p.decision, 'wait')
          when p.leaving_id is not null then 'leave' end`.as('decision'),
      )
      .orderBy(show === 'placed' ? 'tg.position' : 'g.position')
      .orderBy(byName(show === 'placed' ? 't.name' : 'c.name'))
      .orderBy(byName(fullName('st')))
      .orderBy('st.id'),
    page,
  )
  return {
    rows: rows.map((row) => ({
      ...row,
      classRoomId: row.classRoomId!,
      ...(results.get(row.studentId) ?? { result: null, percent: null }),
      problem: hindering?.get(row.studentId) ?? null,
      choices: [],
    })),
    total,
  }
}
