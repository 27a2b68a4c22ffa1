import { createHash } from 'node:crypto'
import type { Access, AnySchool, From, InSchool, Kind } from '#contract/access.ts'

import type { Operation } from '#contract/operation.ts'
import type { Permission } from '#contract/permissions.ts'
import {
  type ChildRow,
  childrenOf,
  type HeldSchool,
  type Place,
  placeOf,
  rightsOf,
  type RightsRow,
  schoolById,
  seeOnly,
  sessionOf,
  touchSession,
  worksIn,
} from './authorise.queries.ts'
import type { Db } from './db/db.ts'
import { conflict, forbidden, invalid, notFound } from './errors.ts'
import { type Reach, wholeSchool } from './reach.ts'
import { isAlive } from './session.ts'

/** Who is calling, with everything he holds at this moment. */
export type Caller = { id: string; sessionId: string; sharedComputer: boolean; rights: RightsRow }

/** The one school a call acts in, and which of its rows it sees. */
export type Scope = {
  school: { id: string; timeZone: string; active: boolean }
  reach: Reach
  /** Whether the caller holds a key in this school. */
  may: (key: Permission) => boolean
}

/** The live session behind a secret; null without one. Rights are read anew at every call (api.md §2). */
export async function identify(db: Db, secret: string | null): Promise<Caller | null> {
  const session = secret ? await sessionOf(db, hashOf(secret)) : undefined
  if (!session) return null

  const rights = await rightsOf(db, session.personId)
  if (!isAlive(session, rights)) return null

  await touchSession(db, session.id)
  return { id: session.personId, sessionId: session.id, sharedComputer: session.sharedComputer, rights }
}

/** Only this is kept of a session's secret. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Lets a call through, naming the school it acts in and the rows it sees, or refuses it (api.md §3, §4). No other file
 * decides who may do what. From here on the transaction sees nothing but that school.
 */
export async function authorise(
  db: Db,
  operation: Operation,
  caller: Caller | null,
  input: Record<string, unknown>,
): Promise<Scope | null> {
  const { access } = operation
  switch (access.to) {
    case 'anyone':
      return access.from.school ? publicSchool(db, caller, input[access.from.school] as string) : null
    case 'signedIn':
      if (access.key && !caller!.rights.appKeys.includes(access.key)) throw forbidden()
      if (access.rows.includes('linkedChildren')) await seeOwnChildren(db, caller!)
      return null
    case 'self':
    case 'selfOrGrant':
      return null
    case 'anySchool':
      if (!holdsSomewhere(caller!.rights, access) && !(access.orSelf && input[access.orSelf] === caller!.id))
        throw forbidden()
      return null
    case 'member':
    case 'staff':
      return inSchool(db, operation, access, caller!, input)
  }
}

/** Everybody sees an active school; another only its administrator and those who review schools for the platform. */
export async function publicSchool(db: Db, caller: Caller | null, id: string): Promise<Scope> {
  const school = await schoolById(db, id)
  if (!school || !(school.active || school.adminId === caller?.id || reviewsSchools(caller))) throw notFound()

  await seeOnly(db, { schools: [id] })
  return { school, reach: wholeSchool, may: () => false }
}

/** Holds one of the keys that show every school of the platform. */
export const reviewsSchools = (caller: Caller | null) =>
  caller !== null &&
  caller.rights.appKeys.some((key) => key === 'ViewSchoolActionList' || key === 'ViewPaymentsRequests')

async function inSchool(
  db: Db,
  operation: Operation,
  access: InSchool,
  caller: Caller,
  input: Record<string, unknown>,
) {
  if (namedIn(access.from, input).length === 0) throw invalid('Required')

  const asksForSelf = access.orSelf !== null && input[access.orSelf] === caller.id
  const open = caller.rights.schools.filter((school) => asksForSelf || opens(access, school))
  const children = access.orParentOf || access.orAnyParent ? await childrenAnywhere(db, caller) : []
  if (open.length === 0 && children.length === 0) throw forbidden()

  await seeOnly(db, { schools: open.map(({ id }) => id) })
  const scope =
    (await asStaff(db, access, caller, open, input)) ??
    (access.orAnyParent ? await asAnyParent(db, access, children, input) : null) ??
    (await asParent(db, children, access.orParentOf && input[access.orParentOf]))
  if (!scope) throw notFound()
  if (input.schoolId != null && input.schoolId !== scope.school.id) throw invalid('Invalid input')
  if (operation.writes && !operation.whileInactive && !scope.school.active) throw conflict('This school is not active')
  return scope
}

