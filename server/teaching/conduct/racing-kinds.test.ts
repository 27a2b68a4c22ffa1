import { expect, test } from 'vitest'
import { conductKinds } from '#contract/teaching/conduct/conduct-kinds.ts'
import { withClient } from '#server/db/client.ts'
import { testApp } from '#test/harness/app.ts'
import { notFound, tracesIn } from '#test/harness/traces.ts'
import { whoWaits } from '#test/harness/waiting.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world

test('a kind that was removed while a save waited is not saved', async () => {
  const late = { kindName: 'تأخر', isMerit: false, points: 1, measures: [], parentsSee: false }
  const save = (kinds: (typeof late & { id?: string })[]) =>
    as(manager)(conductKinds.save, { schoolId: nile.id, kinds })
  const { id } = (await save([late])).kinds[0]!

  const saved = await withClient(connection, async (client) => {
    await client.query(`begin; select from conduct_settings where school_id = '${nile.id}' for update`)
    const saving = save([{ ...late, id, kindName: 'تأخر عن الطابور' }]).catch((refused: unknown) => refused)
    await expect.poll(() => sql(whoWaits)).toHaveLength(1)
    await client.query(`update conduct_kinds set removed_at = now() where school_id = '${nile.id}'; commit`)
    return saving
  })
  expect(saved).toMatchObject(notFound)
  expect(await sql('select from conduct_kinds where name = $1', ['تأخر عن الطابور'])).toEqual([])
})
