import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { applyPhoneChanges } from '#server/platform/identity/phone-change-work.queries.ts'
import type { testApp } from './app.ts'
import { clock } from '#test/world/clock.ts'
import { registering } from './registering.ts'
import { tracesIn } from './traces.ts'
import { world } from '#test/world/world.ts'

const { manager, deputy } = world

/** Changes of a person's phone number by people of their school, and their results. */
export function phoneChanging(app: Awaited<ReturnType<typeof testApp>>, { id: schoolId }: { id: string }) {
  const { as, connection } = app
  const { sql } = tracesIn(connection)
  const { codeFor } = registering(app)
  const list = (by: typeof manager) => as(by)(phoneChanges.list, { schoolId })
  const open = async (by = manager) => (await list(by)).find(({ endedAt }) => endedAt === null)
  return {
    open,
    numberOf: async ({ id }: { id: string }) =>
      (await sql('select phone_number from users where id = $1', [id]))[0].phone_number,
    request: async (person: { id: string }, phoneNumber: string, by = manager) => {
      await as(by)(phoneChanges.sendCode, { schoolId, phoneNumber })
      const code = (await codeFor(phoneNumber))!
      return as(by)(phoneChanges.request, { schoolId, userId: person.id, phoneNumber, code, seenInPerson: 1 })
    },
    outcome: async () => (await list(manager))[0]!.outcome,
    confirm: async (by = deputy) => as(by)(phoneChanges.confirm, { schoolId, changeId: (await open())!.id }),
    /** Runs the work that is due this many hours later. */
    later: (hours: number) => applyPhoneChanges(connection, new Date(+clock.now() + hours * 3_600_000)),
  }
}
