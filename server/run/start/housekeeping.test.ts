import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask, testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { newId } from '#server/db/ids.ts'
import { type RetentionDays, retentionDays } from './retention.ts'
import { eraseExpired, keepHouse } from './housekeeping.ts'

const connection = await testDatabase()
const owner = new pg.Client(connection)
const { nile, parent, omar, manager } = world

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const ago = (time: string) => `now() - interval '${time}'`

/** For each kind: a statement that stores a row of a given age and id, and a query that finds it while it exists. */
const kept: Record<Exclude<keyof RetentionDays, 'reads'>, [insert: string, found: string]> = {
  addresses: [
    `insert into audit_origins (request_id, account_id, address, at) values ('ID', 'PERSON', '10.0.0.1', AT)`,
    `audit_origins where request_id = 'ID'`,
  ],
  inbox: [
    `insert into inbox_items (id, person_id, occasion, kind, at) values ('ID', 'PERSON', 'ID', 'note', AT)`,
    `inbox_items where id = 'ID'`,
  ],
  events: [
    `insert into outbox (event, actor_id, delivered_at) values ('code', 'ID', AT)`,
    `outbox where actor_id = 'ID'`,
  ],
  drafts: [
    `insert into imports (id, school_id, made_by, source, state, columns, rows, modified_at)
     values ('ID', 'SCHOOL', 'PERSON', 'table', 'draft', '[]', 1, AT)`,
    `imports where id = 'ID'`,
  ],
  importRows: [
    `insert into imports (id, school_id, made_by, started_by, source, state, columns, rows, modified_at)
     values ('ID', 'SCHOOL', 'PERSON', 'PERSON', 'table', 'done', '[]', 1, AT);
     insert into import_rows (school_id, import_id, row, cells) values ('SCHOOL', 'ID', 1, '{}')`,
    `import_rows where import_id = 'ID'`,
  ],
  invitations: [
    `insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by, accepted_at)
     select 'ID', 'SCHOOL', 'STUDENT', '01099999999', (select id from relation_types limit 1), 'PERSON', AT`,
    `parent_invitations where id = 'ID'`,
  ],
  devices: [
    `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language, last_used_at)
     values ('ID', 'PERSON', 'https://push.example/ID', '', '', 'ar', AT)`,
    `push_subscriptions where id = 'ID'`,
  ],
  firstAnswers: [
    `insert into idempotency_keys (person, operation, key, request_hash, created_at)
     values ('somebody', 'x', 'ID', '\\x00', AT)`,
    `idempotency_keys where key = 'ID'`,
  ],
  sessions: [
    `insert into sessions (id, token_hash, user_id, created_at, last_used_at)
     values ('ID', sha256('ID'), 'PERSON', AT, now())`,
    `sessions where id = 'ID'`,
  ],
  removed: [
    `insert into school_contacts (id, school_id, contact_type_id, value, removed_at, removed_by)
     select 'ID', 'SCHOOL', (select id from school_contact_types limit 1), 'ID', AT, 'PERSON'`,
    `school_contacts where id = 'ID'`,
  ],
  excusePictures: [
    `insert into excuses (school_id, id, student_id, from_day, to_day, kind, by_parent, asked_by, image_url, created_at)
     values ('SCHOOL', 'ID', 'STUDENT', '2026-01-01', '2026-01-01', 'illness', true, 'PERSON', '/media/' || replace('ID', '-', ''), AT)`,
    `excuses where id = 'ID' and image_url is not null`,
  ],
  transferPictures: [
    `insert into families (school_id, id, code) values ('SCHOOL', 'ID', '999999999');
     insert into told_transfers (school_id, id, family_id, payer_id, amount, day, reference, image_url, created_at)
     values ('SCHOOL', 'ID', 'ID', 'PERSON', 1, '2026-01-01', 'ID', '/media/' || replace('ID', '-', ''), AT)`,
    `told_transfers where id = 'ID' and image_url is not null`,
  ],
  webhooks: [
    `insert into webhooks (school_id, id, name, url, events, sealed, made_by)
     values ('SCHOOL', 'ID', 'program', 'https://program.example/', '{class.changed}', '\\x00', 'PERSON');
     insert into webhook_deliveries (school_id, id, webhook_id, event, data, created_at) values ('SCHOOL', 'ID', 'ID', 'class.changed', '{}', AT)`,
    `webhook_deliveries where id = 'ID'`,
  ],
  phoneChanges: [
    `insert into phone_changes (id, school_id, person_id, old_number, new_number, requested_by, requested_at, ended_at, outcome)
     values ('ID', 'SCHOOL', 'PERSON', '01099999998', '01099999999', 'MANAGER', AT, AT, 'withdrawn')`,
    `phone_changes where id = 'ID'`,
  ],
  jobs: [
    `insert into jobs (id, school_id, kind, state, settings, started_on, started_by, acting_by, students, modified_at)
     values ('ID', 'SCHOOL', 'renewSeats', 'ended', '{}', '2026-01-01', 'PERSON', 'PERSON', 1, AT);
     insert into job_students (school_id, job_id, nth, student_id) values ('SCHOOL', 'ID', 1, 'STUDENT')`,
    `job_students where job_id = 'ID'`,
  ],
  knownDevices: [
    `insert into known_devices (user_id, device_hash, last_used_at) values ('PERSON', sha256('ID'), AT)`,
    `known_devices where device_hash = sha256('ID')`,
  ],
  pictures: [
    `insert into media (name, kind, school_id, student_id, content, uploaded_by, created_at, replaced_at)
     values (left(replace('ID-ID', '-', ''), 43), 'student', 'SCHOOL', 'STUDENT', 'webp', 'PERSON', AT, AT)`,
    `media where name = left(replace('ID-ID', '-', ''), 43)`,
  ],
}

