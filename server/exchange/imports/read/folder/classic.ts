import { datesIn, dayIn } from '#server/exchange/imports/read/dates.ts'
import { type Files, liveLines, byKey } from './lines.ts'
import { type IdColumn, type IdColumns, mustIdentify } from './ids.ts'
import {
  isGuardianRole,
  relationOf,
  type Roster,
  type RosterClass,
  type RosterGuardian,
  type RosterPerson,
} from './roster.ts'

/** The British form has other headings than the American one. */
const id: IdColumn = ['SIS ID', 'ID']
const schoolId: IdColumn = ['SIS ID', 'DfE Number']
const ofSchool: IdColumn = ['School SIS ID', 'School DfE Number']
const ofSection: IdColumn = ['Section SIS ID', 'Section ID']

const idColumns: IdColumns = {
  school: { own: schoolId },
  section: { own: id },
  student: { own: id, others: [ofSchool] },
  teacher: { own: id, others: [ofSchool] },
  studentenrollment: { others: [ofSection, id] },
  teacherroster: { others: [ofSection, id] },
  guardianrelationship: { others: [id, ['Email']] },
}

/**
 * School Data Sync 1 (classic): School, Section, Student, StudentEnrollment, Teacher and TeacherRoster; User and GuardianRelationship if
 * there are guardians.
 */
export function classicRoster(files: Files): Roster {
  mustIdentify(files, idColumns)
  const sections = liveLines(files.section)
  const dayOf = termDays(sections.flatMap((line) => [line.of('Term StartDate'), line.of('Term EndDate')]))
  const learning = byKey<string>()
  for (const line of liveLines(files.studentenrollment)) learning.add(line.id(...id), line.id(...ofSection))
  return {
    source: 'schoolDataSync',
    schools: new Map(liveLines(files.school).map((line) => [line.id(...schoolId), line.of('Name')])),
    people: [...peopleOf(files, 'student'), ...peopleOf(files, 'teacher')],
    classes: new Map(
      sections.map((line): [string, RosterClass] => [
        line.id(...id),
        {
          id: line.id(...id),
          title: line.of('Section Name'),
          isHome: /home\s*room/i.test(line.of('Course Name', 'Course Subject')),
          home: '',
          grade: '',
          course: { id: line.id('Course SIS ID'), title: line.of('Course Name', 'Course Subject') },
        },
      ]),
    ),
    learning,
    teaching: liveLines(files.teacherroster).map((line) => ({
      classId: line.id(...ofSection),
      personId: line.id(...id),
    })),
    guardians: guardiansOf(files),
    courses: [],
    sessions: sections.map((line) => ({
      id: line.id('Term SIS ID') || line.of('Term Name'),
      title: line.of('Term Name'),
      type: 'term',
      from: dayOf(line.of('Term StartDate')),
      to: dayOf(line.of('Term EndDate')),
      parent: '',
    })),
  }
}

/** The days of terms, whose order one of them shows. A day that cannot be read is none, and the term stays out. */
function termDays(written: readonly string[]) {
  const { dayOrder: order } = datesIn(written)
  return (text: string) => {
    const day = dayIn(text, { order, today: '2099-12-31' })
    return day === null || day === 'unsure' ? '' : day
  }
}

function peopleOf(files: Files, role: 'student' | 'teacher') {
  return liveLines(files[role]).map(
    (line): RosterPerson => ({
      row: line.row,
      id: line.id(...id),
      orgs: [line.id(...ofSchool)],
      roles: [role],
      names: [line.of('First Name'), line.of('Middle Name'), line.of('Last Name')],
      phone: line.of('Phone', 'Mobile', 'Cell Phone'),
      email: line.of('Secondary Email', 'Email', 'Username'),
      grade: line.of('Grade'),
      birthDate: line.of('Birthdate', 'Birth Date', 'Date of Birth'),
      record: {
        sex: line.of('Gender', 'Sex'),
        nationalNumber: line.of('National ID', 'National Number'),
        otherNumber: line.id(...id),
      },
    }),
  )
}

/** Guardians are identified by their e-mail address. */
function guardiansOf(files: Files) {
  const users = new Map(liveLines(files.user).map((line) => [line.of('Email').toLowerCase(), line]))
  const guardians = byKey<RosterGuardian>()
  for (const line of liveLines(files.guardianrelationship)) {
    if (!isGuardianRole(line.of('Role'))) continue
    const user = users.get(line.of('Email').toLowerCase())
    guardians.add(line.id(...id), {
      name: [user?.of('First Name'), user?.of('Last Name')].filter(Boolean).join(' '),
      phone: user?.of('Phone', 'Mobile') || line.of('Phone'),
      relation: relationOf(line.of('Role')),
      job: '',
      may: '',
    })
  }
  return guardians
}
