import type { Clock } from '#server/base/clock.ts'
import type { DatabaseAddress } from '#server/db/client.ts'
import { applyPhoneChanges } from '#server/platform/identity/phone-change-work.queries.ts'
import { publishDuePosts } from '#server/messages/posts/publishing-work.queries.ts'
import { keepThreads } from '#server/messages/threads/threads-work.queries.ts'
import { remindOfFees } from '#server/money/fees/reminders.queries.ts'
import { type Repeated, repeated } from '#server/processes/repeated.ts'
import { notifyOfPromotions } from '#server/results/promotion/promotion-notices.queries.ts'
import { remindOfForms } from '#server/people/forms/reminders.queries.ts'
import { remindOfMeetings } from '#server/people/meetings/reminders.queries.ts'
import { applyReplacements } from '#server/people/teachers/replacement-work.queries.ts'
import { remindOfLessons } from '#server/teaching/lessons/reminders.queries.ts'

/** Applies, every minute, what was decided earlier and is due now. If several processes run, each change is still applied once. */
export function keepApplying(
  owner: DatabaseAddress,
  clock: Clock,
  failed: (problem: unknown) => void,
  every = 60_000,
): Repeated {
  const work = async () => {
    const now = clock.now()
    const all = [
      applyPhoneChanges,
      applyReplacements,
      publishDuePosts,
      keepThreads,
      notifyOfPromotions,
      remindOfFees,
      remindOfForms,
      remindOfLessons,
      remindOfMeetings,
    ]
    const ended = await Promise.allSettled(all.map((apply) => apply(owner, now)))
    const problem = ended.find((one) => one.status === 'rejected')
    if (problem) failed(problem.reason)
  }
  return repeated(work, { first: every, every })
}
