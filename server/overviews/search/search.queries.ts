import { type RawBuilder, sql } from 'kysely'
import { parentNameIn, parentPhoneIn } from '#server/people/parents/parent-names.queries.ts'
import type { Reach } from '#server/db/reach.ts'
import { otherYearOf } from '#server/school/classes/class-year.queries.ts'
import type { Db } from '#server/db/db.ts'
import { inReach } from '#server/db/rows.ts'
import { byName, comparedText, distanceOfFolded, fullName } from '#server/db/search.ts'
import { teacherName } from '#server/school/classes/teacher-names.queries.ts'

/** Every word must be found, in any order. */
export type Wanted = { schoolId: string; reach: Reach; words: string[] }

const eachAtMost = 6

type FoundStudent = {
  id: string
  name: string
  imageUrl: string | null
  classRoomName: string
  guardianName: string | null
}

/** Active students by name and code. `digits` finds them by the phone number of a guardian. */
export async function studentsFound(db: Db, { schoolId, reach, words }: Wanted, digits: string | null) {
  const searched = sql`st.searched`
  const isNamed = isLatin(words)
    ? sql<boolean>`(${allIn(searched, words)} or st.id in (${namedInLatin(schoolId, words)}))`
    : allIn(searched, words)
  const isGuarded = digits === null ? sql<boolean>`false` : sql<boolean>`guardian.name is not null`
  const { rows } = await sql<FoundStudent>`
    select st.id, ${fullName('st')} as name, st.image_url, c.name as class_room_name,
      case when not (${isNamed}) then ${digits === null ? sql`null` : sql`guardian.name`} end as guardian_name
    from students st
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    ${digits === null ? sql`` : guardians(schoolId, digits)}
    where st.school_id = ${schoolId} and st.active and ${inReach(reach, { inSchool: schoolId, classRoom: 'st.class_room_id' })}
      and ((${isNamed}) or ${isGuarded})
    order by not (${isNamed}), ${distanceOf(searched, words)}, ${byName(fullName('st'))}, st.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

const isLatin = (words: string[]) => words.every((word) => /^[A-Za-z'-]+$/.test(word))

/** Students whose name as in the passport contains every word. */
const namedInLatin = (schoolId: string, words: string[]) => sql`
  select o.student_id from official_records o
  ${foldedOfRow(sql`concat_ws(' ', o.latin_first, o.latin_middle, o.latin_last)`)}
  where o.school_id = ${schoolId} and o.latin_last is not null and ${allIn(sql`text.searched`, words)}`

/**
 * One guardian of each student whose phone number contains the digits. It searches from the phone numbers to the students, not
 * the other way round.
 */
const guardians = (schoolId: string, digits: string) => sql`
  left join (
    select distinct on (sp.student_id) sp.student_id, coalesce(${parentNameIn(schoolId)}, '') as name
    from student_parents sp join users u on u.id = sp.parent_id
    where sp.school_id = ${schoolId} and sp.ended_at is null and position(${digits}::text in u.phone_number) > 0
      and position(${digits}::text in ${parentPhoneIn(schoolId)}) > 0
    order by sp.student_id, sp.created_at
  ) guardian on guardian.student_id = st.id`

/** Active classes by name or grade. */
export async function classesFound(db: Db, { schoolId, reach, words }: Wanted) {
  const searched = sql`text.searched`
  const { rows } = await sql<{ id: string; name: string; gradeName: string; otherYearName: string | null }>`
    select c.id, c.name, g.name as grade_name, ${otherYearOf(schoolId, 'c')} as other_year_name
    from class_rooms c join grades g on g.school_id = c.school_id and g.id = c.grade_id
    ${foldedOfRow(sql`c.name || ' ' || g.name`)}
    where c.school_id = ${schoolId} and c.active and ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}
      and ${allIn(searched, words)}
    order by g.position, ${byName('g.name')}, ${byName('c.name')}, c.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

/** Teachers of the school by name. */
export async function teachersFound(db: Db, { schoolId, words }: Wanted) {
  const searched = sql`text.searched`
  const { rows } = await sql<{ id: string; name: string; imageUrl: string | null }>`
    select u.id, ${teacherName} as name, case when t.accepted_at is not null then u.image_url end as image_url
    from school_teachers t join users u on u.id = t.teacher_id
    ${foldedOfRow(teacherName)}
    where t.school_id = ${schoolId} and ${allIn(searched, words)}
    order by ${distanceOf(searched, words)}, ${byName(teacherName)}, u.id
    limit ${eachAtMost}`.execute(db)
  return rows
}

export type OpenedIds = { schoolId: string; reach: Reach; ids: string[] }

/** Active students by their ids; other ids name nobody. */
export async function openedStudents(db: Db, { schoolId, reach, ids }: OpenedIds) {
  const { rows } = await sql<{ id: string; name: string; classRoomName: string }>`
    select st.id, ${fullName('st')} as name, c.name as class_room_name
    from students st
    join class_rooms c on c.school_id = st.school_id and c.id = st.class_room_id
    where st.school_id = ${schoolId} and st.id = any(${ids}::uuid[]) and st.active
      and ${inReach(reach, { inSchool: schoolId, classRoom: 'st.class_room_id' })}`.execute(db)
  return rows
}

/** Active classes by their ids. */
export async function openedClasses(db: Db, { schoolId, reach, ids }: OpenedIds) {
  const { rows } = await sql<{ id: string; name: string; gradeName: string; otherYearName: string | null }>`
    select c.id, c.name, g.name as grade_name, ${otherYearOf(schoolId, 'c')} as other_year_name
    from class_rooms c join grades g on g.school_id = c.school_id and g.id = c.grade_id
    where c.school_id = ${schoolId} and c.id = any(${ids}::uuid[]) and c.active
      and ${inReach(reach, { inSchool: schoolId, classRoom: 'c.id' })}`.execute(db)
  return rows
}

/** Folds a text of a row once for all words: `offset 0` stops the planner from repeating the expression. */
const foldedOfRow = (text: RawBuilder<unknown>) =>
  sql`cross join lateral (select fold(${text}) as searched offset 0) text`

/** Folded once for each statement. In a generic plan it would otherwise be folded again for every row. */
const folded = (text: string) => sql`(select ${comparedText(text)})`

/** Whether a folded text contains every word. */
const allIn = (text: RawBuilder<unknown>, words: string[]) =>
  sql<boolean>`${sql.join(
    words.map((word) => sql`position(${folded(word)} in ${text}) > 0`),
    sql` and `,
  )}`

/** The distance between a folded text and all the words. */
const distanceOf = (text: RawBuilder<unknown>, words: string[]) =>
  sql<number>`${sql.join(
    words.map((word) => distanceOfFolded(text, folded(word))),
    sql` + `,
  )}`
