import { promotions } from '#contract/results/promotion/promotions.ts'
import { actAs, rightsOf } from '#server/access/authorise.queries.ts'
import { mayIn } from '#server/access/may.ts'
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
