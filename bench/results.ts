import { loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { seeOnly } from '#server/access/authorise.queries.ts'
import { withClient } from '#server/db/client.ts'
import { openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { signerOf } from '#server/db/signing.ts'
import { termFiguresOf } from '#server/results/results/figures.ts'
import { frozenRows } from '#server/results/results/frozen.ts'
import { insertScheme, replaceUses } from '#server/results/results/schemes.queries.ts'
import { yearsWithTerms } from '#server/results/results/terms.queries.ts'
import { asRequests } from '#test/harness/database.ts'
import { schemeDraft } from '#test/world/result-drafts.ts'
import { world } from '#test/world/world.ts'

import { demoSchool } from './demo-school.ts'
/**
 * `node bin/bench.mjs results`: how long the results of a whole grade take, from the recorded marks to what a closing stores. By
 * default there are 1,200 pupils, ten courses and eight exams in each.
 */
const { values } = parseArgs({
  options: { pupils: { type: 'string', default: '1200' }, rounds: { type: 'string', default: '5' } },
})
const [pupils, rounds] = [Number(values.pupils), Number(values.rounds)]
const school = await demoSchool('results', { morning: true })
const { connection, secrets, today } = school

const { nile, manager, class4a, grade6 } = world
await withClient(connection, async (client) => {
  const sql = async (text: string, given?: unknown[]) => (await client.query(text, given)).rows
  await sql('update class_rooms set active = false where school_id = $1 and grade_id = $2', [nile.id, grade6.id])
  for (let nth = 0; nth < Math.ceil(pupils / 40); nth++)
    await sql(
      `insert into class_rooms (id, school_id, grade_id, language_id, name, gender, max_of_students, supervisor_id)
       select $1, school_id, $2, language_id, $3, gender, 40, supervisor_id from class_rooms where id = $4`,
      [newId(), grade6.id, `فصل ${nth}`, class4a.id],
    )
  const rooms = (await sql('select id from class_rooms where grade_id = $1 and active', [grade6.id])) as {
    id: string
  }[]
  await sql(
    `insert into courses (id, school_id, language_id, name, description)
     select gen_random_uuid(), $1, (select language_id from courses where school_id = $1 limit 1), 'مادة ' || n, 'مادة دراسية'
     from generate_series(1, 10) n`,
    [nile.id],
  )
  await sql(
    `insert into school_teacher_courses (school_id, teacher_id, course_id)
     select $1, $2, id from courses where school_id = $1 and name like 'مادة %'`,
    [nile.id, world.teacher.id],
  )
  await sql(
    `insert into class_teacher_courses (school_id, class_room_id, course_id, teacher_id)
     select $1, r, k.id, $3 from unnest($2::uuid[]) r, courses k where k.school_id = $1 and k.name like 'مادة %'`,
    [nile.id, rooms.map(({ id }) => id), world.teacher.id],
  )
  for (const [nth, { id }] of rooms.entries()) {
    const many = Math.min(40, pupils - nth * 40)
    await sql(
      `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name)
       select gen_random_uuid(), $1, $2, 'ST7' || lpad(($3::integer + n)::text, 9, '0'), 'طالب' || n, 'أحمد', 'علي'
       from generate_series(1, $4::integer) n`,
      [nile.id, id, nth * 40, many],
    )
  }
  await sql(
    `insert into exams (id, school_id, class_room_id, course_id, month_id, details, rate, supervisor_id, exam_date)
     select gen_random_uuid(), $1, t.class_room_id, t.course_id, (select e.month_id from exams e where e.school_id = $1 limit 1),
       'تقييم أسبوعي ' || n, 20, $3, $4::date - n
     from class_teacher_courses t, generate_series(1, 8) n where t.class_room_id = any ($2::uuid[])`,
    [nile.id, rooms.map(({ id }) => id), world.teacher.id, today],
  )
  await sql(
    `insert into student_exams (school_id, exam_id, student_id, total_result, is_attend)
     select e.school_id, e.id, st.id, mod(abs(hashtext(e.id::text || st.id::text)), 81) / 4.0, true
     from exams e join students st on st.class_room_id = e.class_room_id where e.class_room_id = any ($1::uuid[])`,
    [rooms.map(({ id }) => id)],
  )
  await sql('vacuum analyze')
})

const db = openDb(asRequests(connection), { max: 1, sign: signerOf(secrets) })
const [year] = await db.transaction().execute(async (tx) => {
  await seeOnly(tx, { schools: [nile.id] })
  return yearsWithTerms(tx, nile.id)
})
const term = { ...year!.terms[0]!, schoolYearId: year!.id }
const { schoolId, name, ...draft } = schemeDraft(nile.id)
const parts = draft.parts.map((part) => ({
  id: newId(),
  month: null,
  word: null,
  best: part.source === 'exams' ? 6 : null,
  perAbsence: null,
  perLate: null,
  minimum: null,
  ...part,
}))
await db.transaction().execute(async (tx) => {
  await seeOnly(tx, { schools: [nile.id] })
  const schemeId = await insertScheme(tx, {
    schoolId,
    name,
    source: null,
    rules: { ...draft, parts },
    personId: manager.id,
  })
  const use = { gradeId: grade6.id, courseId: null, schemeId, fullMark: 100, passMark: 50, inTotal: true }
  await replaceUses(tx, nile.id, term.id, [use])
})

const took: number[] = []
for (let round = 0; round <= rounds; round++)
  await db.transaction().execute(async (tx) => {
    await seeOnly(tx, { schools: [nile.id] })
    const begun = performance.now()
    const all = await termFiguresOf(tx, { schoolId: nile.id, today, gradeId: grade6.id }, term)
    const rows = all.flatMap((one) => frozenRows(one, null))
    if (round > 0) took.push(performance.now() - begun)
    else console.log(`${all.length} pupils, ${rows.length} figures`)
  })
const sorted = took.toSorted((a, b) => a - b)
const seconds = (ms: number) => (ms / 1000).toFixed(2)
console.log(
  `computed in ${seconds(sorted[Math.floor(sorted.length / 2)]!)} s (median of ${rounds}, slowest ${seconds(sorted.at(-1)!)} s), load ${loadavg()[0]!.toFixed(1)}`,
)
await db.destroy()
await school.close()
