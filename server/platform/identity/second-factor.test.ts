import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { withDb } from '#server/db/connected.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { testApp } from '#test/harness/app.ts'
import { clock } from '#test/world/clock.ts'
import { standingClock } from '#test/world/standing-clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { codeAt, stepAt } from './second-factor-code.ts'
import { enrol, unenrol } from './second-factor-enrolment.ts'
import { sqlIn } from '#test/harness/database.ts'

const key = Buffer.from('the key of these tests')
const { app, connection, asVisitor } = await testApp({ key })
const strict = await testApp({ key, connection, secondFactor: 'platform' })
const { admin, manager, newcomer } = world

const needed = [400, 'Enter the code of your authenticator']
const wrong = [400, 'The phone number or password is not correct']

const sql = sqlIn(connection)
const now = () => stepAt(clock.now().getTime())

/** Enrols the administrator with a first code that was used some steps ago; returns the secret. */
async function enrolled() {
  let secret = ''
  await withDb(connection, (db) =>
    enrol(db, { secrets: secretsOf(key), clock }, admin.phone, async (shown) => codeAt((secret = shown.secret), now())),
  )
  await sql('update second_factors set last_step = last_step - 10')
  return secret
}

const signIn = async (own: object = {}, on = app) => {
  const payload = { phoneNumber: admin.phone, password: demoPassword, ...own }
  const headers = { origin: 'http://localhost:3000' }
  const answer = await on.inject({ method: 'POST', url: '/API/Identity/Login', headers, payload })
  return [answer.statusCode, answer.statusCode === 200 ? 'signed in' : answer.body]
}

standingClock()
beforeEach(() => sql('truncate second_factors, rate_limits'))

describe('an enrolled person', () => {
  test('signs in with the password and a code, and not without', async () => {
    const secret = await enrolled()
    expect(await signIn()).toEqual(needed)
    expect(await signIn({ otpCode: '' })).toEqual(needed)
    const code = codeAt(secret, now())
    const off = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
    expect(await signIn({ otpCode: off })).toEqual(needed)
    expect(await signIn({ otpCode: code })).toEqual([200, 'signed in'])
  })

  test('needs the code only once the password is right', async () => {
    const secret = await enrolled()
    expect(await signIn({ password: 'not this one' })).toEqual(wrong)
    expect(await signIn({ password: 'not this one', otpCode: codeAt(secret, now()) })).toEqual(wrong)
  })

  test('uses each code once, also when it is sent twice at the same moment', async () => {
    const otpCode = codeAt(await enrolled(), now())
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn({ otpCode })))
    expect(answers.filter(([status]) => status === 200)).toHaveLength(1)
    expect(answers.filter(([, message]) => message === needed[1])).toHaveLength(3)
    expect(await signIn({ otpCode })).toEqual(needed)
  })

  test.each([
    ['Arabic', '٠'],
    ['Persian', '۰'],
  ])('may type %s digits', async (_, zero) => {
    const code = codeAt(await enrolled(), now())
    const otpCode = code.replace(/\d/g, (digit) => String.fromCharCode(zero.charCodeAt(0) + Number(digit)))
    expect(await signIn({ otpCode })).toEqual([200, 'signed in'])
  })

  test('waits after failures of the code as after those of the password', async () => {
    const secret = await enrolled()
    for (let n = 0; n < 5; n++) expect(await signIn({ otpCode: '000000' })).toEqual(needed)
    expect(await signIn({ otpCode: codeAt(secret, now()) })).toEqual([429, 'Too many requests, please wait'])
    expect((await sql('select last_step < $1 as unused from second_factors', [now() - 2]))[0].unused).toBe(true)
  })

  test('waits after five wrong codes an hour whatever the address, and the operator reads of it', async () => {
    const secret = await enrolled()
    const lines: string[] = []
    const { app: logged } = await testApp({ key, connection, log: { write: (line) => void lines.push(line) } })
    const from = async (remoteAddress: string, otpCode: string) => {
      const payload = { phoneNumber: admin.phone, password: demoPassword, otpCode }
      const headers = { origin: 'http://localhost:3000' }
      const url = '/API/Identity/Login'
      return (await logged.inject({ method: 'POST', url, headers, payload, remoteAddress })).statusCode
    }
    for (let n = 1; n <= 5; n++) expect(await from(`10.${n}.0.1`, '000000')).toBe(400)
    expect(lines).toEqual([])
    for (let n = 6; n <= 8; n++) expect(await from(`10.${n}.0.1`, codeAt(secret, now()))).toBe(429)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`who knows the password of person ${admin.id}`)
    await sql(`update rate_limits set expire = 0 where key like 'second-factor%'`)
    expect(await from('10.9.0.1', codeAt(secret, now()))).toBe(200)
  })

  test('learns nothing about codes of others', async () => {
    await enrolled()
    await expect(
      asVisitor(identity.login, { phoneNumber: manager.phone, password: demoPassword }),
    ).resolves.toBeTruthy()
    expect(await signIn({ phoneNumber: manager.phone, otpCode: '000000' })).toEqual([200, 'signed in'])
  })
})

