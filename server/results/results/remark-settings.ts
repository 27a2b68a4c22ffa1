import { remarkSettings } from '#contract/results/results/remark-settings.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { lockRemarkSettings, remarkSettingsOf, storeRemarkSettings } from './remark-settings.queries.ts'

export const remarkSettingOperations = implement(remarkSettings, {
  get: ({ db, school }) => shown(db, school.id),

  async save({ db, school, input: { schoolId: _, baseVersion, ...to }, audit }) {
    const version = await lockRemarkSettings(db, school.id)
    await mustBeCurrent(baseVersion, version, () => shown(db, school.id))
    await storeRemarkSettings(db, school.id, to)
    await audit('school', school.id)
    return shown(db, school.id)
  },
})

const shown = async (db: Db, schoolId: string) => ({ schoolId, ...(await remarkSettingsOf(db, schoolId)) })
