import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { invalid, mustDiffer, notFound } from '#server/base/errors.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import {
  conductSettingsOf,
  conductKindsOf,
  lockConductSettings,
  saveConductSettings,
  storeKinds,
} from './kinds.queries.ts'
import { conductPresets } from './presets.ts'

type Call = { db: Db; school: { id: string }; may: (key: 'ViewCounsellorNotes' | 'DecideConduct') => boolean }

export const conductKindOperations = implement(conductKinds, {
  get: (call) => stored(call),

  presets: async () => conductPresets,

  async save(call) {
    const { db, school, audit, input } = call
    const { kinds, baseVersion, fullMark = null, startsAt = null } = input
    const ids = kinds.flatMap(({ id }) => id ?? [])
    mustDiffer(ids, 'Invalid input', 'kinds')
    if (kinds.some(({ isMerit, level }) => isMerit && level != null))
      throw invalid('Only a breach has a level', 'kinds')
    if (startsAt !== null && startsAt > (fullMark ?? 0))
      throw invalid('A term begins with no more than the full mark', 'startsAt')
    const version = await lockConductSettings(db, school.id)
    const known = new Set((await conductKindsOf(db, school.id)).map(({ id }) => id))
    if (ids.some((id) => !known.has(id))) throw notFound()
    await mustBeCurrent(baseVersion, version, () => stored(call))
    await storeKinds(db, school.id, kinds)
    await saveConductSettings(db, school.id, { fullMark, startsAt })
    await audit('conduct', school.id)
    return stored(call)
  },
})

async function stored({ db, school, may }: Call) {
  return {
    schoolId: school.id,
    ...(await conductSettingsOf(db, school.id)),
    kinds: await conductKindsOf(db, school.id),
    may: { counsellorNotes: may('ViewCounsellorNotes'), decide: may('DecideConduct') },
  }
}
