import type { Kind } from './kinds.ts'
import type { Permission } from './permissions.ts'

/**
 * Which object a field names: `{ classRoom: 'classRoomId' }`. For a list of bodies (`items`), the objects of all elements, which must
 * belong to one school.
 */
export type From<Field extends string> = { readonly [K in Kind]?: Field }

/** The keys that open an operation: one key, any of several, or all of several. */
export type Keys = Permission | readonly Permission[] | { readonly all: readonly Permission[] }

/** All of these keys are needed. */
export const allOf = (...keys: Permission[]): Keys => ({ all: keys })

/** Which rows of an operation its caller sees (api.md §3.3). */
export type Rows =
  | 'none'
  | 'own'
  | 'public'
  | 'platform'
  | 'reference'
  | 'wholeSchool'
  | 'classReach'
  | 'linkedChildren'

/** Who may call an operation (api.md §3). A closed list, so that a new kind is a deliberate decision. */
export type Access<Field extends string = string> =
  | Anyone<Field>
  | SignedIn
  | Platform<Field>
  | Self
  | SelfOrGrant
  | AnySchool
  | InSchool<Field>

/** Everybody, signed in or not. `from` names the school whose public rows are read. */
export type Anyone<Field extends string = string> = {
  readonly to: 'anyone'
  readonly rows: readonly Rows[]
  readonly from: From<Field>
}

/** Any live session; if `key` is set, a person who has it app-wide. */
export type SignedIn = {
  readonly to: 'signedIn'
  readonly rows: readonly Rows[]
  readonly key: Permission | null
  readonly withProvider: boolean
}

/** People who have one of the keys app-wide. `from` names the object whose school the call concerns, if there is one. */
export type Platform<Field extends string = string> = {
  readonly to: 'platform'
  readonly rows: readonly Rows[]
  readonly keys: readonly Permission[]
  readonly from: From<Field>
}

/** Only the caller's own rows, whatever ids the body contains. `withProvider`: also in a session that a school's provider opened. */
export type Self = { readonly to: 'self'; readonly rows: readonly Rows[]; readonly withProvider: boolean }

/** The signed-in caller, or the owner of a valid grant from ConfirmPhonNumber; the operation uses the grant up. */
export type SelfOrGrant = { readonly to: 'selfOrGrant'; readonly rows: readonly Rows[]; readonly withProvider: false }

/** People with a key in any school, or with one of `platformKeys` app-wide. The call acts in every school open to it. */
export type AnySchool<Field extends string = string> = {
  readonly to: 'anySchool'
  readonly rows: readonly Rows[]
  readonly keys: readonly Permission[]
  readonly platformKeys: readonly Permission[]
  /** The objects that narrow the call to their school, if they are sent; they must be visible. */
  readonly from: From<Field>
  /** Keys that show every class of a school, not only those that the caller supervises and teaches. */
  readonly widenedBy: readonly Permission[]
  /** Whether parents may read too: the rows about their children, whatever class is named. */
  readonly orOwnChildren: boolean
  /** The field that names a person who may read their own rows without a key. */
  readonly orSelf: Field | null
}

/** Access is decided in one school: the school of the object that a field names. */
export type InSchool<Field extends string = string> = {
  readonly to: 'member' | 'staff'
  readonly rows: readonly Rows[]
  /** Keys of which the caller must have one in the school (or all of them, if `all` is set); none for members. */
  readonly keys: readonly Permission[]
  readonly all: boolean
  /** The objects that locate the call. At least one of the fields must be sent, and all sent ones must be visible. */
  readonly from: From<Field>
  /** Keys that show every class of the school, not only those that the caller supervises and teaches. */
  readonly widenedBy: readonly Permission[]
  /** The field that names a student whose parent may also call; for reading only. */
  readonly orParentOf: Field | null
  /** Whether parents of any student of the school may also read: what concerns the school and no child. */
  readonly orAnyParent: boolean
  /** Whether parents may also read: those rows of the object that concern their children. */
  readonly orOwnChildren: boolean
  /** The field that names a person who may read their own rows without a key. */
  readonly orSelf: Field | null
  /** What a cover opens to who covers a lesson of the class, as long as the lesson lasts (decision 154); null for nothing. */
  readonly orCover: OrCover<Field> | null
}

/** `days`: fields that must name the day of the lesson. `afterwards`: also what came after its end, where somebody lets it in. */
export type OrCover<Field extends string = string> = { readonly days: readonly Field[]; readonly afterwards: boolean }

export const anyone = <const F extends string = never>(rows: Rows, from: From<F> = {}): Anyone<F> => ({
  to: 'anyone',
  rows: [rows],
  from,
})

/** Lists of reference concern nobody, so every session reads them. */
export const signedIn = (rows: Rows, key: Permission | null = null): SignedIn => ({
  to: 'signedIn',
  rows: [rows],
  key,
  withProvider: rows === 'reference',
})

export const platform = <const F extends string = never>(
  key: Permission,
  rows: 'platform' | 'reference',
  from: From<F> = {},
): Platform<F> => ({ to: 'platform', rows: [rows], keys: [key], from })

export const self: Self = { to: 'self', rows: ['own'], withProvider: false }

export const selfOrGrant: SelfOrGrant = { to: 'selfOrGrant', rows: ['own'], withProvider: false }

