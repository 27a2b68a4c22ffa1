import { daysFrom } from '#server/base/days.ts'
import type { Calendar, Month } from './calendar.ts'
import { capacity, classes, teaching } from './classes.ts'
import { idOf } from './ids.ts'
import type { Lists, Rows } from './insert.ts'
import { distinct } from './rights.ts'
import { courses, grades, schools, years } from './schools.ts'

const openedAt = '2025-08-15T08:00:00Z'

/** The schools with everything that is set up before the first student. */
export const schoolRows = (calendar: Calendar, lists: Lists): Rows => [
  ['schools', Object.values(schools).map((school) => schoolRow(school, lists))],
  ['school_contacts', contactRows(lists)],
  ['school_languages', languageRows(lists)],
  ['grades', Object.values(grades).map(({ id, schoolId, name }) => ({ id, school_id: schoolId, name }))],
  [
    'courses',
    Object.values(courses).map(({ id, schoolId, language, name, description }) => ({
      id,
      school_id: schoolId,
      language_id: lists.languages.get(language),
      name,
      description,
    })),
  ],
  [
    'class_rooms',
    Object.values(classes).map(({ id, schoolId, gradeId, name, gender, supervisorId, active }) => ({
      id,
      school_id: schoolId,
      grade_id: gradeId,
      language_id: lists.languages.get('Arabic'),
      name,
      gender,
      max_of_students: capacity,
      supervisor_id: supervisorId,
      active,
    })),
  ],
  ...teachingRows(),
  ...yearRows(calendar),
]

type School = (typeof schools)[keyof typeof schools]

/** The school that waits for activation requested it the day before yesterday. */
export const askedBeforeMorning = ({ today }: Calendar) =>
  `update schools set created_at = '${daysFrom(today, -2)}T08:00:00Z' where id = '${schools.pending.id}'`

const schoolRow = ({ id, name, about, vision, adminId, state }: School, { schoolType, coinType }: Lists) => ({
  id,
  name,
  about,
  vision,
  admin_id: adminId,
  active: state === 'active',
  activated_at: state === 'pending' ? null : openedAt,
  coin_type_id: state === 'pending' ? null : coinType,
  school_type_id: schoolType,
  time_zone: 'Africa/Cairo',
  created_at: openedAt,
  modified_at: openedAt,
})

/** Phone numbers and addresses that belong to nobody. */
const contacts: [School, string, string][] = [
  [schools.nile, 'phone', '02 0000 1001'],
  [schools.nile, 'mobile', '01000001001'],
  [schools.nile, 'e-mail', 'office@nile.example'],
  [schools.nile, 'address', '١٢ شارع الصفصاف، حي البستان، القاهرة'],
  [schools.nile, 'fax', '02 0000 1002'],
  [schools.delta, 'phone', '040 000 2001'],
  [schools.delta, 'e-mail', 'office@delta.example'],
  [schools.delta, 'address', '٣ شارع الياسمين، المنصورة'],
  [schools.pending, 'mobile', '01000003001'],
  [schools.closed, 'phone', '03 000 4001'],
]

const contactRows = ({ contactTypes }: Lists) =>
  contacts.map(([school, type, value]) => ({
    id: idOf('contact', school.id, type),
    school_id: school.id,
    contact_type_id: contactTypes.get(type),
    value,
  }))

const languageRows = ({ languages }: Lists) =>
  [
    [schools.nile, 'Arabic'] as const,
    [schools.nile, 'English'] as const,
    [schools.delta, 'Arabic'] as const,
    [schools.closed, 'Arabic'] as const,
  ].map(([school, language]) => ({ school_id: school.id, language_id: languages.get(language) }))

function teachingRows(): Rows {
  const links = teaching.map(({ teacher, course, classes: taught }) => ({
    link: { school_id: course.schoolId, teacher_id: teacher.id, course_id: course.id },
    taught,
  }))
  return [
    ['school_teachers', distinct(links.map(({ link: { course_id: _, ...teacher } }) => teacher))],
    ['school_teacher_courses', links.map(({ link }) => link)],
    [
      'class_teacher_courses',
      links.flatMap(({ link, taught }) => taught.map(({ id }) => ({ ...link, class_room_id: id }))),
    ],
  ]
}

type Year = (typeof years)[keyof typeof years]

function yearRows({ today, year, pastYear }: Calendar): Rows {
  const all = Object.values(years).map((one) => ({ one, ...(one.current ? year : pastYear) }))
  return [
    [
      'school_years',
      all.map(({ one, name, startYear }) => ({
        id: one.id,
        school_id: one.schoolId,
        name,
        active: one.current,
        completed: !one.current,
        began_on: `${startYear}-09-01`,
        completed_at: one.current ? null : `${startYear + 1}-07-01T08:00:00Z`,
      })),
    ],
    [
      'school_year_months',
      all.flatMap(({ one, months }) => months.map((month, position) => monthRow(one, month, position + 1, today))),
    ],
  ]
}

/** A month becomes active when it begins. */
const monthRow = (year: Year, { name, startDate, endDate }: Month, position: number, today: string) => ({
  id: monthId(year, position),
  school_id: year.schoolId,
  school_year_id: year.id,
  name,
  position,
  start_date: startDate,
  end_date: endDate,
  is_active: startDate <= today,
})

/** position: 1 is September. */
export const monthId = (year: { id: string }, position: number) => idOf('month', year.id, position)
