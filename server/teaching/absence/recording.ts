import type { Channel } from '#server/outbox/worker.ts'
import { recordSteps } from './steps.queries.ts'

const day = 24 * 3_600_000

/** Counts absences again after changes of registers, excuses and rules: after the save, class by class. */
export const absenceChannel: Channel = {
  name: 'Absence',
  ttl: { 'absence changed': 30 * day },
  atOnce: 5,
  takes: 5000,
  async deliver(event, ask) {
    await ask((db) => recordSteps(db, event))
    return { is: 'marked' }
  },
}
