import { type IdColumns, mustIdentify } from './ids.ts'
import { type Files, hasColumn, idsIn, type Line, liveLines, byKey } from './lines.ts'
import {
  type FolderSource,
  fullNameOf,
  isGuardianRole,
  recordParts,
  relationOf,
  type Roster,
  type RosterClass,
  type RosterGuardian,
  type RosterPerson,
} from './roster.ts'

const ownId = ['sourcedId'] as const
const user = ['userSourcedId'] as const

const idColumns: IdColumns = {
  orgs: { own: ownId },
  users: { own: ownId },
  classes: { own: ownId },
  courses: { own: ownId },
  academicsessions: { own: ownId },
  enrollments: { others: [user, ['classSourcedId']] },
  roles: { others: [user] },
  demographics: { others: [['userSourcedId', 'sourcedId']] },
  relationships: { others: [user, ['relationshipUserSourcedId']] },
}

/** OneRoster 1.1 and 1.2, and School Data Sync 2 and 2.1: users, their roles, classes, enrolments and relationships. */
export function usersRoster(files: Files): Roster {
  mustIdentify(files, idColumns)
  const people = peopleOf(files)
  const learning = byKey<string>()
  const teaching: Roster['teaching'] = []
  for (const line of liveLines(files.enrollments)) {
    const [personId, classId] = [line.id('userSourcedId'), line.id('classSourcedId')]
    const role = line.of('role') || 'student'
    if (/^student$/i.test(role)) learning.add(personId, classId)
    else if (/teach|faculty|aide/i.test(role)) teaching.push({ classId, personId })
  }
  return {
    source: sourceOf(files),
    schools: new Map(
      liveLines(files.orgs)
        .filter((line) => /^(school|)$/i.test(line.of('type')))
        .map((line) => [line.id('sourcedId'), line.of('name')]),
    ),
    people: people.map(({ person }) => person),
    classes: classesOf(files),
    learning,
    teaching,
    guardians: guardiansOf(files, people),
    courses: liveLines(files.courses).map((line) => ({
      id: line.id('sourcedId'),
      title: line.of('title', 'name'),
      description: line.of('metadata.description'),
      language: line.of('metadata.language'),
    })),
    sessions: liveLines(files.academicsessions).map((line) => ({
      id: line.id('sourcedId'),
      title: line.of('title', 'name'),
      type: line.of('type'),
      from: line.of('startDate'),
      to: line.of('endDate'),
      parent: line.id('parentSourcedId'),
    })),
  }
}

/** Only OneRoster has a manifest; only School Data Sync has a file of relationships or matches a directory. */
function sourceOf(files: Files): FolderSource {
  const matched = files.users?.[0]?.cells.some((cell) => /^activeDirectoryMatchId$/i.test(cell))
  return files.relationships || (!files.manifest && (files.roles || matched)) ? 'schoolDataSync' : 'oneRoster'
}

type Found = { person: RosterPerson; line: Line }

/** A person's roles are in the row itself (OneRoster 1.1, School Data Sync 2) or in a separate file. */
function peopleOf(files: Files): Found[] {
  const roles = byKey<Line>()
  for (const line of liveLines(files.roles)) roles.add(line.id('userSourcedId'), line)
  const demographics = new Map(
    liveLines(files.demographics).map((line) => [line.id('userSourcedId', 'sourcedId'), line]),
  )
  const all = liveLines(files.users)
  // A folder of Kashkool itself says which number it knows; its ids are those of another school.
  const isOurs = files.users !== undefined && hasColumn(files.users, ['metadata.otherNumber'])
  const numberOf = otherNumbers(all)
  return all.map((line) => {
    const id = line.id('sourcedId')
    const own = roles.of(id)
    const facts = demographics.get(id)
    const orgs = idsIn(line.of('primaryOrgSourcedId', 'orgSourcedIds'))
    return {
      line,
      person: {
        row: line.row,
        id,
        orgs: orgs.length > 0 ? orgs : [...new Set(own.map((role) => role.id('orgSourcedId')).filter(Boolean))],
        roles: [line.of('role'), ...own.map((role) => role.of('role'))].filter(Boolean).map((one) => one.toLowerCase()),
        names: [line.of('givenName'), line.of('middleName'), line.of('familyName')],
        phone: line.of('sms', 'phone', 'mobile'),
        email: line.of('email', 'username'),
        grade: line.of('grades', 'grade') || own.map((role) => role.of('grade')).find(Boolean) || '',
        birthDate: facts?.of('birthDate') || line.of('birthDate'),
        record: {
          ...Object.fromEntries(recordParts.map((part) => [part, line.of(`metadata.${part}`)])),
          ...(!isOurs && { otherNumber: numberOf(line) }),
          sex: facts?.of('sex') ?? '',
          birthPlace: facts?.of('cityOfBirth', 'birthCity') ?? '',
        },
      },
    }
  })
}

