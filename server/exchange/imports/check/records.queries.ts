import { type RawBuilder, sql } from 'kysely'
import type { ImportKey } from '#server/exchange/imports/import-states.queries.ts'
import type { Rights } from '#server/exchange/imports/imports.queries.ts'
import { problem } from './problem.queries.ts'

/** Whether a guardian of the record (`g`) is valid on a day or will be. One whose last day is over can be entered again. */
export const lastsUntil = (today: string) => sql`coalesce(g.until_day >= ${today}, true)`

/** Of several entries of one guardian, the one valid today comes before one that begins later. */
export const ofTodayFirst = (today: string) => sql`g.from_day > ${today}, g.from_day, g.id`

/** Guardians of the record named in rows, compared with those that the student has. `known` are the rows with their students. */
export const guardiansCompared = (schoolId: string, today: string) => sql`
  named as (
    select w.row, f.id as student_id, g.key, g.relation, g.job, g.phone from wanted w
    join found f on f.row = w.row
    cross join lateral jsonb_to_recordset(w.guardians) as g(key text, relation uuid, job text, phone text)
  ),
  kept_guardians as materialized (
    select distinct on (g.student_id, fold(g.name) collate "C")
      g.student_id, fold(g.name) collate "C" as key, g.relation_id, g.job, g.phone from guardians g
    where g.school_id = ${schoolId} and g.student_id in (select student_id from named) and ${lastsUntil(today)}
    order by g.student_id, fold(g.name) collate "C", ${ofTodayFirst(today)}
  ),
  guardians_differ as (
    select n.row, count(*) filter (where k.key is null) as brought, (
        select count(*) from guardians g where g.school_id = ${schoolId} and g.student_id = min(n.student_id::text)::uuid) as present
    from named n left join kept_guardians k on k.student_id = n.student_id and k.key = n.key collate "C"
    group by n.row
    having bool_or(k.key is null or k.relation_id <> n.relation or coalesce(n.job <> coalesce(k.job, ''), false)
      or coalesce(n.phone <> coalesce(k.phone, ''), false))
  )`

/**
 * The values of a row for a student who has a record. If the number is the same, its kind stays as it is stored, because that of a row is
 * guessed, unless it was chosen for the whole column.
 */
export const recordFor = (
  { schoolId, id }: ImportKey,
  record: RawBuilder<unknown>,
  storedNumber: RawBuilder<unknown>,
) => sql`
  case when ${storedNumber} = ${record} ->> 'national_number' and not exists (
      select from imports i cross join lateral jsonb_array_elements(i.columns) as c
      where i.school_id = ${schoolId} and i.id = ${id} and c ->> 'meaning' = 'nationalNumber' and c ->> 'numberKind' is not null)
    then ${record} - 'number_kind' else ${record} end`

/** Which parts of a student's record a row changes. `o`: the record, `h`: the health notes, `gd`: how guardians differ. */
export const recordDiffers = (key: ImportKey) => sql`
  case when s.id is not null and w.record is not null
    and not coalesce(to_jsonb(o) @> (${recordFor(key, sql`w.record`, sql`o.national_number`)}), false) then 'record' end,
  case when s.id is not null and w.health is not null and not coalesce(to_jsonb(h) @> w.health, false) then 'health' end,
  case when gd.row is not null then 'guardianOfRecord' end`

export const recordJoins = (schoolId: string) => sql`
  left join official_records o on w.record is not null and o.school_id = ${schoolId} and o.student_id = f.id
  left join student_health h on w.health is not null and h.school_id = ${schoolId} and h.student_id = f.id
  left join guardians_differ gd on gd.row = w.row`

type Positions = { nationalNumber: number | null; health: number | null; guardianName: number | null }

/**
 * The problems of a row (`k`) with the official record. What the caller may not read is compared with nothing: a refusal that is missing
 * where a row says what is stored would let them try numbers, religions and birth dates until one fits.
 */
export const recordProblems = (rights: Rights, positions: Positions) => sql`
  ${problem(
    sql`(k.record is not null and (k.found_id is null or 'record' = any (k.differs)
          or k.record - 'sex' <> '{}' and not ${rights.readsRecord}::boolean
          or k.record ->> 'religion' is not null and not ${rights.religion}::boolean)
        and not (${rights.record}::boolean and (${rights.religion}::boolean or k.record ->> 'religion' is null))
      or k.health is not null and (k.found_id is null or 'health' = any (k.differs) or not ${rights.health}::boolean)
        and not (${rights.record}::boolean and ${rights.health}::boolean)
      or k.guardians is not null and (k.found_id is null or 'guardianOfRecord' = any (k.differs)
          or not ${rights.readsRecord}::boolean)
        and not ${rights.record}::boolean)`,
    sql`'You are not allowed to write this official record'`,
    null,
  )},
  ${problem(sql`k.number_of is not null and ${rights.record}::boolean`, sql`'This number is already in the record of ' || k.number_of`, positions.nationalNumber)},
  ${problem(sql`k.other_birth and ${rights.readsRecord}::boolean`, sql`'The birth date does not match the national number'`, positions.nationalNumber)},
  ${problem(sql`k.too_many_guardians and ${rights.readsRecord}::boolean`, sql`'A record has at most 20 guardians'`, positions.guardianName)}`

/** Whose record in the school has the national number that a row gives to another student. */
export const numberOf = (schoolId: string) => sql`
  case when record ->> 'national_number' is not null then (
    select concat_ws(' ', n.first_name, n.middle_name, n.last_name) from official_records x join students n on n.school_id = x.school_id and n.id = x.student_id
    where x.school_id = ${schoolId} and x.national_number = record ->> 'national_number' and x.student_id is distinct from found_id limit 1) end`

/** Whether the row's birth date contradicts the student's number, or the row's number contradicts the student's birth date. */
export const otherBirth = (schoolId: string, birthKinds: readonly string[]) => sql`
  (w.birth_stated and s.birth_date <> w.birth_date
    or not w.birth_stated and w.birth_date <> s.birth_date and w.record ->> 'national_number' is null and exists (
      select from official_records x where x.school_id = ${schoolId} and x.student_id = f.id and x.number_kind = any (${[...birthKinds]}::text[])
        and x.national_number is not null)) is true`