/**
 * Opens an operation of a person to a session that a school's provider opened too (decision 160). It must answer only what concerns that school
 * (`user.onlySchool`), or what an intruder could do nothing with.
 */
export const alsoWithProvider = <const A extends Self | SignedIn>(access: A): A => ({ ...access, withProvider: true })

export const anySchoolOrPlatform = (
  keys: readonly Permission[],
  platformKeys: readonly Permission[],
  rows: Rows = 'none',
): AnySchool<never> => ({ to: 'anySchool', keys, platformKeys, rows: [rows], from: {}, widenedBy: [], ...nobodyElse })

/** Staff of the schools where they have the key, or people who have the other key app-wide; a named object narrows it to its school. */
export const staffOrPlatform = <const F extends string = never>(
  key: Permission,
  platformKey: Permission,
  from: From<F> = {},
): AnySchool<F> => ({ ...anySchoolOrPlatform([key], [platformKey]), rows: ['wholeSchool', 'platform'], from })

/** Staff of the object's school; if no object is named, of every school where they have one of the keys. */
export const inAnySchool = <const F extends string>(keys: readonly Permission[], from: From<F>): AnySchool<F> => ({
  ...anySchoolOrPlatform(keys, [], 'classReach'),
  from,
  widenedBy: [wholeSchoolKey],
})

/**
 * Staff of the object's school; if no object is named, of every school where they have one of the keys. Also parents, for the rows about
 * their children. `widenedBy`: keys that show the whole school, in addition to the one that always does.
 */
export const anySchoolOrParent = <const F extends string>(
  keys: readonly Permission[],
  from: From<F>,
  widenedBy: readonly Permission[],
): AnySchool<F> => ({
  ...anySchoolOrPlatform(keys, []),
  from,
  rows: rowsOfRecords(widenedBy),
  widenedBy: [wholeSchoolKey, ...widenedBy],
  orOwnChildren: true,
})

/** Members of the object's school: its administrator, teachers, supervisors and people with a right there. */
export const member = <const F extends string>(
  from: From<F>,
  rows: Rows,
  { widenedBy = [] }: { widenedBy?: readonly Permission[] } = {},
): InSchool<F> => ({
  to: 'member',
  keys: [],
  all: false,
  from,
  rows: [rows],
  widenedBy: [wholeSchoolKey, ...widenedBy],
  ...nobodyElse,
})

/** Like `member`, or a parent of any student of that school. */
export const memberOrParent = <const F extends string>(from: From<F>): InSchool<F> => ({
  ...member(from, 'wholeSchool'),
  orAnyParent: true,
})

function keysIn(keys: Keys) {
  if (typeof keys === 'string') return [keys]
  return 'all' in keys ? keys.all : keys
}

/** People with one of the keys in the school of the object. */
export const staff = <const F extends string>(keys: Keys, from: From<F>, rows: Rows): InSchool<F> => ({
  to: 'staff',
  keys: keysIn(keys),
  all: typeof keys === 'object' && 'all' in keys,
  from,
  rows: [rows],
  widenedBy: [wholeSchoolKey],
  ...nobodyElse,
})

/** Like `staff`, or the person named by the field, for their own rows. */
export const staffOrSelf = <const F extends string, const P extends string>(
  keys: Keys,
  from: From<F>,
  person: P,
): InSchool<F | P> => ({
  ...staff<F | P>(keys, from, 'wholeSchool'),
  rows: ['own', 'wholeSchool'],
  orSelf: person,
})

/** Like `staff`, or a parent linked to the student named by the field; a parent only reads. */
export const staffOrParent = <const F extends string, const P extends string>(
  keys: Keys,
  from: From<F>,
  student: P,
): InSchool<F | P> => ({
  ...staff<F | P>(keys, from, 'classReach'),
  rows: ['classReach', 'linkedChildren'],
  orParentOf: student,
})

/** The same; if no student is named, a parent reads the rows about all their children. */
export const staffOrParents = <const F extends string, const P extends string>(
  keys: Keys,
  from: From<F>,
  student: P,
): InSchool<F | P> => ({ ...staffOrParent(keys, from, student), orOwnChildren: true })

/** Like `staff` for the object, or a parent for those of its rows that concern their children. */
export const staffOrParentOfSome = <const F extends string>(
  keys: Keys,
  from: From<F>,
  widenedBy: readonly Permission[],
): InSchool<F> => ({
  ...staff(keys, from, 'classReach'),
  rows: rowsOfRecords(widenedBy),
  widenedBy: [wholeSchoolKey, ...widenedBy],
  orOwnChildren: true,
})

/** The same, or who covers a lesson of the object's class now. These operations and no others: a cover opens neither marks nor notes. */
export const orCovering = <const F extends string, const D extends string = never>(
  access: InSchool<F>,
  { days = [], afterwards = false }: { days?: readonly D[]; afterwards?: boolean } = {},
): InSchool<F | D> => ({ ...access, orCover: { days, afterwards } })

const rowsOfRecords = (widenedBy: readonly Permission[]): readonly Rows[] =>
  widenedBy.length > 0 ? ['classReach', 'wholeSchool', 'linkedChildren'] : ['classReach', 'linkedChildren']

const nobodyElse = { orParentOf: null, orAnyParent: false, orOwnChildren: false, orSelf: null, orCover: null }

/** The key that widens class reach to the whole school (permissions.md §1.4). */
export const wholeSchoolKey = 'ViewSchoolStudentsList' satisfies Permission
