import { type IdColumns, mustIdentify } from './ids.ts'
import { byKey, type Files, idsIn, type Line, liveLines } from './lines.ts'
import { relationOf, type Roster, type RosterClass, type RosterGuardian, type RosterPerson } from './roster.ts'

const student = ['Student_id'] as const
const section = ['Section_id'] as const
const ofSchool = ['School_id'] as const

const idColumns: IdColumns = {
  schools: { own: ofSchool },
  // A student stands once for each contact.
  students: { own: student, others: [ofSchool], same: ['First_name', 'Last_name', 'School_id', 'Grade'] },
  teachers: { own: ['Teacher_id'], others: [ofSchool] },
  sections: { own: section, others: [ofSchool] },
  enrollments: { others: [section, student] },
}

/** Clever: schools, students with their contacts, teachers, sections with their terms, and enrollments. */
export function cleverRoster(files: Files): Roster {
  mustIdentify(files, idColumns)
  const students = new Map(liveLines(files.students).map((line) => [line.id(...student), line]))
  const sections = liveLines(files.sections)
  const learning = byKey<string>()
  for (const line of liveLines(files.enrollments)) learning.add(line.id(...student), line.id(...section))
  return {
    source: 'clever',
    schools: new Map(liveLines(files.schools).map((line) => [line.id(...ofSchool), line.of('School_name')])),
    people: [
      ...[...students.values()].map((line) => personOf(line, 'student', line.id(...student))),
      ...liveLines(files.teachers).map((line) => personOf(line, 'teacher', line.id('Teacher_id'))),
      ...liveLines(files.staff).map((line) => personOf(line, 'staff', `staff ${line.id('Staff_id')}`)),
    ],
    classes: new Map(sections.map((line) => [line.id(...section), classOf(line)])),
    learning,
    teaching: sections.flatMap((line) =>
      [1, 2, 3, 4, 5, 6, 7, 8, 9, 10].flatMap((nth) => {
        const personId = line.id(nth === 1 ? 'Teacher_id' : `Teacher_${nth}_id`)
        return personId ? [{ classId: line.id(...section), personId }] : []
      }),
    ),
    guardians: guardiansOf(files),
    courses: sections.map((line) => ({
      id: line.id('Course_number') || line.of('Course_name'),
      title: line.of('Course_name'),
      description: line.of('Course_description'),
      language: '',
    })),
    sessions: sections.map((line) => ({
      id: line.of('Term_name'),
      title: line.of('Term_name'),
      type: 'term',
      from: isoOf(line.of('Term_start')),
      to: isoOf(line.of('Term_end')),
      parent: '',
    })),
  }
}

function personOf(line: Line, role: 'student' | 'teacher' | 'staff', id: string): RosterPerson {
  return {
    row: line.row,
    id,
    orgs: idsIn(line.of(...ofSchool)),
    roles: [role === 'staff' ? line.of('Role', 'Title').toLowerCase() || 'staff' : role],
    names: [line.of('First_name'), line.of('Middle_name'), line.of('Last_name')],
    phone: line.of('Phone', 'Teacher_phone'),
    email: line.of('Teacher_email', 'Staff_email', 'Student_email'),
    grade: line.of('Grade'),
    birthDate: line.of('DOB'),
    record: { sex: line.of('Gender'), otherNumber: role === 'student' ? id : '' },
  }
}

function classOf(line: Line): RosterClass {
  const title = line.of('Name') || line.of('Course_name')
  return {
    id: line.id(...section),
    title,
    isHome: /home\s*room|advisory/i.test(`${title} ${line.of('Course_name', 'Subject')}`),
    home: '',
    grade: line.of('Grade'),
    course: { id: line.id('Course_number'), title: line.of('Course_name') },
  }
}

/** The contacts of each student: in the rows of the students, or in a file of their own. */
function guardiansOf(files: Files) {
  const guardians = byKey<RosterGuardian>()
  const met = new Set<string>()
  for (const line of [...liveLines(files.students), ...liveLines(files.contacts)]) {
    const name = line.of('Contact_name')
    const phone = line.of('Contact_phone')
    const key = [line.id(...student), name, phone].join('\n')
    if ((name === '' && phone === '') || met.has(key)) continue
    met.add(key)
    const relation = relationOf(line.of('Contact_relationship', 'Contact_type'))
    guardians.add(line.id(...student), { name, phone, relation, job: '', may: '' })
  }
  return guardians
}

/** Clever writes days as 8/25/2026. */
const isoOf = (text: string) => {
  const [, month, day, year] = /^(\d{1,2})\/(\d{1,2})\/(\d{4})$/.exec(text) ?? []
  return year ? [year, month!.padStart(2, '0'), day!.padStart(2, '0')].join('-') : text
}
