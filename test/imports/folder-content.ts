import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'

type Row = Record<string, string>

/** The files of a folder of OneRoster by their names, each as rows by their headings. */
export function filesIn(zip: Buffer): Record<string, Row[]> {
  const files = Object.entries(unzipSync(zip)).map(([name, content]) => {
    const { data } = Papa.parse<Row>(strFromU8(content), { header: true, delimiter: ',', skipEmptyLines: true })
    return [name, data] as const
  })
  return Object.fromEntries(files)
}

/** What a folder says, without the ids by which it says so and the codes that each school gives itself. */
export function contentIn(zip: Buffer) {
  const files = filesIn(zip)
  const of = (name: string) => files[`${name}.csv`]!
  const byId = (rows: Row[]) => new Map(rows.map((row) => [row.sourcedId!, row]))
  const [people, ofClasses, ofCourses, facts] = ['users', 'classes', 'courses', 'demographics'].map((name) =>
    byId(of(name)),
  ) as [Map<string, Row>, Map<string, Row>, Map<string, Row>, Map<string, Row>]
  const roles = new Map(of('roles').map(({ userSourcedId, role }) => [userSourcedId!, role!]))
  const plain = (row: Row) =>
    Object.fromEntries(Object.entries(row).filter(([name, value]) => value !== '' && !internal.test(name)))
  const nameOf = (id: string) => {
    const { givenName, middleName, familyName } = people.get(id)!
    return [givenName, middleName, familyName].filter(Boolean).join(' ')
  }
  const classOf = (id: string) => {
    const { title, courseSourcedId, 'metadata.homeroomSourcedId': home } = ofClasses.get(id)!
    return home ? `${ofCourses.get(courseSourcedId!)!.title} in ${ofClasses.get(home)!.title}` : title!
  }
  return {
    students: [...people.values()]
      .filter(({ sourcedId }) => roles.get(sourcedId!) === 'student')
      .map(({ sourcedId, agentSourcedIds, ...student }) => ({
        ...plain(student),
        ...plain(facts.get(sourcedId!)!),
        guardians: agentSourcedIds!
          .split(',')
          .filter(Boolean)
          .map((id) => plain(people.get(id)!))
          .toSorted((a, b) => JSON.stringify(a).localeCompare(JSON.stringify(b))),
      }))
      .map((student) => JSON.stringify(student))
      .toSorted(),
    courses: [...ofCourses.values()]
      .map(({ title, 'metadata.description': description, 'metadata.language': language }) => [
        title,
        description,
        language,
      ])
      .map((cells) => JSON.stringify(cells))
      .toSorted(),
    classes: [...ofClasses.values()]
      .map(({ sourcedId, grades, 'metadata.gradeName': grade }) => [classOf(sourcedId!), grades, grade])
      .map((cells) => JSON.stringify(cells))
      .toSorted(),
    enrolments: of('enrollments')
      .map(({ classSourcedId, userSourcedId, role }) => `${role} ${nameOf(userSourcedId!)} ${classOf(classSourcedId!)}`)
      .toSorted(),
    sessions: of('academicSessions').map(({ title, type, startDate, endDate }) => [title, type, startDate, endDate]),
  }
}

/** Columns that name a record, or what differs between two schools of the same people. */
const internal = /sourcedid|^identifier$|^username$|^status$|^dateLastModified$/i
