import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { phoneHashOf } from '#server/platform/identity/codes.ts'
import { isPassword } from '#server/platform/identity/passwords.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { withClient } from '#server/db/client.ts'
import { operator } from '#test/harness/bundles.ts'
import { sqlIn, testDatabase, urlOf } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { readMoment, phoneTyped } from './command.ts'
import { commands, exitCodes } from './kashkool.ts'
import { rowsOfSchool } from './school-export.queries.ts'

// Each call starts a separate process.
const connection = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kashkool-operator-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const url = urlOf(connection)
const ask = sqlIn(connection)
const secret = 'a secret of thirty-two characters!'
await acceptSignatures(connection, secretsOf(Buffer.from(secret)), { besides: true })

/** Runs one command; gives its exit code, its output and its error output. */
function kashkool(args: string[], input = '', settings: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [...operator, ...args], {
    env: {
      PATH: process.env.PATH,
      DATABASE_URL: url,
      MIGRATE_URL: url,
      SECRET: secret,
      ...settings,
    },
    input,
    encoding: 'utf8',
    timeout: 240_000,
  })
  return { code: status, output: stdout, errors: stderr }
}

test('the list names every command, each has its help, and what cannot be meant ends with 2', () => {
  const { code, output } = kashkool([])
  expect(code).toBe(exitCodes.done)
  for (const name of Object.keys(commands)) expect(output).toContain(`  ${name} `)
  expect(kashkool(['restore', '--help']).output).toContain('npm run kashkool -- restore [--at MOMENT]')
  const unknown = kashkool(['resto'])
  expect([unknown.code, unknown.errors]).toEqual([
    exitCodes.wrongUsage,
    expect.stringContaining('There is no command "resto".'),
  ])
  const helped = kashkool(['help', 'resto'])
  expect([helped.code, helped.output, helped.errors]).toEqual([exitCodes.wrongUsage, '', unknown.errors])
  const option = kashkool(['restore', '--when', 'now'])
  expect([option.code, option.errors]).toEqual([
    exitCodes.wrongUsage,
    expect.stringContaining("Unknown option '--when'"),
  ])
})

test('what is empty, or says two things, is done by no command', async () => {
  for (const [args, sentence] of [
    [['restore', '--into', ''], '--into is empty.'],
    [['restore', '--at='], '--at is empty.'],
    [['recover-school', '', world.teacher.phone], 'A word is empty.'],
    [['end-sessions', world.teacher.phone, '--all'], 'Name a person or say --all, not both.'],
    [['verify', 'backup', 'another'], '"another" is one word too many.'],
    [['who-read', '--from', '2026-02-30', '--to', '2026-03-01'], '"2026-02-30" is no moment'],
    [['administrator', '0100'], '"0100" is no phone number'],
  ] as const) {
    const { code, errors } = kashkool([...args])
    expect([code, errors.split('\n')[0]]).toEqual([exitCodes.wrongUsage, expect.stringContaining(sentence)])
  }
})

test('a password is never a word of the command line; the new one is valid and ends every session, device and code', async () => {
  const { id, phone } = world.parent
  await ask(`insert into sessions (id, user_id, token_hash) values (gen_random_uuid(), $1, sha256('a token'))`, [id])
  // Another person's devices, one of a session and one of an expired session, and a code that they have requested.
  await ask(
    `insert into push_subscriptions (id, person_id, session_id, endpoint, p256dh, auth, language)
     select gen_random_uuid(), $1, s.id, 'https://push.example/' || s.nth, '', '', 'ar'
     from (select id, 1 as nth from sessions where user_id = $1 union all select null, 2) s`,
    [id],
  )
  const codeOf = (phoneNumber: string) => phoneHashOf(secretsOf(Buffer.from(secret)), phoneNumber)
  for (const hash of [codeOf(phone), codeOf(world.teacher.phone)])
    await ask(
      `insert into sms_codes (phone_hash, code_hmac, expires_at) values ($1, '', now() + interval '10 minutes')`,
      [hash],
    )
  expect(kashkool(['password', phone, 'a-new-password']).code).toBe(exitCodes.wrongUsage)
  expect(kashkool(['password', phone], 'one-password\nanother-one\n').errors).toBe('Passwords do not match\n')

  const { code, output } = kashkool(['password', phone], 'wide-river-9\nwide-river-9\n')
  expect(code).toBe(exitCodes.done)
  expect(output).not.toContain('wide-river-9')
  const stored = async () => (await ask('select password_hash as hash from users where id = $1', [id]))[0].hash
  expect(await isPassword(await stored(), 'wide-river-9')).toBe(true)
  expect(await ask('select from sessions where user_id = $1', [id])).toEqual([])
  expect(await ask('select from push_subscriptions where person_id = $1', [id])).toEqual([])
  expect(await ask('select phone_hash as hash from sms_codes')).toEqual([{ hash: codeOf(world.teacher.phone) }])

  const [, printed] = /shown this once: (\S{14})/.exec(kashkool(['password', phone, '--print']).output)!
  expect(await isPassword(await stored(), printed!)).toBe(true)
})

