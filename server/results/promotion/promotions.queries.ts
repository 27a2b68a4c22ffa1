import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { type PageRequest, paged } from '#server/db/page.ts'
import { fullName } from '#server/db/search.ts'

export type PromotionState = 'draft' | 'waiting' | 'done' | 'undoing' | 'undone'

/** The chosen options as they are stored. */
export type Options = {
  step: number
  placement: 'same' | 'balanced'
  copiesTeachers: boolean
  copiesMonths: boolean
  copiesTerms: boolean
  copiesCalendar: boolean
  leavesOn: string | null
}

/** What the promotion created and changed. */
export type PromotionEffect = {
  yearIds?: string[]
  monthIds?: string[]
  termIds?: string[]
  /** The uses of schemes in these terms. */
  useIds?: string[]
  dayIds?: string[]
  classIds?: string[]
  /** Classes that were assigned to the old year. */
  datedIds?: string[]
  /** Work of later days from which students who left were removed. */
  works?: { table: string; workId: string; studentId: string; modifiedAt: string }[]
}

const selected = (db: Db, schoolId: string) =>
  db
    .selectFrom('promotions as p')
    .innerJoin('schoolYears as f', (on) => on.onRef('f.schoolId', '=', 'p.schoolId').onRef('f.id', '=', 'p.fromYearId'))
    .innerJoin('users as u', 'u.id', 'p.madeBy')
    .leftJoin('schoolYears as n', (on) => on.onRef('n.schoolId', '=', 'p.schoolId').onRef('n.id', '=', 'p.toYearId'))
    .leftJoin('promotionProgress as g', (on) =>
      on.onRef('g.schoolId', '=', 'p.schoolId').onRef('g.promotionId', '=', 'p.id'),
    )
    .where('p.schoolId', '=', schoolId)
    .select(['p.id', 'p.schoolId', 'p.fromYearId', 'f.name as fromYearName', 'f.completed as fromYearCompleted'])
    .select(['p.toYearId', 'p.reason', 'p.notifyOn', 'p.version', 'p.planHash', 'p.startedBy', 'p.spares'])
    .select(sql<string>`coalesce(n.name, p.to_year_name)`.as('toYearName'))
    .select(sql<boolean>`n.id is not null`.as('toYearExists'))
    .select(sql<boolean>`coalesce(n.active and not n.completed, false)`.as('toYearCurrent'))
    .select(sql<boolean>`coalesce(n.completed, false)`.as('toYearCompleted'))
    .select(sql<boolean>`p.notified_at is not null`.as('notified'))
    .select([sql<PromotionState>`p.state`.as('state'), sql<Options>`p.options`.as('options')])
    .select([sql<PromotionEffect>`p.effect`.as('effect'), sql<number>`coalesce(g.students, 0)`.as('progress')])
    .select([countOf(schoolId, 'moved'), countOf(schoolId, 'left'), countOf(schoolId, 'kept')])
    .select([fullName('u').as('madeByName'), 'p.createdAt as createDate', 'p.doneAt as doneDate'])
    .select('p.undoneAt as undoneDate')

const countOf = (schoolId: string, outcome: 'moved' | 'left' | 'kept') =>
  sql<number>`(select count(*)::integer from promotion_students o
    where o.school_id = ${schoolId} and o.promotion_id = p.id and o.outcome = ${sql.lit(outcome)})`.as(outcome)

export type StoredPromotion = NonNullable<Awaited<ReturnType<typeof promotionOf>>>

export const promotionOf = (db: Db, schoolId: string, id: string) =>
  selected(db, schoolId).where('p.id', '=', id).executeTakeFirst()

/** The draft of a school, or what was done, with the moment since when. */
export const waitingPromotions = (db: Db, schoolId: string) =>
  db
    .selectFrom('promotions as p')
    .where('p.schoolId', '=', schoolId)
    .where('p.state', '=', 'draft')
    .select(['p.id', 'p.createdAt as at'])
