import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const inNile = { school_id: schools.nile.id }

const step = (at: number, name: string, action: string) => ({ at, name, action, points: null })

/** The absence rules of Nile. In a term, a few pupils have reached the first step of the second rule. */
const rules: Row[] = [
  {
    ...inNile,
    id: idOf('absence rule', 'running'),
    position: 0,
    name: 'غياب متصل بلا عذر',
    counts: 'running',
    period: 'year',
    counted: 'unexcused',
    late_days: null,
    steps: [step(3, 'اتصال بولي الأمر', 'call'), step(5, 'إنذار أول', 'letter')],
  },
  {
    ...inNile,
    id: idOf('absence rule', 'separate'),
    position: 1,
    name: 'غياب منفصل في العام',
    counts: 'separate',
    period: 'year',
    counted: 'unexcused',
    late_days: 4,
    steps: [step(5, 'إنذار أول', 'letter'), step(10, 'إنذار ثانٍ', 'letter'), step(15, 'عرض على اللجنة', 'committee')],
  },
]

/** The steps that pupils of the first school have reached by these rules. */
export const stepsOfMorning = ({ today }: Calendar) =>
  `select record_absence_steps('${schools.nile.id}',
     array(select id from students where school_id = '${schools.nile.id}' and active), '${today}')`

/** The absence desk on a morning: an excuse that waits, days excused in advance, and the first calls of the day. */
export function absenceOfMorning(calendar: Calendar, registers: Rows): Rows {
  const { today } = calendar
  const marks = registers.find(([table]) => table === 'attendance_marks')?.[1] ?? []
  const absent = marks.filter(({ state }) => state === 'absent')
  const asked = { ...inNile, by_parent: true, asked_by: people.parent.id }
  // Omar was absent on that day (register.ts).
  const omarsDay = calendar.schoolDays[4]!
  const tomorrow = daysFrom(today, 1)
  const excuses: Row[] = [
    {
      ...asked,
      id: idOf('excuse', students.omar.id),
      student_id: students.omar.id,
      from_day: omarsDay,
      to_day: omarsDay,
      kind: 'illness',
      text: 'كان عنده سخونية، وشهادة الطبيب معي.',
      created_at: `${daysFrom(today, -1)}T17:40:00Z`,
      accepted: null,
      decided_by: null,
      decided_at: null,
    },
    {
      ...asked,
      id: idOf('excuse', students.laila.id),
      student_id: students.laila.id,
      from_day: tomorrow,
      to_day: daysFrom(tomorrow, 1),
      kind: 'travel',
      text: 'سفر العائلة إلى الإسكندرية.',
      created_at: `${daysFrom(today, -2)}T18:05:00Z`,
      accepted: true,
      decided_by: people.deputy.id,
      decided_at: `${daysFrom(today, -1)}T07:10:00Z`,
    },
  ]
  const calls = absent.slice(0, 2).map(
    ({ student_id: studentId }, nth): Row => ({
      ...inNile,
      id: idOf('call', String(studentId)),
      student_id: studentId,
      day: today,
      outcome: nth === 0 ? 'reached' : 'noAnswer',
      note: nth === 0 ? 'نزلة برد، والعودة غدًا.' : null,
      made_by: people.deputy.id,
      created_at: `${today}T06:4${nth}:00Z`,
    }),
  )
  return [
    ['absence_rules', rules],
    ['excuses', excuses],
    // If nobody is absent this morning, nobody was called.
    ...(calls.length > 0 ? ([['absence_calls', calls]] satisfies Rows) : []),
  ]
}
