import { expect, test } from 'vitest'
import { newId } from '#server/db/ids.ts'
import { sqlIn, testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { eraseExpired } from './housekeeping.ts'

const connection = await testDatabase()
const ask = sqlIn(connection)
const { nile, manager, parent, omar } = world

const textOf = async (table: string) =>
  (await ask<{ row: string }>(`select t::text as row from ${table} t`)).map(({ row }) => row).join('\n')

test('of an invited teacher and of a changed number nothing stays in the former values either', async () => {
  const [invited, kept, changed] = [newId(), newId(), newId()]
  for (const [id, phone] of [
    [invited, '01055566601'],
    [kept, '01055566602'],
  ])
    await ask(
      `insert into staff_invitations (id, school_id, phone_number, email, invited_by) values ($1, $2, $3, 'old@example.com', $4)`,
      [id, nile.id, phone, manager.id],
    )
  await ask(
    `insert into phone_changes (id, school_id, person_id, old_number, new_number, requested_by, requested_at)
     values ($1, $2, $3, '01055566603', '01055566604', $4, now() - interval '400 days')`,
    [changed, nile.id, parent.id, manager.id],
  )
  await ask(`update staff_invitations set email = 'new@example.com' where id = any ($1)`, [[invited, kept]])
  await ask(`update staff_invitations set removed_at = now() - interval '31 days', removed_by = $2 where id = $1`, [
    invited,
    manager.id,
  ])
  await ask(`update phone_changes set ended_at = now() - interval '366 days', outcome = 'withdrawn' where id = $1`, [
    changed,
  ])
  expect(await textOf('former_values')).toContain('01055566601')

  await eraseExpired(connection)
  const left = await textOf('former_values')
  expect(['01055566601', '01055566603', '01055566604'].filter((number) => left.includes(number))).toEqual([])
  expect(left).toContain('01055566602')
  await expect(ask('delete from former_values')).rejects.toThrow('append-only')
  expect((await eraseExpired(connection))['former values']).toBe(0)
})

test('invitations of teachers, codes of proof, what is counted of reads, and examples of imports go when their time is over', async () => {
  const kinds: Record<string, { over: string; not: string; insert: (id: string, at: string) => string }> = {
    staff_invitations: {
      over: '31 days',
      not: '29 days',
      insert: (id, at) =>
        `insert into staff_invitations (id, school_id, phone_number, invited_by, removed_at, removed_by)
         values ('${id}', '${nile.id}', '01055566610', '${manager.id}', ${at}, '${manager.id}')`,
    },
    proof_codes: {
      over: '31 days',
      not: '29 days',
      insert: (id, at) =>
        `insert into proof_codes (id, school_id, person_id, code_hmac, issued_by, expires_at)
         values ('${id}', '${nile.id}', '${parent.id}', '\\x00', '${manager.id}', ${at})`,
    },
    student_readings: {
      over: '61 minutes',
      not: '59 minutes',
      insert: (id, at) =>
        `insert into student_readings (person_id, student_id, read_at) values ('${parent.id}', '${id}', ${at})`,
    },
    audit_origins: {
      over: '91 days',
      not: '89 days',
      insert: (id, at) =>
        `insert into audit_origins (request_id, account_id, address, at) values ('${id}', '${parent.id}', '10.0.0.1', ${at})`,
    },
    imports: {
      over: '31 days',
      not: '29 days',
      insert: (id, at) =>
        `insert into imports (id, school_id, made_by, started_by, source, state, columns, rows, modified_at)
         values ('${id}', '${nile.id}', '${manager.id}', '${manager.id}', 'table', 'done', '[{"samples": ["${omar.id}"]}]', 1, ${at})`,
    },
  }
  const count = async (table: string) =>
    (await textOf(table)).split('\n').filter((row) => row !== '' && (table !== 'imports' || row.includes(omar.id)))
      .length
  for (const [table, { over, not, insert }] of Object.entries(kinds)) {
    const before = await count(table)
    await ask(insert(newId(), `now() - interval '${over}'`))
    await ask(insert(newId(), `now() - interval '${not}'`))
    await eraseExpired(connection)
    expect(await count(table), table).toBe(before + 1)
  }
})

test('that a school was notified of unusual reads is stored for a day', async () => {
  await ask(
    `insert into reading_alarms (person_id, at_school_id, notified_at) values ($1, $2, now() - interval '25 hours')`,
    [parent.id, nile.id],
  )
  await ask(
    `insert into reading_alarms (person_id, at_school_id, notified_at) values ($1, $2, now() - interval '23 hours')`,
    [manager.id, nile.id],
  )
  await eraseExpired(connection)
  expect(await ask('select person_id from reading_alarms')).toEqual([{ person_id: manager.id }])
})