test('a school whose administrator lost their role is listed, and given another', async () => {
  const { nile, manager, teacher } = world
  expect(kashkool(['recover-school']).output).toContain('Every school has an administrator')
  await ask('delete from user_roles where user_id = $1 and school_id = $2', [manager.id, nile.id])
  expect(kashkool(['recover-school']).output).toContain(nile.id)
  expect(kashkool(['recover-school', nile.id, '01099999999']).code).toBe(exitCodes.failed)
  expect(kashkool(['recover-school', nile.id, teacher.phone]).code).toBe(exitCodes.done)
  expect(await ask('select admin_id from schools where id = $1', [nile.id])).toEqual([{ admin_id: teacher.id }])
  expect(kashkool(['recover-school']).output).toContain('Every school has an administrator')
})

test('who read whom is listed between two moments', async () => {
  const { teacher, omar, nile } = world
  await ask(
    `insert into audit_lines (at, person_id, operation, outcome, school_id, target_kind, target_id)
     values ('2026-11-10T08:00:00Z', $1, 'Student/GetStudent', 'read', $2, 'student', $3)`,
    [teacher.id, nile.id, omar.id],
  )
  const during = kashkool(['who-read', '--from', '2026-11-10', '--to', '2026-11-11', '--person', teacher.phone]).output
  expect(during.trim().split('\n')).toEqual([
    'at,person,phone,operation,school,student,code',
    expect.stringMatching(
      /^"2026-11-10T08:00:00.000Z",".+","01000000004","Student\/GetStudent",".+","عمر كريم الجندي","ST\d{10}"$/,
    ),
  ])
  // An entry that was merged into this one is the same child.
  const [other] = await ask(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, active, merged_into)
     select gen_random_uuid(), school_id, class_room_id, 'ST9876543210', first_name, middle_name, last_name, false, id
     from students where id = $1 returning code`,
    [omar.id],
  )
  expect(kashkool(['who-read', '--from', '2026-11-10', '--to', '2026-11-11', '--student', other.code]).output).toBe(
    during,
  )
  await ask('delete from students where code = $1', [other.code])
  const before = kashkool(['who-read', '--from', '2026-11-09', '--to', '2026-11-10']).output
  expect(before.trim().split('\n')).toHaveLength(1)
  expect(readMoment('2026-11-22 09:30')).toEqual(new Date('2026-11-22T09:30:00Z'))
  expect(() => readMoment('yesterday')).toThrow('"yesterday" is no moment')
})

test('a phone is read in the digits people type', () => {
  expect(phoneTyped('٠١٠ ٠٠٠٠ ٠٠٠٩')).toBe('01000000009')
  expect(phoneTyped('+201000000009')).toBe('01000000009')
  expect(() => phoneTyped('123')).toThrow('"123" is no phone number')
})

test('a school is exported with its rows and no other school’s, readable by the operator alone', async () => {
  const { nile, teacher, manager } = world
  await ask(
    `insert into proof_codes (id, school_id, person_id, issued_by, code_hmac, expires_at)
     values (gen_random_uuid(), $1, $2, $3, sha256('a code'), now())`,
    [nile.id, teacher.id, manager.id],
  )
  await ask(
    `insert into calendar_feeds (id, school_id, person_id, language, token_hash)
     values (gen_random_uuid(), $1, $2, 'ar', sha256(gen_random_uuid()::text::bytea))`,
    [nile.id, teacher.id],
  )
  await ask(
    `insert into paper_keys (id, school_id, public_key, sealed_private)
     values (gen_random_uuid(), $1, sha256('a key'), 'sealed')`,
    [nile.id],
  )
  const to = join(folder, 'export')
  expect(kashkool(['export-school', world.nile.id, '--to', to]).code).toBe(exitCodes.done)
  expect(statSync(to).mode & 0o077).toBe(0)
  const all = readdirSync(to).map((name) => readFileSync(join(to, name), 'utf8'))
  const [{ n }] = await ask('select count(*)::int as n from students where school_id = $1', [world.nile.id])
  expect(readFileSync(join(to, 'students.jsonl'), 'utf8').trim().split('\n')).toHaveLength(n)
  expect(all.join('')).not.toMatch(/password_hash|token_hash|code_hmac|sealed_private/)
  const others = await ask('select id from students where school_id <> $1', [world.nile.id])
  for (const { id } of others) expect(all.join('')).not.toContain(id)
})

test('pictures and files of a school are read one at a time, because together they are more than a text can be', async () => {
  const { nile, parent } = world
  for (const nth of [1, 2, 3])
    await ask(
      `insert into media (name, kind, school_id, content, uploaded_by)
       values (left(encode(sha256($1::text::bytea), 'hex'), 43), 'student', $2, 'webp', $3)`,
      [nth, nile.id, parent.id],
    )
  const portions: number[] = []
  await withClient(connection, async (client) => {
    await client.query('begin')
    for await (const rows of rowsOfSchool(client, { name: 'media', column: 'school_id' }, nile.id))
      portions.push(rows.length)
    await client.query('rollback')
  })
  expect(portions.length).toBeGreaterThan(2)
  expect(Math.max(...portions)).toBe(1)
})

test('an export that was broken off is called unfinished, and begun anew', () => {
  const to = join(folder, 'broken off')
  mkdirSync(`${to}.unfinished`)
  writeFileSync(join(`${to}.unfinished`, 'of the first try'), '')
  expect(kashkool(['export-school', world.nile.id, '--to', to]).code).toBe(exitCodes.done)
  expect(existsSync(`${to}.unfinished`)).toBe(false)
  expect(readdirSync(to)).not.toContain('of the first try')
  const again = kashkool(['export-school', world.nile.id, '--to', to])
  expect([again.code, again.errors]).toEqual([exitCodes.failed, `The folder ${to} is there already; name a new one.\n`])
})

test('an export waits for nobody who writes in the school, and nobody waits for it', async () => {
  await withClient(connection, async (writer) => {
    await writer.query('begin')
    await writer.query('select from schools where id = $1 for key share', [world.nile.id])
    expect(kashkool(['export-school', world.nile.id, '--to', join(folder, 'beside writes')]).code).toBe(exitCodes.done)
    await writer.query('rollback')
  })
})

test('a database of one’s own is migrated after a copy that is made with its own tools', async () => {
  const [newest] = await ask('delete from migrations where name = (select max(name) from migrations) returning *')
  expect(kashkool(['migrate']).errors).toBe(
    'Copy the database of DATABASE_URL with its own tools (docs/operations.md), then say --without-copy.\n',
  )
  await ask('insert into migrations select * from jsonb_populate_record(null::migrations, $1)', [newest])
})

test('settings are verified, without showing a secret', () => {
  const short = kashkool(['verify', 'settings'], '', { BACKUP_DIR: folder, BACKUP_KEY: 'too short' })
  expect([short.code, short.errors]).toEqual([exitCodes.failed, 'BACKUP_KEY must have at least 32 characters.\n'])
  expect(kashkool(['verify', 'settings'], '', { BACKUP_DIR: folder }).errors).toContain('BACKUP_DIR needs a key')
  expect(kashkool(['verify', 'settings']).output).toContain('No backups are made')
  expect(kashkool(['backup'], '', { BACKUP_DIR: folder, BACKUP_KEY: 'x'.repeat(32) }).errors).toContain(
    'BACKUP_DIR is for the embedded database.',
  )
})
