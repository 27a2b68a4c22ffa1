import { createHash } from 'node:crypto'
import type { Access, AnySchool, From, InSchool } from '#contract/language/access.ts'
import type { EachSchool } from '#contract/language/access-of-rights.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { type ChildRow, callerOf, type Place, placeOf, schoolById, seeOnly, teachesIn } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { eachSchool } from './schools.ts'
import { conflict, forbidden, invalid, notFound, refuseUnproved } from '#server/base/errors.ts'
import { concerns, namedIn } from './named.ts'
import { acrossPlatform, onPlatform } from './platform.ts'
import { childrenAnywhere, seeOwnChildren } from './children.ts'
import { type Reach, wholeSchool } from '#server/db/reach.ts'
import { reachAcross, reachOf } from './reach.ts'
import { asCovering } from './covering.ts'
import { opens, readByParents } from './may.ts'
import { isAlive, isUnmarked } from './session.ts'
import { withSupport } from './support.ts'
import {
  type Caller,
  type CallerSchool,
  noRights,
  type Scope,
  type ScopeAcross,
  type ScopeOnPlatform,
} from './caller.ts'

type Input = Record<string, unknown>

/** How a session that still needs a second proof is treated (decision 056). */
type Unproved = 'visitor' | 'refused' | 'served'

/**
 * The valid session of a secret; null if there is none. Rights are read again at every call (api.md §2). A session without its second
 * proof counts as no session everywhere. Only the operations that give the proof are served, and in them the person has no rights.
 */
export async function identify(
  db: Db,
  secret: string | null,
  now: Date,
  unproved: Unproved = 'visitor',
): Promise<Caller | null> {
  const session = secret ? await callerOf(db, hashOf(secret)) : undefined
  if (!session) return null

  const { id, personId, sharedComputer, proofDue, onlySchool, rights } = session
  if (!isAlive(session, rights, now)) return null
  if (proofDue && unproved !== 'served') return unproved === 'refused' ? refuseUnproved() : null

  return {
    id: personId,
    sessionId: id,
    sharedComputer,
    isUnmarked: isUnmarked(session, now),
    proofDue,
    onlySchool,
    rights: proofDue ? noRights : rights,
  }
}

/** Only this hash of a session's secret is stored. */
export const hashOf = (secret: string) => createHash('sha256').update(secret).digest()

/**
 * Refuses a call, or answers in which school it acts and which rows it sees (api.md §3, §4). Only this file decides on access.
 * After it the transaction sees only that school.
 */
export async function authorise(
  db: Db,
  operation: Operation,
  signedIn: Caller | null,
  input: Input,
  now: Date | null = null,
): Promise<Scope | ScopeAcross | ScopeOnPlatform | null> {
  const { access } = operation
  refuseNarrowed(access, signedIn)
  const caller = await withSupport(db, operation, signedIn)
  switch (access.to) {
    case 'anyone':
      return access.from.school ? publicSchool(db, caller, input[access.from.school] as string) : null
    case 'signedIn':
      if (access.key && !caller!.rights.appKeys.includes(access.key)) throw forbidden()
      if (access.rows.includes('linkedChildren')) await seeOwnChildren(db, caller!)
      return null
    case 'platform':
      return onPlatform(db, access, caller!, input)
    case 'self':
    case 'selfOrGrant':
      return null
    case 'anySchool':
      return 'each' in access
        ? eachSchool(db, operation, access as EachSchool, caller!, input)
        : acrossSchools(db, access, caller!, input)
    case 'member':
    case 'staff':
      return inSchool(db, operation, access, { caller: caller!, input, now })
  }
}

/**
 * What belongs to a person and not to a school stays closed to a session that a school's provider opened, unless the operation says otherwise:
 * who controls that provider must not get hold of the account.
 */
function refuseNarrowed(access: Access, caller: Caller | null) {
  if (caller?.onlySchool && 'withProvider' in access && !access.withProvider)
    throw forbidden('Sign in with your phone number and password for this')
}

