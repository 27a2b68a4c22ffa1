import { closeSync, existsSync, mkdirSync, mkdtempSync, openSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { sqlIn, testDatabase, urlOf } from '#test/harness/database.ts'
import { operatorCall } from '#test/harness/operator-call.ts'
import { world } from '#test/world/world.ts'
import { readStudent, readMoment } from './command.ts'
import { exitCodes } from './kashkool.ts'

const connection = await testDatabase()
const folder = mkdtempSync(join(tmpdir(), 'kashkool-wrong-calls-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const url = urlOf(connection)
const secret = 'a secret of thirty-two characters!'
await acceptSignatures(connection, secretsOf(Buffer.from(secret)), { besides: true })
const usual = { DATABASE_URL: url, MIGRATE_URL: url, SECRET: secret }
const ask = sqlIn(connection)

const call = (args: string[], settings: Record<string, string> = {}, input = '') =>
  operatorCall(args, { settings: { ...usual, ...settings }, input })

/** The exit code, and the first line of the errors. */
const refusal = async (...given: Parameters<typeof call>) => {
  const { code, errors } = await call(...given)
  expect(errors).not.toMatch(/^ +at /m)
  return [code, errors.split('\n')[0]]
}
const sentence = (text: string) => expect.stringContaining(text)
const { done, failed, wrongUsage, outputClosed } = exitCodes

test('what is mistyped is never taken for a finding, or for nothing found', async () => {
  const between = ['--from', '2026-11-01', '--to', '2026-12-01']
  expect(await refusal(['verify', 'audit', 'abc'])).toEqual([wrongUsage, sentence('A seal has 64 digits')])
  expect(await refusal(['who-read', '--from', '2026-12-01', '--to', '2026-11-01'])).toEqual([
    wrongUsage,
    '--to must be later than --from.',
  ])
  expect(await refusal(['who-read', ...between, '--student', 'ST9999999999'])).toEqual([
    failed,
    'There is no student with that id or code.',
  ])
  expect(await refusal(['who-read', ...between, '--person', '01099999999'])).toEqual([
    failed,
    'There is no account with the phone number 01099999999.',
  ])
})

test('an option that has no effect, or is given twice, is refused', async () => {
  expect(await refusal(['verify', 'audit', '--database', '1234567890'])).toEqual([
    wrongUsage,
    '--database goes with "verify backup" alone.',
  ])
  expect(await refusal(['export-school', world.nile.id, '--to', 'one', '--to', 'two'])).toEqual([
    wrongUsage,
    '--to is given twice.',
  ])
  const settings = { BACKUP_DIR: folder, BACKUP_KEY: 'x'.repeat(32) }
  mkdirSync(join(folder, '1234567890'))
  for (const name of ['another', '1234567891'])
    for (const command of [['verify', 'backup'], ['restore']])
      expect(await refusal([...command, '--database', name], settings)).toEqual([
        wrongUsage,
        `BACKUP_DIR has no database "${name}"; it has 1234567890.`,
      ])
})

test('the id of a school has the form of an id, and all are listed', async () => {
  for (const typed of ['مدرسة', '-'.repeat(36)])
    expect(await refusal(['recover-school', '--', typed, world.teacher.phone])).toEqual([
      wrongUsage,
      sentence(`"${typed}" is no id of a school`),
    ])
  expect((await call(['export-school'])).output).toContain(world.nile.id)
})

test('codes and moments are read in the digits people type', () => {
  expect(readStudent('st٠٠٠٠٠٠٠٠٢١')).toBe('ST0000000021')
  expect(readStudent(world.omar.id.toUpperCase())).toBe(world.omar.id)
  expect(readMoment('٢٠٢٦-١١-٢٢ ٠٩:٣٠')).toEqual(new Date('2026-11-22T09:30:00Z'))
})

test('with another SECRET than the one of the database nothing is verified, enrolled or changed', async () => {
  const settings = { SECRET: 'another secret of thirty-two characters' }
  const { teacher, admin } = world
  const before = await ask('select password_hash from users where id = $1', [teacher.id])
  for (const args of [
    ['verify', 'audit'],
    ['second-factor', admin.phone],
    ['password', teacher.phone, '--print'],
  ])
    expect(await refusal(args, settings)).toEqual([failed, sentence('SECRET differs from the one')])
  expect(await ask('select password_hash from users where id = $1', [teacher.id])).toEqual(before)
})

test('the check of the settings finds what the start would refuse', async () => {
  expect(await refusal(['verify', 'settings'], { COMMON_PASSWORDS: join(folder, 'missing') })).toEqual([
    failed,
    sentence('COMMON_PASSWORDS names a file that cannot be read'),
  ])
  expect(await refusal(['verify', 'settings'], { BACKUP_DIR: folder, BACKUP_KEY: 'x'.repeat(32) })).toEqual([
    failed,
    sentence('BACKUP_DIR is for the embedded database.'),
  ])
})

test('a command does not begin an empty database, but the one that names the first administrator', async () => {
  const embedded = { DATABASE_URL: '', MIGRATE_URL: '', DATA_DIR: join(folder, 'missing') }
  for (const args of [['verify', 'audit'], ['recover-school'], ['password', '01000000001', '--print'], ['backup']])
    expect(await refusal(args, embedded)).toEqual([failed, sentence(`There is no database in ${embedded.DATA_DIR}`)])
  expect(existsSync(embedded.DATA_DIR)).toBe(false)
})

test('two exports into one folder at once do not disturb each other', async () => {
  const to = join(folder, 'of a school')
  const ends = await Promise.all([1, 2].map(() => call(['export-school', world.nile.id, '--to', to])))
  const [made, refused] = ends.toSorted((one, other) => one.code! - other.code!)
  expect([made!.code, refused!.code]).toEqual([done, failed])
  expect(refused!.errors).toMatch(/^(Another command is writing into|The folder .* is there already)/)
  expect(readdirSync(to)).toContain('student_classes.jsonl')
})

test.skipIf(!existsSync('/dev/full'))('an output that cannot be written is a failure, with a sentence', async () => {
  const full = openSync('/dev/full', 'w')
  for (const args of [['help'], ['verify', 'settings'], ['who-read', '--from', '2026-11-01', '--to', '2026-12-01']]) {
    const { code, errors } = await operatorCall(args, { settings: usual, output: full })
    expect([code, errors]).toEqual([failed, expect.stringMatching(/^The system does not allow this: ENOSPC.*\n$/)])
  }
  closeSync(full)
})

test('an output that its reader closed ends every command with 141', async () => {
  for (const args of [['help'], ['verify', 'settings'], ['password', world.teacher.phone, '--print']]) {
    const { code, errors } = await operatorCall(args, { settings: usual, output: 'pipe', closesOutput: true })
    expect([code, errors]).toEqual([outputClosed, ''])
  }
})
