import { expect, test } from 'vitest'
import { sqlIn, testDatabase, urlOf } from '#test/harness/database.ts'
import { operatorCall } from '#test/harness/operator-call.ts'
import { world } from '#test/world/world.ts'
import { exitCodes } from './kashkool.ts'

const connection = await testDatabase()
const url = urlOf(connection)
const ask = sqlIn(connection)
const { delta, manager, nile } = world
const call = (...words: string[]) =>
  operatorCall(['sign-in-open', ...words], { settings: { DATABASE_URL: url, MIGRATE_URL: url } })

test('the operator lets the passwords of a school open again where its provider does not work, and of no other', async () => {
  for (const { id } of [nile, delta])
    await ask(
      `insert into sign_in_providers (school_id, id, name, domain, issuer, client_id, sealed, required, made_by)
       values ($1, $1, 'Ours', 'ours.example', 'https://login.example', 'us', '\\x00', true, $2)`,
      [id, manager.id],
    )
  const listed = (await call()).output
  expect([listed.includes(nile.id), listed.includes(delta.id)]).toEqual([true, true])
  expect((await call(nile.id)).output).toContain(
    'sign in with their passwords again (1 provider is not required any more)',
  )
  expect(await ask('select school_id, required, active, version from sign_in_providers order by required')).toEqual([
    { school_id: nile.id, required: false, active: true, version: 2 },
    { school_id: delta.id, required: true, active: true, version: 1 },
  ])
  expect((await call(nile.id)).output).toContain('requires no provider')
  const lines = `select school_id from audit_lines where operation = 'operator opens a school to passwords'`
  expect(await ask(lines)).toEqual([{ school_id: nile.id }])
  const unknown = await call('01950000-0000-7d2b-a4d5-000000000000')
  expect([unknown.code, unknown.errors]).toEqual([exitCodes.failed, expect.stringContaining('There is no school')])
})