test.each(Object.entries(kept))(
  'the period of %s that the installation sets counts instead of ours',
  async (name, texts) => {
    const id = newId()
    const [insert, found] = texts.map((text) =>
      text
        .replaceAll('ID', id)
        .replaceAll('PERSON', parent.id)
        .replaceAll('MANAGER', manager.id)
        .replaceAll('SCHOOL', nile.id)
        .replaceAll('STUDENT', omar.id)
        .replaceAll('AT', ago('10 days')),
    )
    await owner.query(insert!)
    const isLeft = async () => (await owner.query(`select from ${found}`)).rowCount === 1
    await eraseExpired(connection, { ...retentionDays, [name]: 11 })
    expect(await isLeft()).toBe(true)
    await eraseExpired(connection, { ...retentionDays, [name]: 9 })
    expect(await isLeft()).toBe(false)
  },
)

test('work with several students that goes on is kept, however old it is', async () => {
  const id = newId()
  await owner.query(
    `insert into jobs (id, school_id, kind, state, settings, started_on, started_by, acting_by, students, modified_at)
     values ($1, $2, 'renewSeats', 'running', '{}', '2026-01-01', $3, $3, 1, ${ago('400 days')})`,
    [id, nile.id, manager.id],
  )
  await eraseExpired(connection)
  expect((await owner.query('delete from jobs where id = $1', [id])).rowCount).toBe(1)
})