export const donePromotions = (db: Db, schoolId: string) =>
  db
    .selectFrom('promotions as p')
    .where('p.schoolId', '=', schoolId)
    .where('p.state', '=', 'done')
    .select(['p.id', 'p.doneAt as at'])

export const promotionsNamed = (db: Db, schoolId: string, ids: readonly string[]) =>
  selected(db, schoolId).where('p.id', 'in', ids).execute()

/** The promotions of a school, latest first. */
export const promotionsOf = (db: Db, schoolId: string, page: PageRequest) =>
  paged(selected(db, schoolId).orderBy('p.createdAt', 'desc').orderBy('p.id'), page)

/** Locks a promotion until the call ends; returns whether it is in that state. */
export async function lockedPromotion(db: Db, schoolId: string, id: string, state: PromotionState) {
  const { rows } = await sql<{ version: number }>`
    select version from promotions where school_id = ${schoolId} and id = ${id} and state = ${state} for update`.execute(
    db,
  )
  return rows[0]
}

type NewPromotion = {
  schoolId: string
  fromYearId: string
  toYearId: string | null
  toYearName: string
  options: Options
  madeBy: string
}

/** Stores a draft and returns its id. Fails on `promotions_one_open`. */
export async function insertPromotion(db: Db, { options, toYearId, ...promotion }: NewPromotion) {
  const id = newId()
  await db
    .insertInto('promotions')
    .values({ id, ...promotion, toYearId: toYearId ?? newId(), options: JSON.stringify(options) })
    .execute()
  await db.insertInto('promotionProgress').values({ schoolId: promotion.schoolId, promotionId: id }).execute()
  return id
}

type Changes = { options: object; toYearName?: string | undefined; notifyOn?: string | null | undefined }

/** Merges options into the stored ones and raises the version. */
export const changePromotion = (
  db: Db,
  schoolId: string,
  id: string,
  { options, toYearName = '', notifyOn }: Changes,
) =>
  sql`
  update promotions set options = options || ${JSON.stringify(options)}::jsonb, reason = null,
    to_year_name = coalesce(nullif(${toYearName}, ''), to_year_name),
    notify_on = case when ${notifyOn === undefined} then notify_on else ${notifyOn ?? null}::date end,
    version = version + 1, modified_at = now()
  where school_id = ${schoolId} and id = ${id}`.execute(db)

type Sent = { state: 'waiting' | 'undoing'; by: string; planHash?: string; spares?: boolean }

/** Hands a promotion to the worker. */
export async function sendPromotion(
  db: Db,
  schoolId: string,
  id: string,
  { state, by, planHash, spares = false }: Sent,
) {
  await sql`update promotion_progress set students = 0 where school_id = ${schoolId} and promotion_id = ${id}`.execute(
    db,
  )
  await sql`
    update promotions set state = ${state}, started_by = ${by}, plan_hash = coalesce(${planHash ?? null}, plan_hash),
      spares = ${spares}, reason = null, version = version + 1, modified_at = now()
    where school_id = ${schoolId} and id = ${id}`.execute(db)
}

/** Ends the work on a promotion with a state, and a reason if it is not the wanted one. */
export const settlePromotion = (
  db: Db,
  { schoolId, id }: { schoolId: string; id: string },
  state: PromotionState,
  reason: string | null = null,
) =>
  sql`
  update promotions set state = ${state}, reason = ${reason}, version = version + 1, modified_at = now(),
    done_at = ${state === 'done' && reason === null ? sql`now()` : sql`done_at`},
    undone_at = ${state === 'undone' ? sql`now()` : sql`null`}
  where school_id = ${schoolId} and id = ${id}`.execute(db)

export const removePromotion = (db: Db, schoolId: string, id: string) =>
  sql`delete from promotions where school_id = ${schoolId} and id = ${id}`.execute(db)

/** Longer than usual, because all students are read at once. */
export const planPatience = { statement: 8 }
