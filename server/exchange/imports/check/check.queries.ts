import { sql } from 'kysely'
import type { Db } from '#server/db/db.ts'
import type { Among } from '#server/exchange/imports/store/progress.queries.ts'
import type { Rights } from '#server/exchange/imports/imports.queries.ts'
import { disagrees, doubts, sameOther } from './agreement.queries.ts'
import { problem } from './problem.queries.ts'
import { namedAlone, sameNumber, sameOtherNumber, similarToRows } from './similar.queries.ts'
import {
  guardiansCompared,
  numberOf,
  otherBirth,
  recordDiffers,
  recordJoins,
  recordProblems,
} from './records.queries.ts'

export type RowsToClassify = {
  importId: string
  schoolId: string
  /** The school's current day. */
  today: string
  rights: Rights
  /** The columns in which problems are shown. */
  positions: Record<
    'className' | 'code' | 'name' | 'nationalNumber' | 'otherNumber' | 'health' | 'guardianName' | 'guardian',
    number | null
  >
  /** Kinds of national numbers that contain a birth date. */
  birthKinds: readonly string[]
  /** The rows bring guardians or marks of existing students: they add and change no student, and several rows may mean the same one. */
  ofGuardians?: boolean
  /** The rows may be about students who have left. */
  ofLeavers?: boolean
  /** Only these rows. They were agreed to before the rows above them were stored, so a row that would now do anything else is a problem. */
  among?: Among
}

/**
 * Decides for every row of an import what will happen to it in the present state of the school: added, changed, unchanged, or a problem
 * with its reason. Rows are compared with the school's students and with each other, all at once.
 */
export async function classifyRows(db: Db, toClassify: RowsToClassify) {
  // The planner has no row count for a new draft. If it estimates one row, it compares every row with every other. So nested loops are off,
  // and thousands of rows are sorted in memory.
  await sql`select set_config('enable_nestloop', 'off', true), set_config('work_mem', '32MB', true)`.execute(db)
  await classify(db, toClassify)
  await sql`select set_config('enable_nestloop', 'on', true)`.execute(db)
}