describe('whose second factor was sealed with an earlier key of the installation', () => {
  test('reads that the operator must help, and the operator finds in the log how', async () => {
    const otpCode = codeAt(await enrolled(), now())
    const lines: string[] = []
    const log = { write: (line: string) => void lines.push(line) }
    const later = await testApp({ key: Buffer.from('another key of these tests'), connection, log })
    const refusal = [409, 'Your authenticator must be set up again by the operator']
    expect(await signIn({ otpCode }, later.app)).toEqual(refusal)
    expect(lines.join()).toContain(`the second factor of person ${admin.id} was sealed with another SECRET`)
    expect(await signIn({ password: 'not this one' }, later.app)).toEqual(wrong)
    expect(await signIn({ otpCode })).toEqual([200, 'signed in'])
  })
})

describe('where it is compulsory for platform staff', () => {
  test('without enrolment cannot sign in, and everybody else can', async () => {
    expect(await signIn({}, strict.app)).toEqual(needed)
    expect(await signIn({ otpCode: '000000' }, strict.app)).toEqual(needed)
    expect(await signIn({ password: 'not this one' }, strict.app)).toEqual(wrong)
    expect(await signIn({ phoneNumber: manager.phone }, strict.app)).toEqual([200, 'signed in'])
    const otpCode = codeAt(await enrolled(), now())
    expect(await signIn({ otpCode }, strict.app)).toEqual([200, 'signed in'])
  })
})

describe('the operator', () => {
  test('enrols with a first code, which then opens nothing', async () => {
    const shown = { secret: '', code: '' }
    await withDb(connection, (db) =>
      enrol(db, { secrets: secretsOf(key), clock }, admin.phone, async ({ secret, uri }) => {
        expect(uri).toContain(`otpauth://totp/Kashkool:${admin.phone}?secret=${secret}`)
        Object.assign(shown, { secret, code: codeAt(secret, now()) })
        return `${shown.code.slice(0, 3)} ${shown.code.slice(3)}`
      }),
    )
    expect(await signIn({ otpCode: shown.code })).toEqual(needed)
    const [row] = await sql('select second_factors::text as row from second_factors')
    expect(row.row).not.toContain(shown.secret)
    expect(row.row).not.toContain(Buffer.from(shown.secret).toString('hex'))
  })

  test('changes nothing with a wrong first code', async () => {
    const secret = await enrolled()
    await expect(
      withDb(connection, (db) => enrol(db, { secrets: secretsOf(key), clock }, admin.phone, async () => '000000')),
    ).rejects.toThrow('This code is not right; nothing has changed.')
    expect(await signIn({ otpCode: codeAt(secret, now()) })).toEqual([200, 'signed in'])
  })

  test.each([
    ['nobody', '01099999999', 'There is no account with the phone number 01099999999.'],
    ['who is not of the platform', newcomer.phone, `The account ${newcomer.phone} is not of platform staff.`],
    ['a manager of a school', manager.phone, `The account ${manager.phone} is not of platform staff.`],
  ])('enrols not %s', async (_, phone, sentence) => {
    await expect(
      withDb(connection, (db) =>
        enrol(db, { secrets: secretsOf(key), clock }, phone, () => Promise.reject(new Error('no code is asked'))),
      ),
    ).rejects.toThrow(sentence)
  })

  test('takes it away, once, and each act is one line of the audit', async () => {
    const [{ last }] = await sql('select coalesce(max(id), 0) as last from audit_lines')
    await enrolled()
    expect(await withDb(connection, (db) => unenrol(db, admin.phone))).toBe(true)
    expect(await withDb(connection, (db) => unenrol(db, admin.phone))).toBe(false)
    expect(await signIn()).toEqual([200, 'signed in'])
    const lines = await sql(
      `select operation, target_id from audit_lines where operation like 'operator%' and id > $1 order by id`,
      [last],
    )
    expect(lines).toEqual([
      { operation: 'operator enrols a second factor', target_id: admin.id },
      { operation: 'operator removes a second factor', target_id: admin.id },
    ])
  })
})
