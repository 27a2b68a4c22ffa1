import type { Operation } from '#contract/language/operation.ts'
import { type Declared, declared, elementOf, faultOfIds, fieldsOf, idsIn, valueOf } from './declared.ts'
import { type Found, type Row, rowOf } from './graph.ts'
import { inClassReach, isAbout, type Person, schoolOf } from './reach.ts'
import { refused } from './refused.ts'
import type { Rights } from './rights.ts'

export type Refusal = { status: number; sentence: string }

/** What a caller who is allowed to call may see: in which role, and in which schools. */
export type Scope = {
  /** As staff: schools, each as a whole or by class reach. */
  staff: Map<string, 'whole' | 'classes'>
  /** As parent: these children. */
  children: Rights['children'][number]['student'][]
  /** As the platform: every school, but no student. */
  platform: boolean
  /** As visitor: the school whose public rows are named. */
  open: string | null
}

/** A scope as a text; equal for all callers with the same scope. */
export const scopeAsText = ({ staff, children, platform, open }: Scope) =>
  JSON.stringify([[...staff], children.map(({ id }) => id), platform, open])

export type Ruling = { refusal: Refusal } | { scope: Scope }

type Call = Person & { operation: Operation; body: Row; access: Declared; named: Named[] }
type Named = { kind: string; found: Found | undefined }

/** Whether a call is allowed, and its scope: api.md §3 and §4 applied to the declared access, and nothing else. */
export function interpret(operation: Operation, person: Person, body: Row): Ruling {
  const access = declared(operation)
  const { to } = access
  if (to !== 'anyone' && to !== 'selfOrGrant' && !person.who) return { refusal: refused.signedOut }
  const fault = faultOfIds(operation.input, body)
  if (fault) return { refusal: { status: 400, sentence: fault } }
  const call = { ...person, operation, body, access, named: namedBy(operation, access, person, body) }
  if (to === 'anyone') return publicly(call)
  if (to === 'signedIn' || to === 'self' || to === 'selfOrGrant') return asOneself(call)
  if (to === 'platform') return asPlatform(call)
  return inSchools(call)
}

export const scopeOf = (part: Partial<Scope>): { scope: Scope } => ({
  scope: { staff: new Map(), children: [], platform: false, open: null, ...part },
})

/** The objects that locate a call, as named by the access; for a list, those of every element. */
function namedBy(operation: Operation, { from }: Declared, { graph }: Person, body: Row): Named[] {
  return Object.entries(from).flatMap(([kind, ours]) => {
    const value = valueOf(operation, body, ours)
    if (value == null) return []
    const element = elementOf(fieldsOf(operation.input).find((field) => field.ours === ours)!.inner)
    const ids = element
      ? (value as Row[]).map((each) => idsIn(element, each).find((id) => id.ours === `${kind}Id`)?.id)
      : [value]
    return ids.flatMap((id) => (id == null ? [] : [{ kind, found: standing(rowOf(graph, id)) }]))
  })
}

/** A removed object is answered like one that never existed (api.md §8.4). */
const standing = (found: Found | undefined) => (found && found.row.removed_at == null ? found : undefined)

const placeOf = ({ found }: Named) => (found ? schoolOf(found.table, found.row) : null)

/** The public rows of an active school; of any other school only for its administrator and the platform's reviewers (§3.5). */
function publicly({ graph, rights, named }: Call): Ruling {
  const school = named[0] && graph.schools.find(({ id }) => id === placeOf(named[0]!))
  if (named[0] && (!school || !(school.active || rights.isAdmin(school.id) || rights.reviews)))
    return { refusal: refused.notFound }
  return scopeOf({ open: school?.id ?? null })
}

function asOneself({ access, rights }: Call): Ruling {
  if (access.key && !rights.appKeys.includes(access.key)) return { refusal: refused.forbidden }
  const has = (rows: string) => access.rows.includes(rows)
  const schools = has('wholeSchool') || has('classReach') ? rights.schools : []
  const extent = (id: string) => (rights.may('ViewSchoolStudentsList', id) ? ('whole' as const) : ('classes' as const))
  return scopeOf({
    staff: new Map(schools.map(({ id }) => [id, extent(id)])),
    children: has('linkedChildren') ? rights.children.map(({ student }) => student) : [],
    platform: has('platform') && rights.appKeys.length > 0,
  })
}

function asPlatform({ access, rights, named }: Call): Ruling {
  if (!access.keys.some((key) => rights.appKeys.includes(key))) return { refusal: refused.forbidden }
  return named.every(({ found }) => found) ? scopeOf({ platform: true }) : { refusal: refused.notFound }
}