const holdsSomewhere = ({ schools, appKeys }: RightsRow, { keys, platformKeys }: AnySchool) =>
  platformKeys.some((key) => appKeys.includes(key)) ||
  schools.some((school) => keys.some((key) => school.keys.includes(key)))

const opens = (access: InSchool, school: HeldSchool) =>
  access.to === 'member' ||
  (access.all
    ? access.keys.every((key) => school.keys.includes(key))
    : access.keys.some((key) => school.keys.includes(key)))

/** Every object named must be visible: of one school, and within the caller's reach there. */
async function asStaff(db: Db, access: InSchool, caller: Caller, open: HeldSchool[], input: Record<string, unknown>) {
  const places: (Place | undefined)[] = []
  for (const [kind, id] of namedIn(access.from, input)) places.push(await placeOf(db, kind, id))
  const school = open.find(({ id }) => id === places[0]?.schoolId)
  if (!school || places.some((place) => place?.schoolId !== school.id)) return null

  const may = (key: Permission) => school.keys.includes(key)
  const reach = reachOf(access, caller, may)
  for (const place of places)
    if (reach.of === 'classes' && place!.classRoomId && !(await worksIn(db, caller.id, place!.classRoomId))) return null

  await seeOnly(db, { schools: [school.id] })
  return { school: { id: school.id, timeZone: school.timeZone, active: school.active }, reach, may }
}

/** Class reach: the whole school for who holds the key of it, for all others the classes they supervise or teach. */
const reachOf = (access: InSchool, caller: Caller, may: (key: Permission) => boolean): Reach =>
  !access.rows.includes('classReach') || access.widenedBy.some(may)
    ? wholeSchool
    : { of: 'classes', personId: caller.id }

/** A parent is let in by the student alone; whatever else is named only narrows. He sees no family but his own. */
async function asParent(db: Db, children: ChildRow[], studentId: unknown): Promise<Scope | null> {
  const child = children.find(({ id }) => id === studentId)
  const school = child && (await schoolById(db, child.schoolId))
  if (!school) return null

  await seeOnly(db, { schools: [school.id], children: [child.id] })
  return { school, reach: { of: 'children', studentIds: [child.id] }, may: () => false }
}

/** What concerns a school and no child is open to the parents of its students. */
async function asAnyParent(db: Db, access: InSchool, children: ChildRow[], input: Record<string, unknown>) {
  await seeOnly(db, { schools: children.map(({ schoolId }) => schoolId) })
  const [named] = namedIn(access.from, input)
  const place = named && (await placeOf(db, ...named))
  const own = children.filter(({ schoolId }) => schoolId === place?.schoolId)
  const school = place && own.length > 0 ? await schoolById(db, place.schoolId) : undefined
  if (!school) return null

  await seeOnly(db, { schools: [school.id], children: own.map(({ id }) => id) })
  return { school, reach: wholeSchool, may: () => false }
}

/** The caller's children in whatever school; the transaction sees those schools until it is told otherwise. */
async function childrenAnywhere(db: Db, { id, rights }: Caller): Promise<ChildRow[]> {
  if (rights.parentSchools.length === 0) return []
  await seeOnly(db, { schools: rights.parentSchools })
  return childrenOf(db, id)
}

/** A person without children acts in no school at all: no children named would mean no narrowing. */
async function seeOwnChildren(db: Db, caller: Caller) {
  const children = await childrenAnywhere(db, caller)
  await seeOnly(db, {
    schools: [...new Set(children.map((child) => child.schoolId))],
    children: children.map(({ id }) => id),
  })
}

/** The objects a request names. Of a list of bodies those of every element; of schools there may be but one (api.md §8.8). */
function namedIn(from: From<string>, input: Record<string, unknown>): (readonly [Kind, string])[] {
  return Object.entries(from).flatMap(([kind, field]) => {
    const value = input[field]
    if (value == null) return []
    if (!Array.isArray(value)) return [[kind as Kind, value as string] as const]

    const ids = [...new Set(value.map((element: Record<string, string>) => element[`${kind}Id`]!))]
    if (kind === 'school' && ids.length > 1) throw invalid('Invalid input')
    return ids.map((id) => [kind as Kind, id] as const)
  })
}

/** Whether an operation is closed to visitors. */
export const needsSession = (access: Access) => access.to !== 'anyone' && access.to !== 'selfOrGrant'
