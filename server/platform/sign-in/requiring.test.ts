import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { today as parentsDay } from '#contract/overviews/today/today.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { testApp } from '#test/harness/app.ts'
import { withSession } from '#test/harness/narrowed.ts'
import { enteredProvider, journeysIn } from '#test/harness/provider-browser.ts'
import { threadOfOmar } from '#test/harness/talking.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { startProvider } from '#test/world/providers/server.mjs'
import { demoPassword, world } from '#test/world/world.ts'

const ours = 'http://localhost:3000'
const accounts = ['one', 'two'].map((sub) => ({ sub, name: sub, email: `${sub}@nile.example` }))
const provider = await startProvider({ origins: [ours], accounts })
afterAll(() => provider.stop())
const { app, as, connection, tokenOf } = await testApp({ signInHosts: [`localhost:${provider.port}`] })
const { sql } = tracesIn(connection)
const { through } = journeysIn(app, ours)
const { delta, dual, manager, nile, omar, otherManager, parent, supervisor, teacher } = world

const entered = enteredProvider(provider.issuer)
let of = { schoolId: nile.id, providerId: '' }
beforeEach(async () => {
  for (const table of ['outside_accounts', 'sign_in_providers']) await sql(`delete from ${table}`)
  of = { schoolId: nile.id, providerId: (await as(manager)(signInProviders.add, { ...entered, schoolId: nile.id })).id }
})

/** Links an account of the provider and signs in with it. */
async function cameIn(person: { phone: string }, account: string) {
  const { url } = await as(person)(outsideSignIn.link, { providerId: of.providerId })
  await through(url, account, { session: await tokenOf(person) })
  const { set } = await through(`/sign-in/${of.providerId}`, account)
  return withSession(app, set.session!)
}
const must = { required: true, password: demoPassword }
async function required() {
  const call = await cameIn(manager, 'one')
  await call(signInProviders.require, { ...of, ...must })
  return call
}
const [firstIn, stays] = [
  refused(409, 'Sign in with this provider yourself first, so that nobody is locked out'),
  refused(409, 'Staff must sign in with this provider; let them use their passwords again first'),
]

describe('a provider is required', () => {
  test('by a manager who signed in with it, after a second proof, with a line of the audit', async () => {
    const call = await cameIn(manager, 'one')
    const unproved = call(signInProviders.require, { ...of, required: true })
    await expect(unproved).rejects.toMatchObject(refused(400, 'Enter your password again'))
    expect(await call(signInProviders.require, { ...of, ...must })).toMatchObject({ required: true, active: true })
    const lines = await sql(
      `select outcome, person_id from audit_lines where operation = 'Connection/RequireProvider' and target_id = $1`,
      [of.providerId],
    )
    expect(lines).toEqual([{ outcome: 'done', person_id: manager.id }])
  })

  test('and not by one who is signed in otherwise: they would lock themselves out, and everybody', async () => {
    await expect(as(manager)(signInProviders.require, { ...of, ...must })).rejects.toMatchObject(firstIn)
    await cameIn(manager, 'one')
    await expect(as(manager)(signInProviders.require, { ...of, ...must })).rejects.toMatchObject(firstIn)
    const other = { ...entered, schoolId: nile.id, issuer: `${provider.issuer}/other`, domain: 'other.example' }
    const { id } = await as(manager)(signInProviders.add, other)
    const came = await through(`/sign-in/${of.providerId}`, 'one')
    const call = withSession(app, came.set.session!)
    await expect(call(signInProviders.require, { ...of, ...must, providerId: id })).rejects.toMatchObject(firstIn)
  })

  test('for its own school alone, and not by a teacher', async () => {
    const call = await cameIn(manager, 'one')
    const elsewhere = { ...of, ...must, schoolId: delta.id }
    await expect(call(signInProviders.require, elsewhere)).rejects.toMatchObject({ status: 404 })
    await expect(as(otherManager)(signInProviders.require, elsewhere)).rejects.toMatchObject({ status: 404 })
    await expect(as(teacher)(signInProviders.require, { ...of, ...must })).rejects.toMatchObject({ status: 403 })
  })

  test('and then keeps its address and stays in use, until passwords open again', async () => {
    const call = await required()
    const change = { ...of, password: demoPassword }
    await expect(call(signInProviders.update, { ...change, active: false })).rejects.toMatchObject(stays)
    const issuer = `${provider.issuer}/elsewhere`
    await expect(call(signInProviders.update, { ...change, issuer })).rejects.toMatchObject(stays)
    // A new secret must be entered while it is required.
    await call(signInProviders.update, { ...change, clientSecret: entered.clientSecret, providerName: 'Nile' })
    const stale = call(signInProviders.require, { ...change, required: false, baseVersion: 1 })
    await expect(stale).rejects.toMatchObject({ status: 409 })
    await call(signInProviders.require, { ...change, required: false })
    expect((await as(manager)(identity.me, {})).schools).toMatchObject([{ id: nile.id }])
    expect(await call(signInProviders.update, { ...change, active: false })).toMatchObject({ required: false })
  })
})

