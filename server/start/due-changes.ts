import type pg from 'pg'
import type { Clock } from '#server/clock.ts'
import { applyPhoneChanges } from '#server/identity/phone-change-work.ts'
import { publishDuePosts } from '#server/posts/publishing-work.ts'
import { notifyOfPromotions } from '#server/promotion/promotion-work.ts'
import { applyReplacements } from '#server/teachers/replacement-work.ts'

/** Stops the work; resolves when none is running. */
export type DueChanges = { stop: () => Promise<void> }

/** Every minute, what was decided before and is due now. Several processes at once do each of it once. */
export function keepApplying(
  owner: pg.ClientConfig,
  clock: Clock,
  failed: (problem: unknown) => void,
  every = 60_000,
): DueChanges {
  let running: Promise<unknown> = Promise.resolve()
  const work = () => {
    const now = clock.now()
    running = Promise.all([
      applyPhoneChanges(owner, now),
      applyReplacements(owner, now),
      publishDuePosts(owner, now),
      notifyOfPromotions(owner, now),
    ]).catch(failed)
    timer = setTimeout(work, every).unref()
  }
  let timer = setTimeout(work, every).unref()
  return {
    async stop() {
      clearTimeout(timer)
      await running
      clearTimeout(timer)
    },
  }
}