function inSchools(call: Call): Ruling {
  const { access, rights, operation, body, who, named } = call
  const required = access.to !== 'anySchool' && named.length === 0
  if (required) return { refusal: refused.required }
  const several = new Set(named.filter(({ kind }) => kind === 'school').map(placeOf))
  if (several.size > 1) return { refusal: refused.invalid }

  const open = rights.schools.filter(({ id }) => holds(call, id)).map(({ id }) => id)
  const reviews = access.platformKeys.some((key) => rights.appKeys.includes(key))
  const asksAsParent = !access.writes && parental(access)
  const children = asksAsParent ? rights.children.map(({ student }) => student) : []
  const self = access.orSelf !== null && valueOf(operation, body, access.orSelf) === who ? memberOf(call) : null
  const lets = open.length > 0 || reviews || children.length > 0 || self !== null
  if (!lets) return { refusal: refused.forbidden }

  const staff = asStaff(call, open)
  if (staff === 'contradictory') return { refusal: refused.invalid }
  const own = asParent(call, children)
  const platform = reviews && named.every(({ found }) => found)
  if (!staff && !own && !platform && !self?.length) return { refusal: refused.notFound }
  const contradiction = staff && contradicting(call)
  if (contradiction) return { refusal: contradiction }
  const ownSchools = new Map((self ?? []).map((id) => [id, 'classes' as const]))
  return scopeOf({ staff: new Map([...ownSchools, ...(staff ?? [])]), children: own ?? [], platform })
}

/** The schools where a person may ask for their own rows: those to which they belong; null if they belong to none and one is needed. */
function memberOf({ access, rights, named }: Call): string[] | null {
  const schools = rights.schools.map(({ id }) => id)
  if (access.to === 'anySchool') return ['nowhere', ...schools]
  return schools.length > 0 ? schools.filter((id) => named.every((one) => placeOf(one) === id)) : null
}

const parental = ({ orParentOf, orAnyParent, orOwnChildren }: Declared) => orParentOf || orAnyParent || orOwnChildren

/** Whether the caller belongs to the school, or has the keys there that the access requires. */
function holds({ access: { to, keys, all }, rights }: Call, schoolId: string) {
  if (to === 'member') return true
  const has = (key: string) => rights.may(key, schoolId)
  return all ? keys.every(has) : keys.some(has)
}

/** The schools open to staff: those of all named objects, if these are within reach; all schools if nothing is named. */
function asStaff(call: Call, open: string[]): Scope['staff'] | 'contradictory' | null {
  const { access, rights, named } = call
  const extent = (schoolId: string) =>
    !access.rows.includes('classReach') || access.widenedBy.some((key) => rights.may(key, schoolId))
      ? ('whole' as const)
      : ('classes' as const)
  const reached = ({ found }: Named) => {
    const school = found && schoolOf(found.table, found.row)
    if (!school || !open.includes(school)) return false
    return extent(school) === 'whole' || inClassReach(call, found.table, found.row)
  }
  if (!named.every(reached)) return null
  const places = [...new Set(named.map((one) => placeOf(one)!))]
  // In several schools: a school named beside an object contradicts it, and other objects count as not found (§3.1).
  if (places.length > 1) return access.to === 'anySchool' && access.from.school ? 'contradictory' : null
  const schools = places.length > 0 ? places : open
  return schools.length > 0 ? new Map(schools.map((id) => [id, extent(id)])) : null
}

/** The children about whom a parent reads: the named one, or those whom the named objects concern. A class or school only narrows. */
function asParent({ graph, access, operation, body, named }: Call, children: Scope['children']) {
  const field = access.orParentOf ?? access.from.student ?? null
  const child = field === null ? null : valueOf(operation, body, field)
  const candidates = child == null ? children : children.filter(({ id }) => id === child)
  if (access.orParentOf && !access.orOwnChildren && child == null) return null
  const concerns = (one: Scope['children'][number]) =>
    named.every((object) => {
      if (access.orAnyParent) return placeOf(object) === one.school_id
      if (['school', 'classRoom', 'student'].includes(object.kind)) return true
      return object.found !== undefined && isAbout(graph, one, object.found.table, object.found.row)
    })
  const own = candidates.filter(concerns)
  return own.length > 0 ? own : null
}

/** Checks what is named beside the object: a school must be the object's own (§3.1), and a write needs an active school. */
function contradicting({ graph, operation, access, body, named }: Call): Refusal | null {
  const place = named[0] && placeOf(named[0])
  if (!place) return null
  const beside = valueOf(operation, body, 'schoolId')
  if (!access.from.school && beside != null && beside !== place) return refused.invalid
  if (access.writes && !access.whileInactive && !graph.schools.find(({ id }) => id === place)?.active)
    return refused.notActive
  return null
}
