import type { EachSchool } from '#contract/language/access-of-rights.ts'
import type { Operation } from '#contract/language/operation.ts'
import { actOnPlatform, seeOnly } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { conflict, forbidden, notFound } from '#server/base/errors.ts'
import type { Caller, ScopeAcross } from './caller.ts'

/**
 * Decides a list whose elements each belong to a school of their own. The caller needs the key in every named school, and
 * app-wide if an element names none (the operation checks the latter, because only it knows its elements). The call then sees
 * only those schools.
 */
export async function eachSchool(
  db: Db,
  operation: Operation,
  access: EachSchool,
  { rights }: Caller,
  input: Record<string, unknown>,
): Promise<ScopeAcross> {
  const open = rights.schools.filter(({ keys }) => access.keys.some((key) => keys.includes(key)))
  const onPlatform = access.platformKeys.some((key) => rights.appKeys.includes(key))
  if (open.length === 0 && !onPlatform) throw forbidden()

  const elements = input[access.from.school!] as { schoolId?: string | null }[]
  const named = [...new Set(elements.flatMap(({ schoolId }) => schoolId ?? []))]
  const schools = open.filter(({ id }) => named.includes(id))
  if (schools.length < named.length) throw notFound()
  if (operation.writes && !operation.whileInactive && schools.some(({ active }) => !active))
    throw conflict('This school is not active')

  if (onPlatform) await actOnPlatform(db)
  await seeOnly(db, { schools: named })
  const reach = {
    of: 'several',
    all: named,
    schools: named,
    classes: { personId: '', schools: [] },
    studentIds: [],
  } as const
  return { school: null, reach, onPlatform }
}
