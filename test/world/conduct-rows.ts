import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { classes } from './classes.ts'
import { idOf } from './ids.ts'
import type { Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { students } from './students.ts'

const inNile = { school_id: schools.nile.id }

type Kind = { name: string; isMerit?: boolean; level?: number; points: number; measures: string[]; parentsSee: boolean }

export const conductKinds: Kind[] = [
  { name: 'ساعد زميلًا', isMerit: true, points: 2, measures: [], parentsSee: true },
  { name: 'مبادرة في أنشطة المدرسة', isMerit: true, points: 3, measures: ['شهادة تقدير'], parentsSee: true },
  { name: 'تأخر عن الطابور', level: 1, points: 1, measures: ['تنبيه شفهي'], parentsSee: false },
  { name: 'إزعاج في الفصل', level: 2, points: 3, measures: ['تنبيه كتابي', 'استدعاء ولي الأمر'], parentsSee: false },
  { name: 'تعدٍّ على زميل', level: 3, points: 10, measures: ['استدعاء ولي الأمر', 'عرض على لجنة'], parentsSee: false },
]

export const kindId = (at: number) => idOf('conduct kind', String(at))

/** The conduct records of a school: kinds, a merit that parents can read, a breach that was decided, and one that waits. */
export function conductRows({ today, schoolDays }: Calendar): Rows {
  const record = (nth: number, at: number, more: Row): Row => {
    const { name, isMerit = false, level = null, points, parentsSee } = conductKinds[at]!
    const day = schoolDays[nth] ?? daysFrom(today, -nth)
    return {
      ...inNile,
      id: idOf('conduct record', String(nth)),
      kind_id: kindId(at),
      kind_version: 1,
      name,
      is_merit: isMerit,
      level,
      points,
      day,
      details: null,
      measure: null,
      recorded_by: people.supervisor.id,
      published_at: parentsSee ? `${day}T09:10:00Z` : null,
      published_by: parentsSee ? people.supervisor.id : null,
      created_at: `${day}T09:10:00Z`,
      ...more,
    }
  }
  const ofOmar = { student_id: students.omar.id, class_room_id: classes.class4a.id }
  const published = { published_at: `${today}T06:20:00Z`, published_by: people.deputy.id }
  const kindRows = conductKinds.map(
    ({ name, isMerit = false, level = null, points, measures, parentsSee }, position): Row => ({
      ...inNile,
      id: kindId(position),
      position,
      name,
      is_merit: isMerit,
      level,
      points,
      measures,
      parents_see: parentsSee,
    }),
  )
  return [
    ['conduct_settings', [{ ...inNile, full_mark: 100, starts_at: 90 }]],
    ['conduct_kinds', kindRows],
    [
      'conduct_records',
      [
        record(2, 0, { ...ofOmar, details: 'شرح الدرس لزميل غاب أسبوعًا.' }),
        record(3, 3, { ...ofOmar, details: 'كلام متكرر أثناء الشرح.', measure: 'تنبيه كتابي', ...published }),
        record(4, 2, { student_id: students.laila.id, class_room_id: classes.class5a.id }),
      ],
    ],
  ]
}
