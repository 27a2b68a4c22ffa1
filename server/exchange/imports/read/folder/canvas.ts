import { type IdColumns, mustIdentify } from './ids.ts'
import { byKey, type Files, liveLines } from './lines.ts'
import type { Roster, RosterClass, RosterGuardian, RosterPerson } from './roster.ts'

const user = ['user_id'] as const
const section = ['section_id'] as const
const course = ['course_id'] as const

const idColumns: IdColumns = {
  users: { own: user },
  courses: { own: course },
  sections: { own: section, others: [course] },
  terms: { own: ['term_id'] },
  enrollments: { others: [user] },
}

/** The lists that a school exchanges with Canvas: users, whose roles are in the enrollments, with courses, sections and terms. */
export function canvasRoster(files: Files): Roster {
  mustIdentify(files, idColumns)
  const learning = byKey<string>()
  const teaching: Roster['teaching'] = []
  const roles = byKey<string>()
  for (const line of liveLines(files.enrollments)) {
    const role = line.of('role').toLowerCase()
    const [personId, classId] = [line.id(...user), line.id(...section) || line.id(...course)]
    if (role === 'student') learning.add(personId, classId)
    else if (/^(teacher|ta)$/.test(role)) teaching.push({ classId, personId })
    roles.add(personId, role === 'ta' ? 'teacher' : role)
  }
  const courses = liveLines(files.courses).map((line) => ({
    id: line.id(...course),
    title: line.of('long_name', 'short_name'),
    description: '',
    language: '',
  }))
  const titles = new Map(courses.map(({ id, title }) => [id, title]))
  const people = liveLines(files.users).map((line): RosterPerson => {
    const id = line.id(...user)
    return {
      row: line.row,
      id,
      orgs: [],
      roles: [...roles.of(id)],
      names: [line.of('first_name'), '', line.of('last_name')],
      phone: '',
      email: line.of('email'),
      grade: '',
      birthDate: '',
      record: { otherNumber: id },
    }
  })
  const guardians = byKey<RosterGuardian>()
  const byId = new Map(people.map((person) => [person.id, person]))
  for (const line of liveLines(files.user_observers)) {
    const observer = byId.get(line.id('observer_id'))
    if (observer)
      guardians.add(line.id('student_id'), {
        name: observer.names.filter(Boolean).join(' '),
        phone: '',
        relation: 'guardian',
        job: '',
        may: '',
      })
  }
  const classOf = (id: string, title: string, courseId: string): [string, RosterClass] => [
    id,
    {
      id,
      title,
      isHome: /home\s*room|advisory/i.test(title),
      home: '',
      grade: '',
      course: { id: courseId, title: titles.get(courseId) ?? '' },
    },
  ]
  return {
    source: 'canvas',
    schools: new Map(),
    people,
    classes: new Map([
      ...courses.map(({ id, title }) => classOf(id, title, id)),
      ...liveLines(files.sections).map((line) => classOf(line.id(...section), line.of('name'), line.id(...course))),
    ]),
    learning,
    teaching,
    guardians,
    courses,
    sessions: liveLines(files.terms).map((line) => ({
      id: line.id('term_id'),
      title: line.of('name'),
      type: 'term',
      from: line.of('start_date').slice(0, 10),
      to: line.of('end_date').slice(0, 10),
      parent: '',
    })),
  }
}