/** Everybody sees an active school; an inactive one only its administrator and those who review schools for the platform. */
export async function publicSchool(db: Db, caller: Caller | null, id: string): Promise<Scope> {
  const school = await schoolById(db, id)
  const administers = caller?.rights.schools.some((own) => own.id === id && own.isAdmin) ?? false
  if (!school || !(school.active || administers || reviewsSchools(caller))) throw notFound()

  await seeOnly(db, { schools: [id] })
  return { school, reach: wholeSchool, may: () => false }
}

/** Whether the caller has one of the keys that show every school of the platform. */
export const reviewsSchools = (caller: Caller | null) =>
  caller !== null &&
  caller.rights.appKeys.some((key) => key === 'ViewSchoolActionList' || key === 'ViewPaymentsRequests')

type Call = { caller: Caller; input: Input; now: Date | null }

async function inSchool(db: Db, operation: Operation, access: InSchool, { caller, input, now }: Call) {
  if (namedIn(access.from, input).length === 0) throw invalid('Required')

  const asksForSelf = access.orSelf !== null && input[access.orSelf] === caller.id
  const open = caller.rights.schools.filter((school) => asksForSelf || opens(access, school))
  const children = readByParents(access) ? await childrenAnywhere(db, caller) : []
  const covered = () => asCovering(db, access, { caller, input, now })
  const alone = open.length === 0 && children.length === 0 ? await covered() : null
  if (alone) return mayActIn(operation, alone)
  if (open.length === 0 && children.length === 0) throw forbidden()

  await seeOnly(db, { schools: open.map(({ id }) => id) })
  const child = children.find(({ id }) => access.orParentOf !== null && id === input[access.orParentOf])
  const scope =
    alsoAsParent(await asStaff(db, access, caller, open, input), child) ??
    (access.orAnyParent || access.orOwnChildren ? await asAnyParent(db, access, children, input) : null) ??
    (await asParent(db, children, access.orParentOf && input[access.orParentOf])) ??
    (await covered())
  if (!scope) throw notFound()
  if (input.schoolId != null && input.schoolId !== scope.school.id) throw invalid('Invalid input')
  return mayActIn(operation, scope)
}

function mayActIn(operation: Operation, scope: Scope): Scope {
  if (operation.writes && !operation.whileInactive && !scope.school.active) throw conflict('This school is not active')
  return scope
}

/**
 * The schools in which the caller has a key (each as a whole or only the caller's classes), and the caller's children. An id in
 * the input narrows this to the school of that object, which must be visible. For a parent, a class only narrows and never leads
 * to a refusal (api.md §4.2).
 */
async function acrossSchools(db: Db, access: AnySchool, caller: Caller, input: Input): Promise<ScopeAcross> {
  const { schools, appKeys } = caller.rights
  const asksForSelf = access.orSelf !== null && input[access.orSelf] === caller.id
  const all = schools.filter(({ keys }) => asksForSelf || access.keys.some((key) => keys.includes(key)))
  const children = access.orOwnChildren ? await childrenAnywhere(db, caller) : []
  const reviews = access.platformKeys.some((key) => appKeys.includes(key))
  if (!asksForSelf && !reviews && all.length === 0 && children.length === 0) throw forbidden()
  if (reviews && access.rows.includes('platform')) return acrossPlatform(db, access, input)

  await seeOnly(db, { schools: [...all, ...children.map(({ schoolId }) => ({ id: schoolId }))].map(({ id }) => id) })
  const named = namedIn(access.from, input)
  const open = named.length === 0 ? all : await whereVisible(db, access, caller, all, named)
  const own = children
    .filter(({ schoolId }) => input.schoolId == null || input.schoolId === schoolId)
    .filter((child) => concerns(access.from, child, input))
  if (named.length > 0 && open.length === 0 && own.length === 0 && !asksForSelf) throw notFound()

  // Row-level security opens the whole school here, because staff also see students other than their children; the reach limits the rows.
  await seeOnly(db, {
    schools: [...open.map(({ id }) => id), ...own.map(({ schoolId }) => schoolId)],
    children: open.length === 0 ? own.map(({ id }) => id) : [],
  })
  const [only, ...others] = open
  const school = only && others.length === 0 ? only : null
  const supporter = open.some((one) => one.supported) ? caller : undefined
  return { school, reach: reachAcross(access, caller.id, open, own), onPlatform: false, supporter }
}

