import { rosterConnection, rosterUsesOfDays } from '#contract/platform/connections/roster-connection.ts'
import { mustBeCurrent } from '#server/call/concurrent-edit.ts'
import { type Again, implement } from '#server/call/implement.ts'
import type { AskAgain } from '#server/platform/identity/prove-again.rules.ts'
import { lockRosterSettings, rosterState, rosterUsesOf, switchRoster } from './roster-connection.queries.ts'

type Needs = { askAgain: AskAgain }

export const rosterConnectionOperations = implement(rosterConnection, ({ askAgain }: Needs) => ({
  get: ({ db, school }) => rosterState(db, school.id),

  async switch(call) {
    const { user, school, input } = call
    const { isOn, baseVersion } = input
    const save = async ({ db, audit }: Again) => {
      const version = await lockRosterSettings(db, school.id)
      await mustBeCurrent(baseVersion, version, () => rosterState(db, school.id))
      await switchRoster(db, school.id, { isOn, by: user.id })
      await audit('school', school.id)
      return rosterState(db, school.id)
    }
    return isOn ? askAgain(call, input, save) : save(call)
  },

  uses: ({ db, school, input: { refused }, page }) =>
    rosterUsesOf(
      db,
      { schoolId: school.id, today: school.today, days: rosterUsesOfDays, refused: refused ?? false },
      page,
    ),
}))
