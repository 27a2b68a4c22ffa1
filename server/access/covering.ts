import type { InSchool } from '#contract/language/access.ts'
import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { placeOf, seeOnly } from './authorise.queries.ts'
import type { Caller, Scope } from './caller.ts'
import { coversNow } from './covering.queries.ts'
import { namedIn } from './named.ts'

type Call = { caller: Caller; input: Record<string, unknown>; now: Date | null }

/**
 * Decides for who covers a lesson: as long as it lasts by the clock of the school, what the declared access names is open for the classes of
 * that lesson on that day (decision 154). A school alone opens nothing, and every named object must be in such a class.
 */
export async function asCovering(db: Db, { orCover, from }: InSchool, { caller, input, now }: Call) {
  const schools = caller.rights.schools.filter(({ active }) => active)
  if (!orCover || !now || schools.length === 0) return null
  const named = namedIn(from, input)
  const [first] = named.filter(([kind]) => kind !== 'school')
  if (!first) return null

  await seeOnly(db, { schools: schools.map(({ id }) => id) })
  const place = await placeOf(db, schools, ...first)
  const school = schools.find(({ id }) => id === place?.schoolId)
  if (!school) return null
  for (const [kind, id] of named) {
    const other = await placeOf(db, [school], kind, id)
    if (!other || (other.classRoomId ?? place!.classRoomId) !== place!.classRoomId) return null
  }
  const covers = await coversNow(db, { schoolId: school.id, personId: caller.id, now })
  const isOpen = covers.some(
    ({ classIds, day, isReopened }) =>
      classIds.includes(place!.classRoomId ?? '') &&
      orCover.days.every((field) => input[field] === day) &&
      (!isReopened || orCover.afterwards),
  )
  if (!isOpen) return null

  await seeOnly(db, { schools: [school.id] })
  const { id, timeZone, active } = school
  const reach = { of: 'classes', personId: caller.id, coveredIds: [place!.classRoomId!] } as const
  // What a key opens beyond the operation itself, such as a register of a closed day, a cover does not open.
  const may = (_: Permission) => false
  return { school: { id, timeZone, active }, reach, may } satisfies Scope
}
