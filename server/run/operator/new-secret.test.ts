import { expect, test } from 'vitest'
import { sealAudit } from '#server/access/audit-chain.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { withClient } from '#server/db/client.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { sqlIn, testDatabase, urlOf } from '#test/harness/database.ts'
import { operatorCall } from '#test/harness/operator-call.ts'
import { world } from '#test/world/world.ts'
import { exitCodes } from './kashkool.ts'

const connection = await testDatabase()
const url = urlOf(connection)
const ask = sqlIn(connection)
const [former, latter] = ['the former secret of this installation', 'the latter secret of this installation'] as const
const call = (SECRET: string, args: string[], input = '') =>
  operatorCall(args, { settings: { DATABASE_URL: url, MIGRATE_URL: url, SECRET }, input })

test('after its SECRET was lost, an installation goes on with a new one', async () => {
  await ask('delete from signing_keys')
  await acceptSignatures(connection, secretsOf(Buffer.from(former)))
  await ask(`insert into second_factors (user_id, sealed_secret) values ($1, '')`, [world.admin.id])
  await ask(
    `insert into sign_in_providers (school_id, id, name, domain, issuer, client_id, sealed, required, made_by)
     values ($1, $1, 'Ours', 'ours.example', 'https://login.example', 'us', '', true, $2)`,
    [world.nile.id, world.manager.id],
  )
  await sealAudit(connection, secretsOf(Buffer.from(former)))
  expect((await call(latter, ['verify', 'audit'])).errors).toContain('SECRET differs from the one')
  expect((await call(former, ['new-secret'], 'new secret\n')).errors).toContain('is used with this SECRET already.')
  expect((await call(latter, ['new-secret'], 'yes\n')).errors).toBe('Nothing was changed.\n')
  await withClient({ ...connection, user: 'kashkool_app' }, async () => {
    expect((await call(latter, ['new-secret'], 'new secret\n')).errors).toContain('stop it first')
  })

  const changed = await call(latter, ['new-secret'], 'new secret\n')
  expect([changed.code, changed.output]).toEqual([
    exitCodes.done,
    expect.stringContaining('1 authenticator was removed'),
  ])
  expect(changed.output).toContain('1 provider of sign-in is not required any more.')
  expect(await ask('select from second_factors')).toEqual([])
  expect(await ask('select required from sign_in_providers')).toEqual([{ required: false }])
  expect(await acceptSignatures(connection, secretsOf(Buffer.from(former)))).toBe(false)
  await sealAudit(connection, secretsOf(Buffer.from(latter)))
  expect((await call(latter, ['verify', 'audit'])).code).toBe(exitCodes.done)
})