describe('where it is required', () => {
  test('a password opens nothing of the school’s staff, also in a session that was open before', async () => {
    const before = withSession(app, await tokenOf(manager))
    await required()
    for (const call of [before, as(manager), as(supervisor), as(teacher)]) {
      expect(await call(identity.me, {})).toMatchObject({ schools: [], isTeacher: false })
      expect(await call(schools.mine, {})).toEqual([])
      await expect(call(studentRecords.get, { studentId: omar.id })).rejects.toMatchObject({ status: 403 })
    }
    await expect(as(manager)(signInProviders.list, { schoolId: nile.id })).rejects.toMatchObject({ status: 403 })
    await expect(
      as(manager)(signInProviders.require, { ...of, required: false, password: demoPassword }),
    ).rejects.toMatchObject({ status: 403 })
  })

  test('parents are not concerned, and a person of two schools keeps the other', async () => {
    const [asParent, elsewhere] = [await as(parent)(identity.me, {}), await as(otherManager)(identity.me, {})]
    await sql(
      `insert into user_permissions (user_id, permission_id, school_id)
       select $1, id, $2 from permissions where key = 'ViewSchoolStudentsList'`,
      [otherManager.id, nile.id],
    )
    expect((await as(otherManager)(identity.me, {})).schools.length).toBe(2)
    await required()
    expect(await as(parent)(identity.me, {})).toEqual(asParent)
    expect((await as(parent)(studentRecords.get, { studentId: omar.id })).id).toBe(omar.id)
    expect(await as(dual)(identity.me, {})).toMatchObject({ isParent: true, isTeacher: false, schools: [] })
    expect((await as(otherManager)(identity.me, {})).schools).toEqual(elsewhere.schools)
    await sql('delete from user_permissions where user_id = $1', [otherManager.id])
  })

  test('who has not linked their account yet links it with their password, and then comes in', async () => {
    await required()
    const { providers } = await as(supervisor)(outsideSignIn.linked, {})
    expect(providers).toEqual([
      { id: of.providerId, providerName: 'Nile Schools', schoolName: nile.name, required: true, linked: false },
    ])
    const call = await cameIn(supervisor, 'two')
    expect(await call(identity.me, {})).toMatchObject({ onlySchoolId: nile.id, schools: [{ id: nile.id }] })
    expect((await as(supervisor)(outsideSignIn.linked, {})).providers).toMatchObject([{ required: true, linked: true }])
  })

  test('the inbox and announcements of its staff open to a session of the provider alone', async () => {
    // A parent who also works there.
    await sql('insert into school_teachers (school_id, teacher_id) values ($1, $2)', [nile.id, parent.id])
    const post = { schoolId: nile.id, title: 'Meeting', body: 'At ten', important: false, public: false }
    await as(manager)(postWriting.add, { ...post, audience: [{ kind: 'staff' }] })
    await as(manager)(postWriting.add, { ...post, title: 'Trip', audience: [{ kind: 'school' }] })
    await deliverAll(connection)
    const seenBy = async (call: ReturnType<typeof as>) => ({
      titles: (await call(posts.list, {})).map(({ title }) => title).toSorted(),
      items: (await call(inbox.items, {})).length,
      unread: (await call(inbox.unread, {})).unread,
    })
    const [all, own] = [await seenBy(as(supervisor)), await seenBy(as(parent))]
    await required()
    expect(all).toMatchObject({ titles: ['Meeting', 'Trip', expect.any(String)], items: 2, unread: 2 })
    expect(await seenBy(as(supervisor))).toEqual({ titles: [], items: 0, unread: 0 })
    expect(own).toMatchObject({ titles: expect.arrayContaining(all.titles), items: 2, unread: 2 })
    expect(await seenBy(as(parent))).toEqual({
      titles: own.titles.filter((title) => title !== 'Meeting'),
      items: 1,
      unread: 1,
    })
    expect((await as(parent)(parentsDay.get, {})).posts.map(({ title }) => title)).toContain('Trip')
    expect((await as(parent)(parentsDay.get, {})).posts.map(({ title }) => title)).not.toContain('Meeting')
    const [staff] = await sql(`select id from posts where title = 'Meeting'`)
    for (const person of [supervisor, parent])
      expect(await as(person)(posts.markRead, { postIds: [staff!.id as string] })).toMatchObject({ changed: 0 })
    const call = await cameIn(supervisor, 'two')
    expect(await seenBy(call)).toEqual(all)
  })

  test('threads with families open to a session of the provider alone; a parent’s own stay open', async () => {
    const of = { threadId: await threadOfOmar({ as }) }
    expect((await as(supervisor)(threads.list, {})).length).toBe(1)
    await required()
    expect(await as(supervisor)(threads.list, {})).toEqual([])
    await expect(as(supervisor)(threads.get, of)).rejects.toMatchObject({ status: 404 })
    expect((await as(parent)(threads.list, {})).length).toBe(1)
    expect(await as(parent)(threads.get, of)).toMatchObject({ id: of.threadId })
    const call = await cameIn(supervisor, 'two')
    expect((await call(threads.list, {})).length).toBe(1)
    expect(await call(threads.get, of)).toMatchObject({ id: of.threadId })
  })
})