/** The one school of the named objects, if all of them are visible there. */
async function whereVisible(
  db: Db,
  access: AnySchool,
  caller: Caller,
  open: CallerSchool[],
  named: (readonly [keyof From<string>, string])[],
) {
  const found: CallerSchool[] = []
  for (const [kind, id] of named) {
    const place = await placeOf(db, open, kind, id)
    const school = open.find((one) => one.id === place?.schoolId)
    if (!place || !school || !(await reaches(db, reachOf(access, caller.id, school), place))) return []
    found.push(school)
  }
  if (found.every(({ id }) => id === found[0]!.id)) return found.slice(0, 1)
  // A school named beside an object must be the object's own. Objects of two different schools count as not found.
  if (named.some(([kind]) => kind === 'school')) throw invalid('Invalid input')
  return []
}

/** Decides for staff: every named object must be visible, in the same school, and within the caller's reach. */
async function asStaff(db: Db, access: InSchool, caller: Caller, open: CallerSchool[], input: Input) {
  const places: (Place | undefined)[] = []
  for (const [kind, id] of namedIn(access.from, input)) places.push(await placeOf(db, open, kind, id))
  const school = open.find(({ id }) => id === places[0]?.schoolId)
  if (!school || places.some((place) => place?.schoolId !== school.id)) return null

  const may = (key: Permission) => school.keys.includes(key)
  const reach = reachOf(access, caller.id, school)
  for (const place of places) if (!(await reaches(db, reach, place!))) return null

  await seeOnly(db, { schools: [school.id] })
  const { id, timeZone, active, supported } = school
  return { school: { id, timeZone, active }, reach, may, supporter: supported && caller }
}

/** A teacher or supervisor in the class of their own child sees of the child what either role may see. */
const alsoAsParent = (scope: Scope | null, child: ChildRow | undefined): Scope | null =>
  scope?.reach.of === 'classes' && child ? { ...scope, reach: { ...scope.reach, childIds: [child.id] } } : scope

/** A note is always within the reach of its author. */
const reaches = async (db: Db, reach: Reach, { schoolId, classRoomId, courseId, authorId }: Place) =>
  reach.of !== 'classes' ||
  !classRoomId ||
  authorId === reach.personId ||
  teachesIn(db, reach.personId, { schoolId, classRoomId, courseId })

/**
 * Decides for parents: only the student decides whether they have access, and every other id only narrows. Parents see no family
 * except their own.
 */
async function asParent(db: Db, children: ChildRow[], studentId: unknown): Promise<Scope | null> {
  const child = children.find(({ id }) => id === studentId)
  const school = child && (await schoolById(db, child.schoolId))
  if (!school) return null

  await seeOnly(db, { schools: [school.id], children: [child.id] })
  return { school, reach: { of: 'children', studentIds: [child.id] }, may: () => false }
}

/** Parents with a child in a school may read what concerns no child; what concerns children is narrowed to their own. */
async function asAnyParent(db: Db, access: InSchool, children: ChildRow[], input: Input) {
  await seeOnly(db, { schools: children.map(({ schoolId }) => schoolId) })
  const [named] = namedIn(access.from, input)
  const place = named && (await placeOf(db, children, ...named))
  const own = children.filter((child) => child.schoolId === place?.schoolId && concerns(access.from, child, input))
  const school = place && own.length > 0 ? await schoolById(db, place.schoolId) : undefined
  if (!school) return null

  await seeOnly(db, { schools: [school.id], children: own.map(({ id }) => id) })
  const reach: Reach = access.orAnyParent ? wholeSchool : { of: 'children', studentIds: own.map(({ id }) => id) }
  return { school, reach, may: () => false }
}

/** How an operation treats a session without its second proof. */
export function unprovedAt({ beforeProof, access }: Operation) {
  if (beforeProof) return 'served'
  return needsSession(access) ? 'refused' : 'visitor'
}

/** Whether an operation is closed to visitors. */
export const needsSession = (access: Access) => access.to !== 'anyone' && access.to !== 'selfOrGrant'
