import { beforeEach, describe, expect, test } from 'vitest'
import { livePath } from '#contract/platform/live/live.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { phoneChanges } from '#contract/platform/identity/phone-changes.ts'
import { proof } from '#contract/platform/identity/proof.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { users } from '#contract/platform/identity/users.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { caller, Refused } from '#contract/language/caller.ts'
import { operations } from '#server/operations.ts'
import { needsSession } from '#server/access/authorise.ts'
import { clock } from '#test/world/clock.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { registering } from '#test/harness/registering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, asVisitor, connection } = app
const { sql, giveKey, audited } = tracesIn(connection)
const { codeFor, waited } = registering(app)
const { admin, manager, deputy, teacher, parent, otherManager, deltaParent, newcomer, nile } = world
const schoolId = nile.id

const needed = refused(403, 'Please prove first that this account is still yours')
const notRight = refused(400, 'The code is not correct or has expired')
const noSms = refused(409, 'A code by SMS is no second proof here; ask your school for one')

const signIn = (person: { phone: string }, password = demoPassword) =>
  asVisitor(identity.login, { phoneNumber: person.phone, password })

/** Typed calls with the session of a token. */
const withToken = (token: string) =>
  caller(async ({ method, path, body }) => {
    const headers = { accept: 'application/problem+json', authorization: `Bearer ${token}` }
    const payload = method === 'POST' ? { payload: body as object } : {}
    const answer = await app.app.inject({ method, url: `/${path}`, headers, ...payload })
    const json = answer.json()
    if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)
    return { status: 200, body: json, total: null }
  })

const silentFor = (person: { id: string }, months: number) =>
  sql(
    `insert into sign_ins (person_id, last_at) values ($1, $2::timestamptz - $3::int * interval '1 month')
     on conflict (person_id) do update set last_at = excluded.last_at`,
    [person.id, clock.now(), months],
  )
const report = (person: { id: string }, by = manager) =>
  as(by)(phoneChanges.reportLost, { schoolId, userId: person.id })
const issue = (person: { id: string }, by = manager) =>
  as(by)(phoneChanges.issueProof, { schoolId, userId: person.id, seenInPerson: 1 })

beforeEach(async () => {
  await sql('delete from account_doubts')
  await sql('delete from proof_codes')
  await sql('delete from sign_ins')
  await sql('delete from sessions where user_id = $1', [parent.id])
  await sql('truncate rate_limits')
})

describe('after twelve months without a sign-in', () => {
  test('an account opens nothing, and a code by SMS beside the old password proves it', async () => {
    await silentFor(parent, 13)
    const me = await signIn(parent)
    expect(me).toMatchObject({ proofDue: true, permissions: [], schools: [], isParent: false })
    const mine = withToken(me.token)
    expect(await mine(identity.me, {})).toMatchObject({ proofDue: true, schools: [], isParent: false })
    expect(await mine(proof.get, {})).toEqual({ due: true, because: 'silence', ways: ['sms', 'school'] })

    await mine(proof.sendCode, {})
    await expect(mine(proof.give, { way: 'sms', code: '00000' })).rejects.toMatchObject(notRight)
    await mine(proof.give, { way: 'sms', code: (await codeFor(parent.phone))! })
    expect(await mine(identity.me, {})).toMatchObject({ proofDue: false, isParent: true })
    expect(await mine(proof.get, {})).toEqual({ due: false, because: null, ways: [] })
    expect(await signIn(parent)).toMatchObject({ proofDue: false })
  })

  test('whose number waits to be asked to teach is asked once the account is proved', async () => {
    await sql(
      `insert into staff_invitations (school_id, id, phone_number, invited_by) values ($1, gen_random_uuid(), $2, $3)`,
      [schoolId, parent.phone, manager.id],
    )
    await silentFor(parent, 13)
    const mine = withToken((await signIn(parent)).token)
    await mine(proof.sendCode, {})
    await mine(proof.give, { way: 'sms', code: (await codeFor(parent.phone))! })
    await deliverAll(connection)
    const kinds = (await mine(inbox.items, {})).map(({ kind }) => kind)
    expect(kinds.filter((kind) => kind === 'teacherInvited')).toHaveLength(1)
  })

  test('a password set by a code to the number proves nothing, and neither does another code', async () => {
    await silentFor(parent, 13)
    await asVisitor(registration.forgetPassword, { phoneNumber: parent.phone })
    const code = (await codeFor(parent.phone))!
    const { grant } = await asVisitor(registration.confirm, { phoneNumber: parent.phone, code })
    const password = 'a password of a stranger 7'
    await asVisitor(registration.setPassword, { grant, password })
    expect(await sql('select from known_devices where user_id = $1', [parent.id])).toEqual([])

    const me = await signIn(parent, password)
    expect(me.proofDue).toBe(true)
    const mine = withToken(me.token)
    expect(await mine(proof.get, {})).toMatchObject({ because: 'silence', ways: ['school'] })
    await waited()
    await expect(mine(proof.sendCode, {})).rejects.toMatchObject(noSms)
    await expect(mine(proof.give, { way: 'sms', code })).rejects.toMatchObject(noSms)
    expect((await signIn(parent, password)).proofDue).toBe(true)
    await sql('update users set password_hash = (select password_hash from users where id = $1) where id = $2', [
      manager.id,
      parent.id,
    ])
  })

  test('but not before, and not an account that opens nothing', async () => {
    await silentFor(parent, 11)
    expect(await signIn(parent)).toMatchObject({ proofDue: false })
    await silentFor(newcomer, 20)
    expect(await signIn(newcomer)).toMatchObject({ proofDue: false })
  })

  test('every operation that needs a session is refused, but for those that prove it', async () => {
    await silentFor(parent, 13)
    const { token } = await signIn(parent)
    const closed = operations.filter(({ access, beforeProof }) => needsSession(access) && !beforeProof)
    expect(operations.filter(({ beforeProof }) => beforeProof).map(({ path }) => path)).toEqual([
      identity.me.path,
      proof.get.path,
      proof.sendCode.path,
      proof.give.path,
    ])
    for (const { path, method, takes } of closed) {
      if (takes) continue
      const headers = { accept: 'application/problem+json', authorization: `Bearer ${token}` }
      const payload = method === 'POST' ? { payload: {} } : {}
      for (const inParts of [{}, { 'transfer-encoding': 'chunked' }]) {
        const answer = await app.app.inject({
          method,
          url: `/${path}`,
          headers: { ...headers, ...inParts },
          ...payload,
        })
        expect([path, answer.statusCode, answer.json().detail]).toEqual([path, 403, needed.message])
      }
    }
    const stream = { url: `/${livePath}?inbox=${parent.id}`, headers: { authorization: `Bearer ${token}` } }
    expect((await app.app.inject(stream)).statusCode).toBe(403)
  })
})

