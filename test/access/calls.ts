import type * as z from 'zod/mini'
import { operations } from '#server/operations.ts'
import type { Operation } from '#contract/language/operation.ts'
import { innermost, wireNamesOf } from '#contract/language/wire-names.ts'
import { world } from '#test/world/world.ts'
import { idOf } from '#test/world/ids.ts'
import type { Body } from './body.ts'
import { moreOfPeople, namesakes, openedBefore, plainOfPeople, searches } from './calls-of-people.ts'
import * as ofPayments from './calls-of-payments.ts'
import { kindOfId, moreOfRights, plainOfRights } from './calls-of-rights.ts'
import { fartherOfSchools, kindsOfSchools, moreOfSchools, thingsOfSchools } from './calls-of-schools.ts'
import * as ofTeaching from './calls-of-teaching.ts'
import { moreOfStudents, plainOfStudents } from './calls-of-students.ts'
import { isId } from './declared.ts'
import { changing, filled, rowsNamed } from './generic.ts'
import type { Graph } from './graph.ts'
import { kindsOfSpare, moreOfSpare, plainOfSpare, thingsOfSpare } from '#test/world/spare/things.ts'
import { movedAway } from '#test/world/spare/people-rows.ts'
import { secondSession } from './people.ts'

type Object = Record<string, unknown>

const { nile, delta, pending, closed, class4a, class4b, class5a, class6c, deltaClass1, closedClass } = world
const { manager, teacher, parent, admin } = world
const idOfKnown = ([name, thing]: [string, { id: string }]): [string, string] => [name, thing.id]
const known = (things: Record<string, { id: string }>) => Object.fromEntries(Object.entries(things).map(idOfKnown))

/** Ids of no object. */
const nowhere = { unknown: idOf('nothing', 'at all'), malformed: 'not-an-id' }

const farther = { ...fartherOfSchools, ...ofTeaching.fartherOfTeaching }

/** The objects that an id of each kind can name, from near to far. The first four are mixed with those of other ids. */
const things: Record<string, Record<string, string>> = {
  school: { ...known({ nile, delta, pending, closed }), ...nowhere },
  classRoom: { ...known({ class4a, class5a, deltaClass1 }), ...nowhere, ...known({ class4b, class6c, closedClass }) },
  student: {
    ...known({ omar: world.omar, laila: world.laila, deltaStudent: world.deltaStudent }),
    ...nowhere,
    ...known({ unpaid: world.unpaidStudent, moved: world.movedStudent, inactive: world.inactiveStudent }),
    ...known({ closedStudent: world.closedStudent, ward: world.ward }),
    inClass6c: movedAway,
  },
  person: {
    ...known({ supervisor: world.supervisor, deltaSupervisor: world.deltaSupervisor }),
    ...nowhere,
    ...known({ secondSupervisor: world.secondSupervisor }),
  },
  anybody: {
    ...known({ teacher, supervisor: world.supervisor, deltaTeacher: world.deltaTeacher }),
    ...nowhere,
    ...known({ parent, classmatesParent: world.classmatesParent, deltaParent: world.deltaParent }),
    ...known({ inactiveParent: world.inactiveParent, formerParent: world.formerParent, admin, manager }),
    ...known({ closedTeacher: world.closedTeacher, closedParent: world.closedParent, newcomer: world.newcomer }),
  },
  ...thingsOfSpare(nowhere),
  ...ofPayments.thingsOfPayments(nowhere),
  session: { ofTheParent: secondSession, ...nowhere },
  ...Object.fromEntries(
    Object.entries({ ...thingsOfSchools, ...ofTeaching.thingsOfTeaching }).map(([kind, near]) => [
      kind,
      { ...near, ...nowhere, ...farther[kind] },
    ]),
  ),
  own: { fresh: idOf('operation', 'fresh'), malformed: nowhere.malformed },
}

