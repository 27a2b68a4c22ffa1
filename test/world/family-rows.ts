import type { Calendar } from './calendar.ts'
import { idOf } from './ids.ts'
import type { Lists, Rows } from './insert.ts'
import { fathers } from './names.ts'
import { userRows } from './people-rows.ts'
import { keys } from './rights.ts'
import { schools } from './schools.ts'
import { linkRows } from './student-rows.ts'
import { allStudents, parentLinks, students } from './students.ts'

const linked = new Set(parentLinks.map(({ student }) => student.id))
const spokenOf = new Set(Object.values(students).map(({ id }) => id))

/** One of them works in Saudi Arabia. */
export const fatherAbroad = '+966505550142'

/** The fathers of the other children of the first school. For every twelfth child, no parent is known yet. */
const links = allStudents
  .filter(({ id, schoolId }) => schoolId === schools.nile.id && !linked.has(id) && !spokenOf.has(id))
  .flatMap((student, nth) =>
    nth % 12 === 11
      ? []
      : {
          student,
          relation: 'father',
          parent: {
            id: idOf('father', student.id),
            phone: nth === 3 ? fatherAbroad : `0100000${2000 + nth}`,
            firstName: student.middleName,
            middleName: fathers[(nth * 7 + 3) % fathers.length]!,
            lastName: student.lastName,
          },
        },
  )

/**
 * The parents whom a school calls in the morning. Only the demo has them, because tests count the parents of the test world.
 */
export const familiesOfMorning = (passwordHash: string, calendar: Calendar, lists: Lists): Rows => [
  ...userRows(
    links.map(({ parent }) => parent),
    passwordHash,
  ),
  ['student_parents', linkRows(links, calendar, lists)],
  [
    'user_roles',
    links.filter(({ parent }) => parent.phone === fatherAbroad).map(({ parent }) => keys(parent.id, 'standard')),
  ],
]