const classify = (
  db: Db,
  {
    importId,
    schoolId,
    today,
    rights,
    positions,
    birthKinds,
    ofGuardians = false,
    ofLeavers = false,
    among,
  }: RowsToClassify,
) =>
  sql`
  with wanted as (
    -- Names are already folded, so they are compared byte by byte.
    select r.row, case when not r.is_new then r.code end as code, r.first_name, r.middle_name, r.last_name, r.name_key collate "C" as name_key, r.class_room_id,
      r.birth_date, r.is_paid, r.record, r.birth_stated, r.health, r.guardians, r.phones, r.is_new, r.same_as, r.faults,
      r.faults <> '[]' as faulty
    from import_rows r where r.school_id = ${schoolId} and r.import_id = ${importId} and not r.left_out and ${isAmong(among)}
  ),
  pupils as materialized (
    -- The searched text ends with a space and the twelve characters of the code.
    select s.*, left(s.searched, -13) collate "C" as name_key from students s
    where s.school_id = ${schoolId} and s.merged_into is null and ${mayBeMeant(schoolId, among)}
  ),
  -- The decided student, or the one with the code. Without a code, one with the name and also the same number, class or birth date.
  alike as (
    select w.row, s.id, true as is_exact from wanted w join pupils s on s.id = w.same_as
    union all
    select w.row, s.id, true from wanted w join pupils s on s.code = w.code where w.same_as is null
    union all
    ${sameNumber(schoolId, rights.readsRecord, ofGuardians)}
    union all
    ${namedAlone(ofGuardians)}
    union all
    ${sameOtherNumber(schoolId, rights.readsRecord)}
    union all
    select w.row, s.id, s.class_room_id = w.class_room_id and s.birth_date = w.birth_date is true
    from wanted w join pupils s on s.name_key = w.name_key
    where w.code is null and w.same_as is null and not w.is_new
      and (s.birth_date = w.birth_date or s.class_room_id = w.class_room_id)
  ),
  found as (
    select row, (array_agg(id order by is_exact desc, id))[1] as id,
      case when count(distinct id) filter (where is_exact) = 1 then 1 else count(distinct id) end as candidates
    from alike group by row
  ),
  ${similarToRows(schoolId, rights.readsRecord)},
  -- Phones that are neither linked to the student nor invited for them, and how many there are.
  present as (
    select student_id, array_agg(phone) as phones from (
      select sp.student_id, u.phone_number as phone from student_parents sp join users u on u.id = sp.parent_id
      where sp.school_id = ${schoolId} and sp.ended_at is null and sp.student_id in (select id from found)
      union all
      select i.student_id, i.phone_number from parent_invitations i
      where i.school_id = ${schoolId} and i.accepted_at is null and i.removed_at is null and i.student_id in (select id from found)
    ) as all_of_them group by student_id
  ),
  ${guardiansCompared(schoolId, today)},
  known as (
    select w.*, case when not d.disagrees then s.id end as found_id, case when d.disagrees then s.id end as doubted_id, coalesce(f.candidates, 0) as candidates, ${sameOther(rights.readsRecord)} as by_number,
      s.active as was_active, s.left_on is not null as has_left, s.class_room_id as was_in, coalesce(w.class_room_id, s.class_room_id) as class,
      coalesce(w.birth_date, s.birth_date) as born, coalesce(cardinality(p.phones), 0) as present,
      array(select phone from unnest(w.phones) with ordinality as g(phone, nth)
        where p.phones is null or phone <> all (p.phones) order by nth) as missing,
      case when ${ofGuardians}::boolean then array_remove(array[case when gd.row is not null then 'guardianOfRecord' end], null)
      else array_remove(array[
        case when coalesce(w.code, w.same_as::text) is not null and w.first_name <> s.first_name then 'firstName' end,
        case when coalesce(w.code, w.same_as::text) is not null and w.middle_name <> '' and w.middle_name <> s.middle_name then 'middleName' end,
        case when coalesce(w.code, w.same_as::text) is not null and w.last_name <> s.last_name then 'lastName' end,
        case when w.class_room_id <> s.class_room_id then 'className' end,
        case when w.birth_date is not null and w.birth_date is distinct from s.birth_date then 'birthDate' end,
        case when w.is_paid <> s.is_paid then 'isPaid' end,
        ${recordDiffers({ schoolId, id: importId })}
      ], null) end as differs,
      ${otherBirth(schoolId, birthKinds)} as other_birth, coalesce(gd.brought + gd.present > 20, false) as too_many_guardians
    from wanted w left join found f on f.row = w.row left join pupils s on s.id = f.id
    ${recordJoins(schoolId)}
    left join present p on p.student_id = f.id
    cross join lateral (select ${disagrees(rights.readsRecord)} as disagrees) as d
  ),
  -- Students who are in two rows, by the rules above. Two rows with codes are two students, even with the same name.
  repeated as (
    select *, case when found_id is null then cardinality(missing)
        else sum(cardinality(missing)) over (partition by found_id order by row) end as with_earlier,
      case when ${ofGuardians}::boolean then null else nullif(least(
      case when found_id is not null then min(row) over (partition by found_id) end,
      case when name_key is null or born is null or is_new then null
        when code is null then min(row) over (partition by name_key, born)
        else min(row) filter (where code is null) over (partition by name_key, born) end,
      case when name_key is null or class is null or is_new then null
        when code is null then min(row) over (partition by name_key, class)
        else min(row) filter (where code is null) over (partition by name_key, class) end,
      case when record ->> 'national_number' is not null
        then min(row) over (partition by record ->> 'number_kind', record ->> 'national_number') end
    ), row) end as other_row
    from known
  ),
  sound as (
    select *, other_row < row as is_repeated,
      not faulty and coalesce(other_row > row, true) and candidates <= 1 and doubted_id is null
        and (found_id is not null or code is null) as is_sound
    from repeated
  ),
  -- Places are taken in the order of the rows; a student who leaves a class frees a place in it.
  entering as materialized (
    select *, case when enters then row_number() over (partition by class_room_id, enters order by row) end as nth
    from (select *, is_sound and (found_id is null or was_active and 'className' = any (differs)) as enters from sound)
      as with_enters
  ),
  places as (
    select c.id, c.active, c.max_of_students - coalesce(inside.count, 0) + coalesce(leaving.count, 0) as places
    from class_rooms c
    left join (
      select class_room_id, count(*) from students
      where school_id = ${schoolId} and active and class_room_id in (select class_room_id from wanted) group by 1
    ) as inside on inside.class_room_id = c.id
    left join (
      select was_in, count(*) from (
        select was_in from entering where enters and found_id is not null
        union all
        select s.class_room_id from import_rows r join students s on s.school_id = r.school_id and s.id = r.student_id
        where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row > ${among?.upTo ?? null}::integer and r.outcome = 'change'
          and 'className' = any (r.changes)
      ) as all_of_them group by 1
    ) as leaving on leaving.was_in = c.id
    where c.school_id = ${schoolId}
  ),
  judged as (
    select k.row, k.found_id, k.doubted_id, k.differs, k.missing, k.candidates,
      k.faults || jsonb_path_query_array(jsonb_build_array(
        ${problem(sql`k.doubted_id is not null and k.code is not null`, sql`${doubts.ofCode}::text`, positions.code)},
        ${problem(sql`k.doubted_id is not null and k.code is null and k.by_number`, sql`${doubts.ofNumber}::text`, positions.otherNumber)},
        ${problem(sql`k.doubted_id is not null and k.code is null and not k.by_number`, sql`${doubts.ofName}::text`, positions.name)},
        ${problem(sql`k.is_new and not k.faulty and num_nulls(k.first_name, k.last_name, k.class_room_id) > 0`, sql`'A new student needs a name and a class'`, positions.name)},
        ${problem(sql`k.code is not null and not k.faulty and coalesce(k.found_id, k.doubted_id) is null`, sql`'No student of the school has this code'`, positions.code)},
        ${problem(sql`${ofGuardians}::boolean and k.code is null and not k.faulty and coalesce(k.found_id, k.doubted_id) is null`, sql`'This row means no student of the school'`, positions.code ?? positions.name)},
        ${problem(sql`k.candidates > 1`, sql`'More than one student fits this row; add the code'`, positions.code ?? positions.name)},
        ${problem(sql`k.has_left and not ${ofLeavers}::boolean`, sql`'This student has left the school'`, positions.code ?? positions.name)},
        ${problem(sql`k.is_repeated`, sql`'This student is already in row ' || k.other_row`, positions.name)},
        ${problem(sql`(c.active is false or ${among !== undefined}::boolean and c.id is null) and (k.found_id is null or 'className' = any (k.differs))`, sql`'This class is not active'`, positions.className)},
        ${problem(sql`k.nth > c.places`, sql`'This class is full'`, positions.className)},
        ${problem(sql`k.found_id is not null and not k.differs <@ '{record,health,guardianOfRecord}' and not ${rights.change}::boolean`, sql`'You are not allowed to change students'`, null)},
        ${recordProblems(rights, positions)},
        ${problem(sql`cardinality(k.missing) > 0 and not ${rights.link}::boolean`, sql`'You are not allowed to link parents'`, positions.guardian)},
        ${problem(sql`${rights.ownPhone}::text = any (k.missing)`, sql`'You cannot link yourself'`, positions.guardian)},
        ${problem(sql`cardinality(k.missing) > 0 and k.present + k.with_earlier > 10`, sql`'A student has at most 10 parents'`, positions.guardian)}
      ), '$[*] ? (@ != null)') as problems
    from (select *, ${numberOf(schoolId)} as number_of from entering) as k left join places c on c.id = k.class_room_id
  ),
  outcomes as (
    select r.row, coalesce(j.problems, '[]') as problems, coalesce(j.found_id, j.doubted_id) as found_id, coalesce(j.missing, '{}') as missing,
      case when cardinality(j.missing) > 0 then j.differs || 'guardian'::text else coalesce(j.differs, '{}') end as changes,
      case when r.left_out then 'leftOut' when jsonb_array_length(j.problems) > 0 then 'problem'
        when j.found_id is null then 'add'
        when cardinality(j.differs) + cardinality(j.missing) > 0 then 'change' else 'same' end as outcome,
      case when j.doubted_id is not null then (j.doubted_id || array_remove(coalesce(m.ids, '{}'), j.doubted_id))[1:5]
        when not ${ofGuardians}::boolean and (j.found_id is null or j.candidates > 1 or r.same_as is not null) then coalesce(m.ids, '{}')
        else '{}' end as similar_ids
    from import_rows r left join judged j on j.row = r.row left join similar_students m on m.row = r.row
    where r.school_id = ${schoolId} and r.import_id = ${importId} and ${isAmong(among)}
  )
  update import_rows r set similar_ids = o.similar_ids, student_id = o.found_id, changes = o.changes, new_phones = o.missing,
    outcome = case when ${isOther(among)} then 'problem' else o.outcome end,
    problems = case when ${isOther(among)}
      then '[{"position": null, "reason": "This student or class was changed meanwhile"}]' else o.problems end
  from outcomes o
  where r.school_id = ${schoolId} and r.import_id = ${importId} and r.row = o.row
    and (r.outcome, r.problems, r.student_id, r.changes, r.new_phones, r.similar_ids)
      is distinct from (o.outcome, o.problems, o.found_id, o.changes, o.missing, o.similar_ids)`.execute(db)

/**
 * The students that the rows of a portion can mean; for all rows, the whole school. Subqueries are hashed, while arrays would be searched.
 */
const mayBeMeant = (schoolId: string, among: Among | undefined) =>
  among
    ? sql`(s.code in (select code from wanted) or s.id in (select same_as from wanted)
        or left(s.searched, -13) collate "C" in (select name_key from wanted)
        or s.id in (select x.student_id from official_records x where x.school_id = ${schoolId}
          and x.other_number in (select record ->> 'other_number' from wanted)))`
    : sql`true`

/**
 * Whether an agreed row would now be stored differently. Less than agreed is no difference, because earlier rows may have brought the same
 * guardian or phone number.
 */
const isOther = (among: Among | undefined) =>
  among
    ? sql`(o.outcome in ('add', 'change') and ((r.outcome, r.student_id) is distinct from (o.outcome, o.found_id)
        or not (o.changes <@ r.changes and o.missing <@ r.new_phones)))`
    : sql`false`

const isAmong = (among: Among | undefined) =>
  among ? sql`r.row > ${among.after} and r.row <= ${among.upTo} and r.outcome in ('add', 'change')` : sql`true`