/** The number by which the other system knows a person: the one that people see if each has another, else the id. */
function otherNumbers(all: readonly Line[]) {
  const numbers = all.map((line) => line.of('identifier', 'studentNumber'))
  const isKey = new Set(numbers).size === numbers.length && !numbers.includes('')
  return (line: Line) => (isKey ? line.of('identifier', 'studentNumber') : line.id('sourcedId')).slice(0, 100)
}

function classesOf(files: Files) {
  const courses = new Map(liveLines(files.courses).map((line) => [line.id('sourcedId'), line.of('title', 'name')]))
  return new Map(
    liveLines(files.classes).map((line): [string, RosterClass] => {
      const [id, courseId] = [line.id('sourcedId'), line.id('courseSourcedId')]
      return [
        id,
        {
          id,
          title: line.of('title', 'name'),
          isHome: /home/i.test(line.of('classType', 'type')),
          home: line.id('metadata.homeroomSourcedId'),
          grade: line.of('metadata.gradeName', 'grades'),
          course: { id: courseId, title: courses.get(courseId) || line.of('courseTitle', 'subjects') },
        },
      ]
    }),
  )
}

/** The guardians of each student, each once, whichever of the two files links them. */
function guardiansOf(files: Files, people: Found[]) {
  const byId = new Map(people.map((found) => [found.person.id, found]))
  const guardians = byKey<RosterGuardian>()
  const linked = new Set<string>()
  const link = (studentId: string, id: string, relation: string) => {
    const found = byId.get(id)
    if (!found || linked.has(`${studentId} ${id}`)) return
    linked.add(`${studentId} ${id}`)
    guardians.add(studentId, guardianOf(found, relation))
  }
  for (const line of liveLines(files.relationships))
    if (isGuardianRole(line.of('relationshipRole')))
      link(line.id('userSourcedId'), line.id('relationshipUserSourcedId'), relationOf(line.of('relationshipRole')))
  // Either of the two may refer to the other.
  for (const { person, line } of people)
    for (const agent of idsIn(line.of('agentSourcedIds', 'agents')))
      if (isRelative(byId.get(agent)?.person)) link(person.id, agent, '')
      else link(agent, person.id, '')
  return guardians
}

const isRelative = (person: RosterPerson | undefined) => person !== undefined && !person.roles.includes('student')

function guardianOf({ person, line }: Found, relation: string): RosterGuardian {
  const role = person.roles.find((one) => !/student|teacher|staff|admin/.test(one)) ?? ''
  return {
    name: fullNameOf(person.names),
    phone: person.phone,
    relation: relation || line.of('metadata.relationName') || relationOf(role),
    job: line.of('metadata.job'),
    may: ['livesWith', 'mayFetch', 'maySee']
      .flatMap((what) =>
        /^(yes|no)$/.test(line.of(`metadata.${what}`)) ? [`${what} ${line.of(`metadata.${what}`)}`] : [],
      )
      .join(', '),
  }
}
