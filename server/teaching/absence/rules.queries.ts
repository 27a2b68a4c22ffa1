import { sql } from 'kysely'
import { fixed } from '#server/db/speculation/compiled.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import type { Action, Counting } from './steps.queries.ts'

type StepOf<Points> = { at: number; name: string; action: Action; points: Points }

type RuleOf<Maybe, Points> = {
  ruleName: string
  gradeIds: string[]
  counts: Counting
  period: 'term' | 'year'
  counted: 'unexcused' | 'all'
  lateDays: number | Maybe
  percentOf: number | Maybe
  source: string | Maybe
  active: boolean
  steps: StepOf<number | Points>[]
}

export type DraftOfRule = { id?: string | null | undefined } & Partial<
  Pick<RuleOf<null | undefined, null | undefined>, 'lateDays' | 'percentOf' | 'source'>
> &
  Omit<RuleOf<null, null | undefined>, 'lateDays' | 'percentOf' | 'source' | 'steps'> & {
    steps: (Omit<StepOf<null>, 'points'> & { points?: number | null | undefined })[]
  }

export type StoredRule = RuleOf<null, null> & { id: string; version: number }

/** The rules of a school that are not removed, in their order. */
export async function rulesOf(db: Db, schoolId: string) {
  const { rows } = await sql<StoredRule>`
    select id, name as rule_name, grade_ids, counts, period, counted, late_days, percent_of, source, steps, active, version
    from absence_rules where school_id = ${schoolId} and removed_at is null order by position, id`.execute(db)
  return rows
}

/** Whether the calendar of a school gives a number of open days, because the days of the current year are known. */
export async function calendarCounts(db: Db, schoolId: string) {
  const { rows } = await sql<{ ofCalendar: boolean }>`
    select exists (select from school_calendars where school_id = ${schoolId}) and exists (
      select from absence_periods(${schoolId}) p
      where p.kind = 'year' and open_days_of_period(${schoolId}, null, p.id) is not null) as of_calendar`.execute(db)
  return rows[0]!
}

/** Whether a school has an active rule; without one nothing is counted after a register. */
export const countsAbsence = fixed(
  (schoolId: string) => sql<{ counts: boolean }>`
    select exists (select from absence_rules where school_id = ${schoolId} and active and removed_at is null) as counts`,
)

export async function settingsOf(db: Db, schoolId: string) {
  const { rows } = await sql<{ excuseWithin: number; version: number }>`
    select excuse_within, version from absence_settings where school_id = ${schoolId}`.execute(db)
  return rows[0] ?? { excuseWithin: 7, version: 1 }
}

/** Locks the settings of a school until the call ends, and creates them if they are new. */
export async function lockSettings(db: Db, schoolId: string) {
  const { rows } = await sql<{ version: number }>`
    insert into absence_settings (school_id) values (${schoolId})
    on conflict (school_id) do update set version = absence_settings.version
    returning version`.execute(db)
  return rows[0]!.version
}

export const saveSettings = (db: Db, schoolId: string, excuseWithin: number) =>
  sql`update absence_settings set excuse_within = ${excuseWithin}, version = version + 1, modified_at = now()
    where school_id = ${schoolId}`.execute(db)

/** Stores the rules of a school as listed. A changed rule gets a new version, and a rule that is not listed is removed. */
export async function storeRules(db: Db, schoolId: string, drafts: DraftOfRule[]) {
  const rules = drafts.map((draft, position) => {
    const gradeIds = [...new Set(draft.gradeIds)]
    return { ...draft, gradeIds, id: draft.id ?? newId(), position, steps: plain(draft) }
  })
  await sql`
    update absence_rules set removed_at = now(), version = version + 1, modified_at = now()
    where school_id = ${schoolId} and removed_at is null and id <> all (${rules.map(({ id }) => id)}::uuid[])`.execute(
    db,
  )
  await sql`
    insert into absence_rules as r (school_id, id, position, name, grade_ids, counts, period, counted, late_days, percent_of,
      source, steps, active)
    select ${schoolId}, d.id, d.position, d."ruleName", d."gradeIds", d.counts, d.period, d.counted, d."lateDays", d."percentOf",
      d.source, d.steps, d.active
    from jsonb_to_recordset(${JSON.stringify(rules)}::jsonb) as d (id uuid, position integer, "ruleName" text, "gradeIds" uuid[],
      counts text, period text, counted text, "lateDays" integer, "percentOf" integer, source text, steps jsonb, active boolean)
    on conflict (school_id, id) do update set position = excluded.position, name = excluded.name,
      grade_ids = excluded.grade_ids, counts = excluded.counts, period = excluded.period, counted = excluded.counted,
      late_days = excluded.late_days, percent_of = excluded.percent_of, source = excluded.source, steps = excluded.steps,
      active = excluded.active, version = r.version + 1, modified_at = excluded.modified_at
    where (r.position, r.name, r.grade_ids, r.counts, r.period, r.counted, r.late_days, r.percent_of, r.source, r.steps, r.active)
      is distinct from (excluded.position, excluded.name, excluded.grade_ids, excluded.counts, excluded.period, excluded.counted,
        excluded.late_days, excluded.percent_of, excluded.source, excluded.steps, excluded.active)`.execute(db)
}

export const plain = ({ steps }: DraftOfRule) => steps.map(({ points = null, ...step }) => ({ ...step, points }))

/** How many of the named grades belong to the school. */
export async function gradesIn(db: Db, schoolId: string, gradeIds: string[]) {
  const { rows } = await sql<{ many: number }>`
    select count(*)::integer as many from grades where school_id = ${schoolId} and id = any (${gradeIds}::uuid[])`.execute(
    db,
  )
  return rows[0]!.many
}

type Tried = { ruleId: string; position: number; students: number; examples: string[] }

/** How many active students have reached each step of these rules by a day, with a few of their names. */
export async function reachedBy(db: Db, schoolId: string, rules: readonly object[], today: string) {
  const { rows } = await sql<Tried>`
    select r.rule_id, r.position, count(*)::integer as students,
      (array_agg(concat_ws(' ', st.first_name, st.middle_name, st.last_name) order by r.reached_on, st.id))[1:5] as examples
    from absence_reached(${schoolId}, ${JSON.stringify(rules)}::jsonb,
      array(select id from students where school_id = ${schoolId} and active), ${today}) r
    join students st on st.school_id = ${schoolId} and st.id = r.student_id
    group by r.rule_id, r.position`.execute(db)
  return rows
}
