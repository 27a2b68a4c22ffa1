import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { withClient } from '#server/db/client.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { operator } from '#test/harness/bundles.ts'
import { testApp } from '#test/harness/app.ts'
import { urlOf } from '#test/harness/database.ts'
import { rows } from '#test/harness/registering.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { eraseReads, sealAudit, verifyAudit } from './audit-chain.ts'

const { asVisitor, connection } = await testApp()
const secrets = secretsOf(Buffer.from('the key of the tests'))
const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const verify = (head?: string) => verifyAudit(connection, secrets, head)

/** Runs a statement as the owner of the database could: with the triggers switched off. */
const forced = (text: string, values: unknown[] = []) =>
  withClient(connection, async (client) => {
    await client.query('set session_replication_role = replica')
    return client.query(text, values)
  })

const someLines = async () => {
  for (const { phone } of [world.teacher, world.parent, world.mother, world.manager])
    await asVisitor(identity.login, { phoneNumber: phone, password: demoPassword })
  const ids = await sql('select id from audit_lines order by id')
  return ids.map(({ id }) => String(id))
}

describe('the chain over the audit', () => {
  test('names an edit, a removal and an insertion, each at its place, and only with the key', async () => {
    const ids = await someLines()
    expect(await sealAudit(connection, secrets)).toBe(ids.length)
    expect(await sealAudit(connection, secrets)).toBe(0)
    const whole = await verify()
    expect(whole).toMatchObject({ lines: ids.length, broken: [] })

    const [first, second, third, fourth] = ids as [string, string, string, string]
    await forced(`update audit_lines set outcome = 'another' where id = $1`, [first])
    await forced('delete from audit_lines where id = $1', [third])
    expect((await verify()).broken).toEqual([
      { lineId: first, what: 'changed' },
      { lineId: third, what: 'removed' },
    ])
    await forced(
      `insert into audit_lines (id, operation, outcome) overriding system value values ($1, 'nothing', 'done')`,
      [third],
    )
    expect((await verify()).broken).toContainEqual({ lineId: third, what: 'changed' })
    await forced('delete from audit_seals where line_id = $1', [fourth])
    const { broken } = await verify()
    expect(broken).toContainEqual({ lineId: fourth, what: 'inserted' })
    expect(broken.map(({ lineId }) => lineId)).not.toContain(second)

    const strange = await verifyAudit(connection, secretsOf(Buffer.from('another key')))
    expect(strange.broken.length).toBeGreaterThan(ids.length - 2)
  })

  test('grows with new lines, and knows a seal noted earlier; one that was cut off is missed', async () => {
    await forced('truncate audit_seals')
    await sealAudit(connection, secrets)
    const { head } = await verify()
    await someLines()
    expect(await sealAudit(connection, secrets)).toBeGreaterThan(3)
    expect(await verify(head!)).toMatchObject({ broken: [], headFound: true })

    const newer = (await verify()).head!
    await forced(`delete from audit_seals where line_id > (select max(line_id) - 2 from audit_seals)`)
    expect(await verify(newer)).toMatchObject({ headFound: false })
  })

  test('waits while a line is being written, which could have an earlier number', async () => {
    await sealAudit(connection, secrets)
    await withClient(connection, async (writer) => {
      await writer.query('begin')
      await writer.query(`insert into audit_lines (operation, outcome) values ('slow', 'done')`)
      await expect(sealAudit(connection, secrets)).rejects.toMatchObject({ code: '55P03' })
      await writer.query('commit')
    })
    expect(await sealAudit(connection, secrets)).toBe(1)
    expect((await verify()).broken).toEqual([])
  })

  test('is out of reach of the account that requests use', async () => {
    await withClient(connection, async (client) => {
      await client.query('set role kashkool_app')
      for (const statement of ['select * from audit_seals', 'delete from audit_seals', 'delete from audit_lines'])
        await expect(client.query(statement)).rejects.toMatchObject({ code: '42501' })
    })
  })
})

test('reads whose time is over are erased, which is told from a line that somebody removed', async () => {
  await forced('truncate audit_seals')
  await forced(
    `insert into audit_lines (at, operation, outcome, target_kind) values
       (now() - interval '400 days', 'an old read', 'read', 'student'), (now() - interval '400 days', 'an old write', 'done', 'student'),
       (now() - interval '300 days', 'a newer read', 'read', 'student'), (now() - interval '400 days', 'another old read', 'read', 'student')`,
  )
  await sealAudit(connection, secrets)
  const before = await verifyAudit(connection, secrets)
  expect(await eraseReads(connection, secrets, 365)).toBe(2)
  expect(await eraseReads(connection, secrets, 365)).toBe(0)
  expect(
    await sql(`select operation from audit_lines where operation like '%old%' or operation like 'a newer%'`),
  ).toEqual([{ operation: 'an old write' }, { operation: 'a newer read' }])
  const after = await verifyAudit(connection, secrets)
  expect(after).toEqual({ ...before, lines: before.lines - 2, erased: 2 })

  await forced(
    `update audit_seals set erased = sha256('guessed') where line_id = (select id from audit_lines where operation = 'an old write')`,
  )
  await forced(`delete from audit_lines where operation = 'an old write'`)
  expect((await verifyAudit(connection, secrets)).broken).toEqual([{ lineId: expect.any(String), what: 'removed' }])
  await expect(sql(`delete from audit_lines`)).rejects.toThrow()
})

test('the erasure passes over what stays, and the next one finds what has become old since', async () => {
  await forced('truncate audit_seals')
  const add = (operation: string, outcome: string, days: number, times = 1) =>
    forced(
      `insert into audit_lines (at, operation, outcome, target_kind)
       select now() - interval '${days} days', '${operation}', '${outcome}', 'student' from generate_series(1, ${times})`,
    )
  await add('kept for ever', 'done', 500, 6000)
  await add('the first read', 'read', 500)
  await sealAudit(connection, secrets)
  expect(await eraseReads(connection, secrets, 365)).toBe(1)
  await add('kept for ever', 'done', 400)
  await add('the next read', 'read', 400)
  await add('not yet', 'read', 364)
  await sealAudit(connection, secrets)
  expect(await eraseReads(connection, secrets, 365)).toBe(1)
  expect(
    await sql(`select operation from audit_lines where outcome = 'read' and at < now() - interval '363 days'`),
  ).toEqual([{ operation: 'not yet' }])
  expect((await verifyAudit(connection, secrets)).broken).toEqual([])
})

test('the operator’s command says whether the audit is whole, and where it is not', async () => {
  await forced('truncate audit_seals')
  const ofOperator = secretsOf(Buffer.from('a secret of thirty-two characters!'))
  await acceptSignatures(connection, ofOperator, { besides: true })
  await sealAudit(connection, ofOperator)
  const url = urlOf(connection)
  const run = () =>
    execFileSync(process.execPath, [...operator, 'verify', 'audit'], {
      env: {
        ...process.env,
        DATABASE_URL: url,
        MIGRATE_URL: url,
        SECRET: 'a secret of thirty-two characters!',
      },
      encoding: 'utf8',
      stdio: 'pipe',
    })
  expect(run()).toContain('lines of the audit are as they were sealed')
  const [{ id }] = await sql('select min(id) as id from audit_lines')
  await forced('delete from audit_lines where id = $1', [id])
  expect(run).toThrow(`Line ${id} was removed.`)
})
