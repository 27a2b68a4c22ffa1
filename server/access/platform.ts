import type { AnySchool, From, Platform } from '#contract/language/access.ts'
import { actOnPlatform, placeAnywhere, schoolById } from './authorise.queries.ts'
import type { Db } from '#server/db/db.ts'
import { forbidden, notFound } from '#server/base/errors.ts'
import { namedIn } from './named.ts'
import type { Caller, ScopeAcross, ScopeOnPlatform } from './caller.ts'

type Input = Record<string, unknown>

/**
 * Decides operations that only the platform may use, with an app-wide key: changes to a school's payments and state, or to lists
 * that all schools share.
 */
export async function onPlatform(db: Db, access: Platform, caller: Caller, input: Input): Promise<ScopeOnPlatform> {
  if (!access.keys.some((key) => caller.rights.appKeys.includes(key))) throw forbidden()
  // Row-level security lets only such a call write the lists that all schools share (1040_lists_and_pictures_of_their_writers.sql).
  await actOnPlatform(db)
  if (!access.rows.includes('platform')) return { school: null }

  return { school: await schoolNamed(db, access.from, input) }
}

/**
 * The scope of what the platform reads of every school, narrowed to the school of the named object; it never includes students.
 */
export async function acrossPlatform(db: Db, access: AnySchool, input: Input): Promise<ScopeAcross> {
  await actOnPlatform(db)
  return {
    school: await schoolNamed(db, access.from, input),
    reach: { of: 'several', all: [], schools: [], classes: { personId: '', schools: [] }, studentIds: [] },
    onPlatform: true,
  }
}

async function schoolNamed(db: Db, from: From<string>, input: Input) {
  const [named] = namedIn(from, input)
  if (!named) return null
  const place = await placeAnywhere(db, ...named)
  const school = place && (await schoolById(db, place.schoolId))
  if (!school) throw notFound()
  return { id: school.id, timeZone: school.timeZone, active: school.active }
}
