import { marksOf, sheetsOf } from '#server/attendance/attendance.queries.ts'
import { weekOfClass } from '#server/attendance/presence.queries.ts'
import { writeMarks } from '#server/attendance/register.queries.ts'
import { type JobStatement, sentBy } from './asking.ts'
import { classesOfSchool, dice, idOf, numberOf, pupilsOfSchool } from './ids.ts'

/** A statement that is repeated, each time for another school, class or pupil. */
export type Job = { name: string; ask: (seed: number, form: string) => Promise<JobStatement> }

export function attendanceJobs(schools: number, days: readonly string[]): Job[] {
  const chosen = (seed: number) => {
    const roll = dice(seed)
    const school = roll(schools)
    const room = roll(classesOfSchool - 1)
    const pupil = roll(pupilsOfSchool)
    return {
      schoolId: idOf('school', school),
      classRoomId: idOf('classRoom', numberOf.classRoom(school, room)),
      studentId: idOf('student', numberOf.student(school, pupil)),
      person: idOf('person', numberOf.student(school, room)),
      yearId: idOf('year', school * 10 + roll(3) - 1),
      date: days[roll(days.length) - 1]!,
      thirty: Array.from({ length: 30 }, (_, at) => idOf('student', numberOf.student(school, room * 30 - 29 + at))),
    }
  }
  const job = (name: string, ask: (of: ReturnType<typeof chosen>) => ReturnType<typeof sentBy>): Job => ({
    name,
    async ask(seed, form) {
      const of = chosen(seed)
      const { text, values } = await ask(of)
      return { text: form === 'hash' ? inParts(text) : text, values, school: of.schoolId, person: of.person }
    },
  })
  const page = { limit: 30, offset: 0 }
  let saved = 0
  const ofTeacher = (person: string) => ({ of: 'classes', personId: person }) as const
  return [
    job('the register of a class', ({ schoolId, classRoomId, person, date }) =>
      sentBy((db) =>
        marksOf(db, { schoolId, classRoomId, dateFrom: date, dateTo: date, reach: ofTeacher(person) }, page),
      ),
    ),
    job('a week of a class', ({ schoolId, classRoomId, person, date }) =>
      sentBy((db) =>
        db
          .selectFrom('classRooms as c')
          .where('c.schoolId', '=', schoolId)
          .where('c.id', '=', classRoomId)
          .select(weekOfClass(schoolId, { reach: ofTeacher(person), today: date }).as('week'))
          .execute(),
      ),
    ),
    job("a pupil's marks of a year", ({ schoolId, studentId, yearId }) =>
      sentBy((db) =>
        marksOf(db, { schoolId, studentId, yearId, reach: { of: 'children', studentIds: [studentId] } }, page),
      ),
    ),
    job('a day of a school', ({ schoolId, date }) =>
      sentBy((db) =>
        sheetsOf(db, { schoolId, dateFrom: date, dateTo: date, reach: { of: 'school' } }, { limit: 50, offset: 0 }),
      ),
    ),
    job('saving a register again, 25 marks', ({ schoolId, classRoomId, person, date, thirty }) => {
      // A different minute each time, so that all marks change.
      const minutesLate = (saved++ % 599) + 1
      return sentBy((db) =>
        writeMarks(
          db,
          { schoolId, classRoomId, date },
          person,
          thirty.slice(0, 25).map((studentId) => ({ studentId, state: 'late', minutesLate, note: null })),
          null,
        ),
      )
    }),
  ]
}

/**
 * If the partitions are by a hash of the school, the key of the marks includes the school, and `on conflict` must name the
 * whole key.
 */
const inParts = (text: string) =>
  text.replace(
    'on conflict (student_id, date, class_room_id)',
    'on conflict (student_id, date, class_room_id, school_id)',
  )

/** The basic cost of any statement here. */
export const yardsticks: Job[] = [
  { name: 'select 1', ask: async () => ({ text: 'select 1', values: [] }) },
  {
    name: 'a look-up in a plain table by its key',
    ask: async (seed) => ({
      text: 'select nth from bench_plain where id = $1',
      values: [dice(seed)(1_000_000)],
    }),
  },
]

export const plainTable = `
  create table public.bench_plain as select id, id * 7 as nth, md5(id::text) as filler from generate_series(1, 1000000) as id;
  alter table public.bench_plain add primary key (id);
  grant select on public.bench_plain to kashkool_app;
  analyze public.bench_plain`
