import type pg from 'pg'
import type { Clock } from '#server/clock.ts'
import { withClient } from '#server/db/client.ts'

/** Stops the work; resolves when none is running. */
export type PhoneChangeWork = { stop: () => Promise<void> }

/** Does what is due by the clock of the server, as the owner; answers how many changes ended. */
export const applyPhoneChanges = (owner: pg.ClientConfig, now: Date): Promise<number> =>
  withClient(owner, async (client) => {
    const { rows } = await client.query<{ ended: number }>('select apply_phone_changes($1) as ended', [now])
    return rows[0]!.ended
  })

/** Every minute. Several processes at once do no harm: each change is done by one of them. */
export function keepApplying(
  owner: pg.ClientConfig,
  clock: Clock,
  failed: (problem: unknown) => void,
  every = 60_000,
): PhoneChangeWork {
  let running: Promise<unknown> = Promise.resolve()
  const work = () => {
    running = applyPhoneChanges(owner, clock.now()).catch(failed)
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