describe('after a notice that a number is no longer theirs', () => {
  test('the account opens nothing anywhere, and a code of the school proves it', async () => {
    const before = withToken((await signIn(parent)).token)
    expect(await before(identity.me, {})).toMatchObject({ isParent: true })
    expect(await report(parent)).toEqual({ done: true, changed: 1 })
    await expect(before(users.sessions, {})).rejects.toMatchObject({ status: 401 })
    expect(await sql('select from known_devices where user_id = $1', [parent.id])).toEqual([])

    const mine = withToken((await signIn(parent)).token)
    await expect(mine(users.sessions, {})).rejects.toMatchObject(needed)
    expect(await mine(proof.get, {})).toEqual({ due: true, because: 'notice', ways: ['school'] })
    await expect(mine(proof.sendCode, {})).rejects.toMatchObject(noSms)

    const { code } = await issue(parent)
    await expect(mine(proof.give, { way: 'school', code: `${code}2` })).rejects.toMatchObject(notRight)
    await mine(proof.give, { way: 'school', code: ` ${code.slice(0, 5).toLowerCase()}-${code.slice(5)} ` })
    expect(await mine(identity.me, {})).toMatchObject({ proofDue: false, isParent: true })
    expect((await audited(phoneChanges.issueProof)).at(-1)).toMatchObject({
      person_id: manager.id,
      target_id: parent.id,
    })

    const other = withToken((await signIn(parent)).token)
    await expect(other(proof.give, { way: 'school', code })).rejects.toMatchObject({ status: 409 })
  })

  test('another session that had to be proved ends with the proof, and nobody else’s does', async () => {
    await report(parent)
    await report(teacher)
    const [first, second, others] = [await signIn(parent), await signIn(parent), await signIn(teacher)]
    const [mine, waiting, theirs] = [first, second, others].map(({ token }) => withToken(token))
    await mine!(proof.give, { way: 'school', code: (await issue(parent)).code })
    expect(await mine!(identity.me, {})).toMatchObject({ proofDue: false })
    await expect(waiting!(identity.me, {})).rejects.toMatchObject({ status: 401 })
    expect(await theirs!(identity.me, {})).toMatchObject({ proofDue: true })
    expect(await signIn(parent)).toMatchObject({ proofDue: false })
  })

  test('an older code, one of somebody else and one that is too old prove nothing', async () => {
    await report(parent)
    await report(teacher)
    const mine = withToken((await signIn(parent)).token)
    const first = await issue(parent)
    const second = await issue(parent)
    const others = await issue(teacher)
    for (const { code } of [first, others])
      await expect(mine(proof.give, { way: 'school', code })).rejects.toMatchObject(notRight)
    await sql('update proof_codes set expires_at = $1', [clock.now()])
    await expect(mine(proof.give, { way: 'school', code: second.code })).rejects.toMatchObject(notRight)
    await sql('delete from account_doubts where person_id = $1', [teacher.id])
  })

  test('codes are not found by trying', async () => {
    await report(parent)
    const mine = withToken((await signIn(parent)).token)
    const { code } = await issue(parent)
    for (let tries = 0; tries < 10; tries++)
      await expect(mine(proof.give, { way: 'school', code: 'AAAAAAAAAA' })).rejects.toMatchObject(notRight)
    await expect(mine(proof.give, { way: 'school', code })).rejects.toMatchObject({ status: 429 })
  })

  test('a school vouches for its own people alone, never for the platform, and nobody for themselves', async () => {
    for (const act of [report, issue]) {
      await expect(act(deltaParent)).rejects.toMatchObject(notFound)
      await expect(act(newcomer)).rejects.toMatchObject(notFound)
      await expect(act(admin)).rejects.toMatchObject(notFound)
      await expect(act(parent, otherManager)).rejects.toMatchObject(notFound)
      await expect(act(parent, teacher)).rejects.toMatchObject(notAllowed)
      await expect(act(manager)).rejects.toMatchObject(refused(403, 'Somebody else at the school has to vouch for you'))
    }
    await giveKey(admin, 'AddGrade', nile)
    await expect(report(admin)).rejects.toMatchObject(notFound)
    await expect(issue(parent)).rejects.toMatchObject(refused(409, 'This account needs no second proof'))
    await expect(issue(parent, deputy)).rejects.toMatchObject({ status: 409 })
  })
})
