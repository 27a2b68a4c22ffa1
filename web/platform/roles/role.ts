import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { roles } from '#contract/platform/roles/roles.ts'

export type Role = OutputOf<typeof roles.get>

/** In what a role is held: in one school at a time, or app-wide. */
export type Scope = 'school' | 'app'

export const typeOf = (scope: Scope) => (scope === 'school' ? 1 : 2)

const builtIn = new Map(Object.values(builtInRoles).map((role) => [role.id as string, role]))

/** The roles every installation has cannot be renamed or turned off; of two of them the permissions may change. */
export const isBuiltIn = ({ id }: { id: string }) => builtIn.has(id)

export const keysAreFixed = ({ id }: { id: string }) => builtIn.get(id)?.keysMayChange === false