test('answers, sessions, devices, items, events, codes, grants and counters go when their time is over, and not before', async () => {
  const insert = {
    idempotency_keys: (at: string) =>
      `insert into idempotency_keys (person, operation, key, request_hash, created_at)
       values ('somebody', 'x', '${newId()}', '\\x00', ${at})`,
    sessions: (at: string) =>
      `insert into sessions (id, token_hash, user_id, created_at, last_used_at)
       values ('${newId()}', '\\x${randomBytes(32).toString('hex')}', '${parent.id}', ${at}, ${ago('1 minute')})`,
    push_subscriptions: (at: string) =>
      `insert into push_subscriptions (id, person_id, endpoint, p256dh, auth, language, last_used_at)
       values ('${newId()}', '${parent.id}', '${newId()}', '', '', 'ar', ${at})`,
    inbox_items: (at: string) =>
      `insert into inbox_items (id, person_id, occasion, kind, at) values ('${newId()}', '${parent.id}', '${newId()}', 'note', ${at})`,
    outbox: (at: string) => `insert into outbox (event, given_up_at) values ('code', ${at})`,
    sms_codes: (at: string) =>
      `insert into sms_codes (phone_hash, code_hmac, expires_at) values ('\\x${randomBytes(8).toString('hex')}', '\\x00', ${at})`,
    identity_grants: (at: string) =>
      `insert into identity_grants (grant_hash, phone_number, expires_at)
       values ('\\x${randomBytes(8).toString('hex')}', '01000000005', ${at})`,
    rate_limits: (at: string) =>
      `insert into rate_limits (key, points, expire) values ('${newId()}', 1, extract(epoch from ${at}) * 1000)`,
  }
  const times: Record<keyof typeof insert, [over: string, not: string]> = {
    idempotency_keys: ['31 days', '29 days'],
    sessions: ['31 days', '29 days'],
    push_subscriptions: ['91 days', '89 days'],
    inbox_items: ['91 days', '89 days'],
    outbox: ['91 days', '89 days'],
    sms_codes: ['1 minute', '-1 minute'],
    identity_grants: ['1 minute', '-1 minute'],
    rate_limits: ['1 minute', '-1 minute'],
  }
  const countOf = async (table: string) =>
    (await ask<{ count: string }>(connection, `select count(*) from ${table}`))[0]!.count
  for (const table of Object.keys(times) as (keyof typeof insert)[]) {
    const [over, not] = times[table]
    const before = Number(await countOf(table))
    await owner.query(insert[table](ago(over)))
    await owner.query(insert[table](ago(not)))
    await eraseExpired(connection)
    expect(Number(await countOf(table)), table).toBe(before + 1)
  }
})

test('the answer to what a device may send again after weeks offline is kept twice as long', async () => {
  const keys = { kept: newId(), gone: newId() }
  for (const [key, age] of [
    [keys.kept, '59 days'],
    [keys.gone, '61 days'],
  ] as const)
    await owner.query(
      `insert into idempotency_keys (person, operation, key, request_hash, created_at, is_of_client)
       values ('somebody', 'x', $1, '\\x00', ${ago(age)}, true)`,
      [key],
    )
  await eraseExpired(connection)
  expect(
    await ask(connection, `select key from idempotency_keys where key in ('${keys.kept}', '${keys.gone}')`),
  ).toEqual([{ key: keys.kept }])
})

test('a device outlives its session that was not used for long', async () => {
  const [session, device] = [newId(), newId()]
  await owner.query(
    `insert into sessions (id, token_hash, user_id, last_used_at) values ($1, $2, $3, ${ago('8 days')})`,
    [session, randomBytes(32), parent.id],
  )
  await owner.query(
    `insert into push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, language)
     values ($1, $2, $3, 'https://push.example/1', '', '', 'ar')`,
    [device, parent.id, session],
  )
  await eraseExpired(connection)
  const { rows } = await owner.query('select session_id from push_subscriptions where id = $1', [device])
  expect(rows).toEqual([{ session_id: null }])
  expect((await owner.query('select from sessions where id = $1', [session])).rowCount).toBe(0)
})

test('the hourly work goes on after a failure, and stops on request', async () => {
  const failures: unknown[] = []
  const nowhere = { ...connection, connectionString: 'postgres://nobody@127.0.0.1:1/none' }
  const house = keepHouse(nowhere, (problem) => failures.push(problem), { first: 1, every: 1 })
  await expect.poll(() => failures.length).toBeGreaterThan(1)
  await house.stop()
  const then = failures.length
  await new Promise((wait) => setTimeout(wait, 50))
  expect(failures.length).toBe(then)
})

test('what cannot be erased keeps nothing else, and is reported', async () => {
  await owner.query(
    `create function refuses() returns trigger language plpgsql as 'begin raise exception ''kept''; end'`,
  )
  await owner.query('create trigger refuses before delete on attachments for each statement execute function refuses()')
  await owner.query(`insert into rate_limits (key, points, expire) values ('long over', 1, 1)`)
  await expect(eraseExpired(connection)).rejects.toThrow('kept')
  expect((await owner.query(`select from rate_limits where key = 'long over'`)).rowCount).toBe(0)
  await owner.query('drop trigger refuses on attachments')
})
