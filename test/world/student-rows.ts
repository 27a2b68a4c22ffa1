import { daysFrom } from '#server/base/days.ts'
import type { Calendar } from './calendar.ts'
import { classes } from './classes.ts'
import { chance, idOf } from './ids.ts'
import type { Lists, Rows } from './insert.ts'
import { recordRows } from './record-rows.ts'
import { schools } from './schools.ts'
import { allStudents, invitations, type Link, parentLinks, students } from './students.ts'

type Student = (typeof allStudents)[number]

const classRooms = Object.values(classes)
const admins = new Map<string, string>(Object.values(schools).map(({ id, adminId }) => [id, adminId]))

/** The students, how they came to their classes, and their parents. */
export const studentRows = (calendar: Calendar, lists: Lists): Rows => [
  ['students', rowsOfStudents(calendar)],
  ...recordRows(rowsOfStudents(calendar), calendar.firstDay, lists.relations),
  ['student_codes', [...admins.keys()].map((school) => ({ school_id: school, last_number: studentsIn(school) }))],
  [
    'student_classes',
    allStudents.flatMap((student) =>
      memberships(student, calendar).map(({ classRoomId, from, to }) => ({
        id: idOf('membership', student.id, from),
        school_id: student.schoolId,
        student_id: student.id,
        class_room_id: classRoomId,
        from_day: from,
        to_day: to,
      })),
    ),
  ],
  ['student_parents', linkRows(parentLinks, calendar, lists)],
  [
    'parent_invitations',
    invitations.map(({ id, student, phone, relation }) => ({
      id,
      school_id: student.schoolId,
      student_id: student.id,
      phone_number: phone,
      relation_id: lists.relations.get(relation),
      consent_by: admins.get(student.schoolId),
      created_at: `${calendar.firstDay}T09:00:00Z`,
    })),
  ],
]

const rowsOfStudents = (calendar: Calendar) => allStudents.map((student) => studentRow(student, calendar))

const studentsIn = (school: string) => allStudents.filter(({ schoolId }) => schoolId === school).length

const studentRow = (student: Student, calendar: Calendar) => ({
  id: student.id,
  school_id: student.schoolId,
  class_room_id: student.classRoomId,
  code: student.code,
  first_name: student.firstName,
  middle_name: student.middleName,
  last_name: student.lastName,
  birth_date: student.hasBirthDate ? birthDate(student, calendar) : null,
  active: student.active,
  is_paid: student.seat === 'paid',
  seat_ended_on: seatEndedOn(student, calendar),
})

/** A child in the first grade is six years old on 1 October. */
export function birthDate({ id, classRoomId }: Student, { year }: Calendar) {
  const { level } = classRooms.find((classRoom) => classRoom.id === classRoomId)!
  return daysFrom(`${year.startYear - level - 6}-10-02`, chance(365, 'birth', id))
}

function seatEndedOn({ seat }: Student, { today, firstDay }: Calendar) {
  if (seat === 'paid') return null
  return seat === 'unpaid' ? daysFrom(today, -21) : daysFrom(firstDay, -1)
}

/** The classes of a student in this year, with the first and last day in each. */
export function memberships({ classRoomId, movedFromId }: Student, { today, firstDay }: Calendar) {
  if (!movedFromId) return [{ classRoomId, from: firstDay, to: null }]
  const moved = daysFrom(today, -28)
  return [
    { classRoomId: movedFromId, from: firstDay, to: daysFrom(moved, -1) },
    { classRoomId, from: moved, to: null },
  ]
}

export const linkRows = (links: Link[], { firstDay, today }: Calendar, { relations }: Lists) =>
  links.map(({ student, parent, relation, ended, fetchesNoMore }) => ({
    id: idOf('link', student.id, parent.id),
    school_id: student.schoolId,
    student_id: student.id,
    parent_id: parent.id,
    relation_id: relations.get(relation),
    see_from: firstDay,
    notify_from: firstDay,
    fetch_from: firstDay,
    fetch_until: fetchesNoMore ? daysFrom(today, -14) : null,
    pay_from: firstDay,
    consent_at: `${firstDay}T09:00:00Z`,
    consent_by: admins.get(student.schoolId),
    accepted_at: `${firstDay}T09:00:00Z`,
    ended_at: ended ? `${daysFrom(today, -14)}T09:00:00Z` : null,
    ended_by: ended ? admins.get(student.schoolId) : null,
  }))

/** A girl moved to another town two weeks ago. Before that, she was only inactive. */
export const leavingOfMorning = ({ today }: Calendar) => {
  const { id, schoolId } = students.secondInactiveStudent
  const day = daysFrom(today, -14)
  const by = admins.get(schoolId)
  return [
    `update students set left_on = '${day}', is_paid = false, seat_ended_on = '${day}' where id = '${id}'`,
    `update student_classes set to_day = '${day}' where student_id = '${id}' and to_day is null`,
    `insert into student_leavings (id, school_id, student_id, left_on, reason_id, note, destination, seat_ended, entered_by, created_at)
     select '${idOf('leaving', id)}', '${schoolId}', '${id}', '${day}', r.id, 'انتقلت الأسرة إلى طنطا.', 'مدرسة النور بطنطا',
       true, '${by}', '${day}T09:00:00Z' from leaving_reasons r where r.name = 'Moved house'`,
  ]
}
