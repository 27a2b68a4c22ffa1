import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import type { ReadInputOf } from '#contract/language/operation.ts'
import { childOf } from '#server/access/own-child.queries.ts'
import { found, notFound } from '#server/base/errors.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { implement } from '#server/call/implement.ts'
import type { Db } from '#server/db/db.ts'
import { lockUnmerged } from '#server/people/students/merged.rules.ts'
import { alertsOf, lockAlert, removeAlert, storeAlert } from './health-alerts.queries.ts'

export const healthAlertOperations = implement(healthAlerts, {
  async ofChild({ db, user, input: { studentId } }) {
    const { schoolId } = found(await childOf(db, user, studentId))
    return alertsOf(db, { schoolId, studentId })
  },

  async saveOwn({ db, user, input }) {
    const { schoolId } = found(await childOf(db, user, input.studentId))
    return stored(db, { schoolId, enteredBy: user.id, byParent: true }, input)
  },

  async removeOwn({ db, user, input }) {
    const { schoolId } = found(await childOf(db, user, input.studentId))
    return removed(db, schoolId, input)
  },

  ofStudent({ db, school, input: { studentId }, readsStudent }) {
    readsStudent(studentId)
    return alertsOf(db, { schoolId: school.id, studentId })
  },

  save: ({ db, user, school, input }) =>
    stored(db, { schoolId: school.id, enteredBy: user.id, byParent: false }, input),

  remove: ({ db, school, input }) => removed(db, school.id, input),
})

type By = { schoolId: string; enteredBy: string; byParent: boolean }

async function stored(db: Db, by: By, { baseVersion, ...alert }: ReadInputOf<typeof healthAlerts.save>) {
  const { schoolId } = by
  const { studentId, alertKind } = alert
  await lockUnmerged(db, schoolId, studentId)
  const read = async () => (await alertsOf(db, { schoolId, studentId }, alertKind))[0]
  const version = await lockAlert(db, { schoolId, studentId, alertKind })
  if (version !== undefined) await mustBeCurrent(baseVersion, version, read)
  await storeAlert(db, { ...by, ...alert })
  return found(await read())
}

async function removed(db: Db, schoolId: string, alert: ReadInputOf<typeof healthAlerts.remove>) {
  await lockUnmerged(db, schoolId, alert.studentId)
  const changed = await removeAlert(db, { schoolId, ...alert })
  if (changed === 0) throw notFound()
  return { done: true as const, changed }
}
