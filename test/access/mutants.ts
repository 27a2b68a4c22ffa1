import type { Access, AnySchool, InSchool } from '#contract/language/access.ts'
import type { Operation } from '#contract/language/operation.ts'
import type { Permission } from '#contract/language/permissions.ts'

/** One removed or changed rule, which the matrix must notice. */
export type Mutant = { name: string; operations: Operation[]; begin: () => unknown; end: () => unknown }

/** For each clause of an operation's declared access, a mutant that allows everything; for each permission, one that refuses it. */
export function accessMutants(operation: Operation, everyKey: Permission[]): Mutant[] {
  const { access } = operation
  const turned = (name: string, changed: Partial<Operation>): Mutant => {
    const before = { ...operation }
    return {
      name: `${operation.path}: ${name}`,
      operations: [operation],
      begin: () => Object.assign(operation, changed),
      end: () => Object.assign(operation, before),
    }
  }
  const as = (name: string, changed: object) => turned(name, { access: { ...access, ...changed } as Access })

  const who = as('open to visitors', { to: 'anyone', from: {} })
  const writes = operation.writes ? writing(operation, turned) : []
  switch (access.to) {
    case 'anyone':
      return access.from.school ? [as('its school is not looked at', { from: {} })] : []
    case 'selfOrGrant':
      return []
    case 'self':
      return [who]
    case 'signedIn':
      return [
        who,
        ...(access.key
          ? [as(`without ${access.key}`, { key: null }), as('with another key', { key: 'CreateRole' })]
          : []),
        ...(access.rows.includes('linkedChildren') ? [as('children are not looked for', { rows: ['none'] })] : []),
      ]
    case 'platform':
      return [who, ...eachKey(access, as, everyKey, 'keys')]
    case 'anySchool':
      return [
        who,
        ...eachKey(access, as, everyKey, 'keys'),
        ...eachKey(access, as, everyKey, 'platformKeys'),
        ...inReach(access, as, everyKey),
        ...Object.keys(access.from).map((kind) => notLookedAt(access, as, kind)),
        ...besides(access, as),
      ]
    default:
      return [who, ...inSchool(access, as, everyKey), ...writes]
  }
}

/** For a list of keys: one mutant with all keys instead, and one without each of them. */
function eachKey<A extends Record<N, readonly Permission[]>, N extends string>(
  access: A,
  as: As,
  everyKey: Permission[],
  name: N,
): Mutant[] {
  const list = access[name]
  const without = (key: Permission) => list.filter((other) => other !== key)
  return [
    as(`open to every key (${name})`, { [name]: everyKey }),
    ...list.map((key) => as(`closed to ${key} (${name})`, { [name]: without(key) })),
  ]
}

type As = (name: string, changed: object) => Mutant

function inSchool(access: InSchool, as: As, everyKey: Permission[]): Mutant[] {
  const { from, orParentOf, orAnyParent } = access
  return [
    ...(access.to === 'staff'
      ? [as('open to members', { to: 'member', keys: [] }), ...eachKey(access, as, everyKey, 'keys')]
      : [as('open to holders of a key alone', { to: 'staff', keys: ['ViewSchoolData'] })]),
    ...inReach(access, as, everyKey),
    ...(Object.keys(from).length > 1 ? Object.keys(from).map((kind) => notLookedAt(access, as, kind)) : []),
    ...(access.all ? [as('one of its keys suffices', { all: false })] : []),
    ...(orParentOf ? [as('closed to parents', { orParentOf: null })] : []),
    ...(orAnyParent ? [as('closed to all parents', { orAnyParent: false })] : []),
    ...besides(access, as),
  ]
}

const inReach = (access: InSchool | AnySchool, as: As, everyKey: Permission[]) =>
  access.rows.includes('classReach')
    ? [as('whole school instead of classes', { rows: ['wholeSchool'] }), ...eachKey(access, as, everyKey, 'widenedBy')]
    : []

const notLookedAt = ({ from }: InSchool | AnySchool, as: As, kind: string) =>
  as(`its ${kind} is not looked at`, { from: { ...from, [kind]: undefined } })

/** Mutants for callers who need no key. */
const besides = ({ orOwnChildren, orSelf }: InSchool | AnySchool, as: As) => [
  ...(orOwnChildren ? [as('closed to parents', { orOwnChildren: false })] : []),
  ...(orSelf ? [as('closed to the person it is about', { orSelf: null })] : []),
]

/** If writes are allowed in an inactive school, nothing else distinguishes a write from a read here. */
const writing = ({ whileInactive }: Operation, turned: (name: string, changed: Partial<Operation>) => Mutant) =>
  whileInactive
    ? [turned('closed while the school is not active', { whileInactive: false })]
    : [
        turned('also while the school is not active', { whileInactive: true }),
        turned('not taken for a write', { writes: false }),
      ]