/** The kind of each id of the wire; an id that is not listed here names rows of the table with its name. */
const kinds: Record<string, string> = {
  schoolId: 'school',
  classRoomId: 'classRoom',
  studentId: 'student',
  supervisorId: 'person',
  schoolAdminId: 'person',
  userId: 'anybody',
  sessionId: 'session',
  ...kindsOfSchools,
  ...ofTeaching.kindsOfTeaching,
  ...kindsOfSpare,
  ...ofPayments.kindsOfPayments,
  clientOperationId: 'own',
}

/** What an operation needs besides ids. `today` is the current day at Nile. */
const plain = (today: string): Record<string, Object> => ({
  ...plainOfPeople,
  ...ofTeaching.plainOfTeaching,
  ...plainOfStudents,
  ...plainOfSpare,
  ...plainOfRights,
  ...ofPayments.plainOfPayments,
  'API/Identity/Login': { phoneNumber: '01200000000', password: 'not the password' },
  'Attendance/GetStudentsAttendences': { pageSize: 200 },
  'Attendance/GetRoll': { date: today },
  'Attendance/GetSheets': { pageSize: 200 },
  'Attendance/SaveAttendance': { date: today, studentsAttenndaceList: [{ state: 'late', minutesLate: 7 }] },
})

const more = (today: string, graph: Graph): Record<string, Body[]> => ({
  ...moreOfPeople,
  ...moreOfSchools,
  ...ofTeaching.moreOfTeaching,
  ...moreOfStudents,
  ...moreOfRights,
  ...moreOfSpare,
  ...ofPayments.moreOfPayments,
  'Search/Find': searches(graph),
  'Search/GetNamed': openedBefore,
  'Student/GetSimilar': namesakes(graph),
  'api/School/GetAll': [true, false].flatMap((on) => [
    { about: `active ${on}`, body: { active: on }, shown: true },
    { about: `newSchools ${on}`, body: { newSchools: on }, shown: true },
  ]),
  'api/School/GetUserSchools': [
    { about: 'active', body: { active: true }, shown: false },
    { about: 'userId of another', body: { userId: world.manager.id }, shown: true },
  ],
  'StudentParent/GetParentStudents': [
    { about: 'parentId of another', body: { parentId: world.parent.id }, shown: true },
  ],
  'Attendance/SaveAttendance': [
    sheetOf('an inactive student', class4b, world.inactiveStudent, today),
    sheetOf('who has left the class', class4b, world.movedStudent, today),
    sheetOf('who was in the class then', class4b, world.movedStudent, daysBefore(today, 42)),
    sheetOf('who was not yet in the class', class4b, world.movedStudent, daysBefore(today, 399)),
  ],
})

const sheetOf = (
  about: string,
  { id: classRoomId }: { id: string },
  { id: studentId }: { id: string },
  date: string,
) => ({ about, body: { classRoomId, date, studentsAttenndaceList: [{ studentId, state: 'absent' }] }, shown: true })

const daysBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

/** `at`: the objects that it can name, from near to far. */
type Field = { path: string[]; needed: boolean; kind: string | null; at: Record<string, string> }

/** Ends the path of an id in a list of ids. */
const each = '[]'
/** In the path of an id, stands between a list of objects and the id in each of them. */
const inEach = '[{}]'

const nameOf = ({ path }: { path: string[] }) => path.findLast((step) => step !== each && step !== inEach)!

/** All ids of an operation's input, by their wire names. */
function idsOf(operation: Operation, graph: Graph) {
  const found: Field[] = []
  const look = (schema: z.ZodMiniType, path: string[], needed = schema._zod.def.type !== 'optional') => {
    const inner = innermost(schema)
    const def = inner._zod.def as { element?: z.ZodMiniType; shape?: Record<string, z.ZodMiniType> }
    if (isId(inner) && inner.safeParse(nowhere.unknown).success) {
      const kind = kindOf(operation, nameOf({ path }))
      const at = kind ? things[kind]! : { ...rowsNamed(graph, nameOf({ path }), [nile.id, delta.id]), ...nowhere }
      found.push({ path, needed, kind, at })
    }
    if (def.element)
      look(def.element, [...path, innermost(def.element)._zod.def.type === 'object' ? inEach : each], needed)
    for (const [ours, field] of Object.entries(def.shape ?? {})) look(field, [...path, wireNamesOf(inner, ours)[0]!])
  }
  look(operation.input, [])
  return found
}

