import { promotions } from '#contract/results/promotion/promotions.ts'
import type pg from 'pg'
import { actAs, rightsOf } from '#server/access/authorise.queries.ts'
import { mayIn } from '#server/access/may.ts'
import { withClient } from '#server/db/client.ts'
import { civilDay } from '#server/base/days.ts'
import type { LongWork } from '#server/platform/jobs/work.rules.ts'
import { nextPromotion, type PromotionJob, startedPromotion } from './doing.queries.ts'
import { doPromotion } from './doing.ts'
import { settlePromotion } from './promotions.queries.ts'
import { undoPromotion } from './undoing.ts'

/** A promotion is done, and undone, in one portion, because nobody wants half a new year. */
export const promotionWork: LongWork<PromotionJob> = {
  name: 'promotion',
  take: nextPromotion,
  async portion(db, job, portion) {
    const { startedBy, timeZone } = await startedPromotion(db, job)
    await actAs(db, startedBy)
    const person = { id: startedBy, rights: await rightsOf(db, startedBy) }
    if (!mayIn(person, promotions.do, job.schoolId))
      return settlePromotion(db, job, before(job), 'The person who started this may no longer do it')
    const by = { schoolId: job.schoolId, actorId: startedBy, today: civilDay(portion.now, timeZone) }
    return (job.state === 'undoing' ? undoPromotion : doPromotion)(db, job, by, portion)
  },
  giveUp: (db, job) => settlePromotion(db, job, before(job), 'Something went wrong'),
}

const before = ({ state }: PromotionJob) => (state === 'undoing' ? 'done' : 'draft')

/** Notifies parents of new classes on the chosen day, as the owner; returns the number of promotions. */
export const notifyOfPromotions = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ many: number }>('select notify_of_promotions($1) as many', [now])
    return rows[0]!.many
  })
