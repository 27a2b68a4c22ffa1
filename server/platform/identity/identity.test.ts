import { describe, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { standingClock } from '#test/world/standing-clock.ts'
import { demoPassword, world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { app, connection } = await testApp()
const { admin, manager, teacher, supervisor, parent, mother, guardian, newcomer } = world

const sql = sqlIn(connection)

const origin = 'http://localhost:3000'
const wrong = 'The phone number or password is not correct'

type Sent = { cookies?: Record<string, string>; headers?: Record<string, string>; remoteAddress?: string }

const login = (payload: object, sent: Sent = {}) =>
  app.inject({ method: 'POST', url: '/API/Identity/Login', payload, ...sent, headers: { origin, ...sent.headers } })
const signIn = (person: { phone: string }, sent?: Sent) =>
  login({ phoneNumber: person.phone, password: demoPassword }, sent)
const me = (token: string) =>
  app.inject({ method: 'GET', url: '/API/Identity/Me', headers: { authorization: `Bearer ${token}` } })
const cookie = (answer: Awaited<ReturnType<typeof login>>, name: string) =>
  answer.cookies.find((one) => one.name === name) as
    | { value: string; maxAge?: number; [key: string]: unknown }
    | undefined

const minute = 60
const hour = 60 * minute
const day = 24 * hour

describe('signing in', () => {
  test('answers the person and their rights, and the same session as cookie and token', async () => {
    const answer = await signIn(manager)
    const { token, ...rest } = answer.json() as {
      token: string
      permissions: string[]
      appPermissions: string[]
      schools: { permissions: string[] }[]
    }
    expect(answer.statusCode).toBe(200)
    expect(rest).toMatchObject({
      logedinUser: {
        id: manager.id,
        userType: 1,
        userName: expect.any(String),
        firstName: 'نجلاء',
        middelName: 'حسين',
        lastName: 'البنداري',
        phoneNumber: manager.phone,
        imageUrl: '',
      },
      appPermissions: ['CreateSchool', 'ViewChildernsList'],
      schools: [{ id: world.nile.id, permissions: expect.arrayContaining(['AttendanceAction']) }],
      isTeacher: false,
      isParent: false,
    })
    expect(rest.permissions).toEqual([...rest.permissions].sort())
    expect(new Set(rest.permissions)).toEqual(new Set([...rest.appPermissions, ...rest.schools[0]!.permissions]))
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(cookie(answer, 'session')).toMatchObject({
      value: token,
      httpOnly: true,
      sameSite: 'Lax',
      path: '/',
      maxAge: 7 * day,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
    expect((await me(token)).json()).toEqual(rest)
  })

  test('distinguishes teachers, parents and the platform, and people who are two of them', async () => {
    const kinds = async (person: { phone: string }) => {
      const { isTeacher, isParent, logedinUser } = (await signIn(person)).json()
      return { isTeacher, isParent, userType: logedinUser.userType }
    }
    expect(await kinds(teacher)).toEqual({ isTeacher: true, isParent: false, userType: 1 })
    expect(await kinds(parent)).toEqual({ isTeacher: false, isParent: true, userType: 1 })
    expect(await kinds(world.dual)).toEqual({ isTeacher: true, isParent: true, userType: 1 })
    expect(await kinds(admin)).toEqual({ isTeacher: false, isParent: false, userType: 0 })
    expect(await kinds(world.closedTeacher)).toEqual({ isTeacher: false, isParent: false, userType: 1 })
  })

  test.each(['٠١٠٠٠٠٠٠٠٠٤', '۰۱۰۰۰۰۰۰۰۰۴', '+20 100 000 0004', '00201000000004', '010-0000-0004', '\u202a01000000004'])(
    'as %s is signing in to the one account of that number',
    async (phoneNumber) => {
      expect((await login({ phoneNumber, password: demoPassword })).json()).toMatchObject({
        logedinUser: { id: teacher.id },
      })
      expect(await sql('select id from users where phone_number = $1', [teacher.phone])).toEqual([{ id: teacher.id }])
    },
  )

  test('refuses an unknown phone and a wrong password with one sentence', async () => {
    for (const [phoneNumber, password] of [
      ['01099999999', demoPassword],
      [newcomer.phone, 'kashkool1'],
      [newcomer.phone, 'Kashkool'],
    ]) {
      const answer = await login({ phoneNumber, password }, { remoteAddress: '10.0.0.1' })
      expect([answer.statusCode, answer.body]).toEqual([400, wrong])
      expect(answer.headers['set-cookie']).toBeUndefined()
    }
  })

  test.each([
    [{}, 'Phone Number is required'],
    [{ phoneNumber: '0100', password: demoPassword }, 'Phone Number is required'],
    [{ phoneNumber: teacher.phone }, 'Password must be at least 6 characters long'],
    [{ phoneNumber: teacher.phone, password: '12345' }, 'Password must be at least 6 characters long'],
    [
      { phoneNumber: teacher.phone, password: demoPassword, otpCode: '12345' },
      'String must contain at least 6 character(s)',
    ],
    [{ phoneNumber: teacher.phone, password: demoPassword, sharedComputer: 'on' }, 'Expected boolean, received string'],
    [{ phoneNumber: teacher.phone, password: demoPassword, role: 'admin' }, "Unrecognized key(s) in object: 'role'"],
  ])('with %j is refused: %s', async (body, sentence) => {
    const answer = await login(body)
    expect([answer.statusCode, answer.body]).toEqual([400, sentence])
  })

  test('keeps of secrets their hashes only', async () => {
    const { token } = (await signIn(mother)).json()
    const rows = await sql(
      'select s::text as row from sessions s union all select u::text from users u union all select d::text from known_devices d',
    )
    for (const { row } of rows) for (const secret of [token, demoPassword]) expect(row).not.toContain(secret)
  })

  test('ends the session that came along, and makes a new secret every time', async () => {
    const first = (await signIn(guardian)).json().token
    const second = (await signIn(guardian)).json().token
    expect(second).not.toBe(first)
    const third = (await signIn(guardian, { cookies: { session: first } })).json().token
    expect((await me(first)).statusCode).toBe(401)
    expect((await me(second)).statusCode).toBe(200)
    expect((await me(third)).statusCode).toBe(200)
  })

  test('never takes over a secret somebody else thought of', async () => {
    const fixed = 'A'.repeat(43)
    const { token } = (await signIn(guardian, { cookies: { session: fixed } })).json()
    expect(token).not.toBe(fixed)
    expect((await me(fixed)).statusCode).toBe(401)
  })

  test('on a shared computer leaves a cookie that goes with the browser, and marks no device', async () => {
    const answer = await login({ phoneNumber: parent.phone, password: demoPassword, sharedComputer: true })
    expect(cookie(answer, 'session')).not.toHaveProperty('maxAge')
    expect(cookie(answer, 'session')).not.toHaveProperty('expires')
    expect(cookie(answer, 'device')).toBeUndefined()
    const ordinary = await signIn(parent)
    expect(cookie(ordinary, 'session')).toMatchObject({ maxAge: 30 * day })
    expect(cookie(ordinary, 'device')).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  test('over https is marked so, and only the cookie of the own scheme is read', async () => {
    const { app: proxied } = await testApp({
      connection,
      trustProxy: '127.0.0.1',
      origins: ['https://kashkool.example'],
    })
    const headers = { origin: 'https://kashkool.example', 'x-forwarded-proto': 'https' }
    const answer = await proxied.inject({
      method: 'POST',
      url: '/API/Identity/Login',
      headers,
      payload: { phoneNumber: teacher.phone, password: demoPassword },
    })
    const secret = cookie(answer, '__Host-session')
    expect(secret).toMatchObject({ secure: true, httpOnly: true, path: '/' })
    expect(secret).not.toHaveProperty('domain')
    const read = (cookies: Record<string, string>) =>
      proxied.inject({ method: 'GET', url: '/API/Identity/Me', headers, cookies }).then(({ statusCode }) => statusCode)
    expect(await read({ '__Host-session': secret!.value })).toBe(200)
    expect(await read({ session: secret!.value })).toBe(401)
  })
})

describe('failing to sign in', () => {
  standingClock()

  const from = (remoteAddress: string, extra: Sent = {}) => ({ remoteAddress, ...extra })
  const fail = (person: { phone: string }, sent: Sent) =>
    login({ phoneNumber: person.phone, password: 'not this one' }, sent)
  /** Ends all current waits. */
  const wait = () => sql(`update rate_limits set expire = 0 where key like 'login-wait%'`)

  test('makes the next try wait, and each failure after it longer', async () => {
    const sent = from('10.1.0.1')
    for (let n = 1; n <= 5; n++) expect((await fail(supervisor, sent)).statusCode).toBe(400)
    const waits = []
    for (let n = 0; n < 5; n++) {
      const limited = await signIn(supervisor, sent)
      expect([limited.statusCode, limited.body]).toEqual([429, 'Too many requests, please wait'])
      waits.push(Number(limited.headers['retry-after']))
      await wait()
      expect((await fail(supervisor, sent)).statusCode).toBe(400)
    }
    expect(waits).toEqual([1, 2, 4, 8, 16])
  })

  test('counts for this phone from this address alone', async () => {
    const limited = await signIn(supervisor, from('10.1.0.1'))
    expect(limited.statusCode).toBe(429)
    expect((await signIn(supervisor, from('10.1.0.2'))).statusCode).toBe(200)
    expect((await signIn(manager, from('10.1.0.1'))).statusCode).toBe(200)
  })

  test('counts just the same for a phone that has no account', async () => {
    const sent = from('10.1.0.3')
    const statuses = []
    for (let n = 1; n <= 6; n++) statuses.push((await fail({ phone: '01088888888' }, sent)).statusCode)
    expect(statuses).toEqual([400, 400, 400, 400, 400, 429])
  })

  test('never locks out the device that signed in before, which has a count of its own', async () => {
    const device = cookie(await signIn(mother, from('10.1.0.4')), 'device')!.value
    for (let n = 1; n <= 6; n++) await fail(mother, from('10.1.0.4'))
    expect((await signIn(mother, from('10.1.0.4'))).statusCode).toBe(429)
    expect((await signIn(mother, from('10.1.0.4', { cookies: { device: 'stolen-from-nowhere' } }))).statusCode).toBe(
      429,
    )
    expect((await signIn(mother, from('10.1.0.4', { cookies: { device } }))).statusCode).toBe(200)
    // The device is known to this account only and does not help with another.
    for (let n = 1; n <= 6; n++) await fail(guardian, from('10.1.0.4', { cookies: { device } }))
    expect((await signIn(guardian, from('10.1.0.4', { cookies: { device } }))).statusCode).toBe(429)
  })

  test('many times at once is no way round', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => fail(newcomer, from('10.1.0.5'))))
    expect(answers.filter(({ statusCode }) => statusCode === 400).length).toBeLessThanOrEqual(12)
    expect((await signIn(newcomer, from('10.1.0.5'))).statusCode).toBe(429)
  })

  test('is forgotten once one has signed in', async () => {
    const sent = from('10.1.0.6')
    for (let n = 1; n <= 4; n++) await fail(parent, sent)
    expect((await signIn(parent, sent)).statusCode).toBe(200)
    for (let n = 1; n <= 4; n++) expect((await fail(parent, sent)).statusCode).toBe(400)
    expect((await signIn(parent, sent)).statusCode).toBe(200)
  })
})