/** The "id" that locates the call, as declared before any mutation. Any other id shows its kind by its name. */
const placedById = new Map(
  operations.flatMap(({ path, access }) =>
    Object.entries('from' in access ? access.from : {})
      .filter(([, field]) => field === 'id')
      .map(([kind]) => [path, kind]),
  ),
)

/** The kind of an id; null for an unlisted name, whose rows are looked up in the table with that name. */
const kindOf = ({ path }: Operation, name: string): string | null =>
  (name === 'id' && (placedById.get(path) ?? kindOfId[path])) || kinds[name] || null

/** All bodies with which an operation is called: nothing, every id alone, and every pair of ids of owned objects mixed. */
export function bodiesOf(operation: Operation, today: string, graph: Graph): Body[] {
  const needed = { ...plain(today)[operation.path], ...graph.agreed[operation.path] }
  const base = changing(operation, filled(operation.input, needed, today))
  const ids = idsOf(operation, graph)
  const start = ids.filter(({ needed }) => needed).reduce((body, field) => put(body, field.path, first(field)), base)
  // An optional list is included with what its elements need.
  const naming = (field: Field, id: string) => {
    const body = put(start, field.path, id)
    return field.path.includes(inEach) ? filled(operation.input, body, today) : body
  }

  const alone = ids.flatMap((field) =>
    Object.entries(field.at).map(([name, id]) => ({
      about: ids.length > 1 ? `${nameOf(field)} ${name}` : name,
      body: naming(field, id),
      shown: true,
    })),
  )
  const owned = ids
    .filter(({ kind }) => !listedForAll.has(kind ?? '') && kind !== 'own')
    .filter((field) => !ofPayments.unmixed[operation.path]?.includes(nameOf(field)))
  const pairs = owned.flatMap((one, at) => owned.slice(at + 1).flatMap((other) => mixed(start, one, other)))
  const nothing = { about: 'nothing named', body: base, shown: ids.every(({ needed }) => !needed) }
  return [nothing, ...alone, ...pairs, ...(more(today, graph)[operation.path] ?? [])]
}

/** Kinds whose rows belong to nobody. */
const listedForAll = new Set('relation language schoolType contactType coinType paymentType role permission'.split(' '))

const first = ({ at }: Field) => Object.values(at)[0]!

const mixed = (start: Object, one: Field, other: Field): Body[] =>
  near(one).flatMap(([name, id]) =>
    near(other).map(([otherName, otherId]) => ({
      about: `${nameOf(one)} ${name}, ${nameOf(other)} ${otherName}`,
      body: put(put(start, one.path, id), other.path, otherId),
      shown: false,
    })),
  )

/** Own, same school, another school, nothing. */
const near = ({ at }: Field) =>
  Object.entries(at)
    .filter(([name]) => name !== 'malformed')
    .slice(0, 4)

/** A copy of a body with one id in it; in a list, in each element. */
function put(body: Object, [step, ...rest]: string[], id: string): Object {
  if (rest.length === 0) return { ...body, [step!]: id }
  if (rest[0] === each) return { ...body, [step!]: [id] }
  if (rest[0] === inEach)
    return { ...body, [step!]: ((body[step!] ?? [{}]) as Object[]).map((element) => put(element, rest.slice(1), id)) }
  return { ...body, [step!]: put((body[step!] ?? {}) as Object, rest, id) }
}
