import { resultsIn } from '#server/class-work/results.queries.ts'
import { marksOfClass } from '#server/exams/class-marks.queries.ts'
import { sentBy } from './asking.ts'
import { askedOf, away, layBoth, type Periods } from './both.ts'
import { type Form, hashOf } from './forms.ts'
import { classesOfSchool, dice, idOf, numberOf } from './ids.ts'
import type { Job } from './jobs.ts'

// A mark of an exam has neither a day nor a year. Without a new column in every row, only the school can be used for
// partitions.
const forms: Form[] = [{ name: 'whole' }, { name: 'hash', by: hashOf('school_id', 16) }]
const examsOfClass = 10

const marks = (schools: number) => (into: string) =>
  `
  insert into ${into} (school_id, exam_id, student_id, total_result, is_attend, created_at, modified_at)
  select school_id, exam, bench_id(6, n), n % 21, true, day, day + 1
  from (select bench_id(10, (s * 100 + c) * 100 + e) as exam, bench_id(2, s) as school_id, current_date - 5 * e as day, s, c
    from generate_series(${examsOfClass}, 1, -1) as e, generate_series(1, ${schools}) as s, generate_series(1, 34) as c) exams,
    generate_series(s * 10000::bigint + c * 30 - 29, s * 10000::bigint + least(c * 30, 1000)) as n`

export async function results(given: Periods) {
  const { owner, schools } = given
  await owner(async (client) => {
    await client.query(`set session_replication_role = replica;
      insert into courses (id, school_id, language_id, name, description)
      select bench_id(4, s), bench_id(2, s), (select id from languages limit 1), 'Course', 'What it teaches'
      from generate_series(1, ${schools}) as s;
      insert into school_year_months (id, school_id, school_year_id, name, position)
      select bench_id(8, s), bench_id(2, s), bench_id(7, s * 10 + 2), 'Month', 1 from generate_series(1, ${schools}) as s;
      insert into exams (id, school_id, class_room_id, course_id, month_id, exam_date, rate, supervisor_id)
      select bench_id(10, (s * 100 + c) * 100 + e), bench_id(2, s), bench_id(5, s * 100 + c), bench_id(4, s), bench_id(8, s),
        current_date - 5 * e, 20, bench_id(1, s * 10000::bigint + c)
      from generate_series(1, ${schools}) as s, generate_series(1, 34) as c, generate_series(1, ${examsOfClass}) as e`)
    await client.query('analyze')
  })
  await layBoth(given, 'student_exams', forms, marks(schools))
  await askedOf(given, forms, jobs(schools))
  await away(owner, forms)
}

function jobs(schools: number): Job[] {
  const reach = { of: 'school' } as const
  const chosen = (seed: number) => {
    const roll = dice(seed)
    const nth = roll(schools)
    const room = roll(classesOfSchool - 1)
    return {
      schoolId: idOf('school', nth),
      classRoomId: idOf('classRoom', numberOf.classRoom(nth, room)),
      studentId: idOf('student', numberOf.student(nth, room * 30 - roll(29))),
      person: idOf('person', nth * 10_000),
    }
  }
  return [
    {
      name: 'all marks of a class',
      ask: async (seed) => {
        const { schoolId, classRoomId, person } = chosen(seed)
        return {
          ...(await sentBy((db) => marksOfClass(db, { schoolId, classRoomId, reach }))),
          school: schoolId,
          person,
        }
      },
    },
    {
      name: 'the marks of a pupil',
      ask: async (seed) => {
        const { schoolId, studentId, person } = chosen(seed)
        const page = { limit: 30, offset: 0 }
        const sent = await sentBy((db) => resultsIn(db, 'exam', { schoolId, reach }, { studentId }, page))
        return { ...sent, school: schoolId, person }
      },
    },
  ]
}
