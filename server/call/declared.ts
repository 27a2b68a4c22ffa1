import type * as z from 'zod/mini'
import type { Access } from '#contract/language/access.ts'
import type { Operation } from '#contract/language/operation.ts'
import { permissions } from '#contract/language/permissions.ts'
import { type BuiltInRole, builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { CannotStart } from '#server/base/cannot-start.ts'

/**
 * Throws if the declaration of an operation cannot work. The compiler finds most such errors, but tests and the product run without the
 * compiler, and a misspelt key would cause refusals that nobody can explain.
 */
export function mustBeWellDeclared(operations: readonly Operation[], roles: readonly BuiltInRole[] = everyRole) {
  const faults = [...operations.flatMap(faultsOf), ...samePaths(operations), ...roles.flatMap(faultsOfRole)]
  if (faults.length > 0) throw new CannotStart(faults.join('\n'))
}

const everyRole = Object.values(builtInRoles)

const faultsOf = ({ path, access, input, equal, bare }: Operation) =>
  [
    ...(/^(\w+\/)?\w+\/\w+$/.test(path) ? [] : ['the path is not of the form Family/Operation']),
    ...keysOf(access).flatMap(unknownKey),
    ...[...fieldsOf(access), ...equal, ...(bare ? [bare] : [])]
      .filter((field) => !Object.hasOwn((input as z.ZodMiniObject).shape, field))
      .map((field) => `the field ${field} is not among those of its input`),
  ].map((fault) => `The operation ${path} is declared wrongly: ${fault}.`)

const faultsOfRole = ({ name, keys }: BuiltInRole) =>
  keys.flatMap(unknownKey).map((fault) => `The built-in role ${name} is declared wrongly: ${fault}.`)

/** In lower case, because the router ignores case. */
function samePaths(operations: readonly Operation[]) {
  const seen = new Set<string>()
  return operations.flatMap(({ path }) => {
    const known = seen.has(path.toLowerCase())
    seen.add(path.toLowerCase())
    return known ? [`Two operations have the path ${path}.`] : []
  })
}

function unknownKey(key: string) {
  if (known.has(key)) return []
  const like = [...known].find((one) => one.toLowerCase() === key.toLowerCase() || one.startsWith(key))
  return [`there is no permission ${key}${like ? ` (is ${like} meant?)` : ''}`]
}

const known = new Set<string>(permissions.map(({ key }) => key))

const keysOf = (access: Access): readonly string[] => {
  switch (access.to) {
    case 'signedIn':
      return access.key ? [access.key] : []
    case 'platform':
      return access.keys
    case 'anySchool':
      return [...access.keys, ...access.platformKeys, ...access.widenedBy]
    case 'member':
    case 'staff':
      return [...access.keys, ...access.widenedBy]
    default:
      return []
  }
}

const fieldsOf = (access: Access): string[] => [
  ...('from' in access ? Object.values(access.from) : []),
  ...('orSelf' in access && access.orSelf ? [access.orSelf] : []),
  ...('orParentOf' in access && access.orParentOf ? [access.orParentOf] : []),
]
