import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { signInProviders } from '#contract/platform/sign-in/providers.ts'
import { outsideSignIn } from '#contract/platform/sign-in/sign-in.ts'
import { testApp } from '#test/harness/app.ts'
import { withSession } from '#test/harness/narrowed.ts'
import { journeysIn } from '#test/harness/provider-browser.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { clientOfDemo } from '#test/world/providers/client.mjs'
import { startProvider } from '#test/world/providers/server.mjs'
import { demoPassword, world } from '#test/world/world.ts'

const ours = 'http://localhost:3000'
const accounts = ['one', 'two'].map((sub) => ({ sub, name: sub, email: `${sub}@nile.example` }))
const provider = await startProvider({ origins: [ours], accounts })
afterAll(() => provider.stop())
const { app, as, asVisitor, connection, tokenOf } = await testApp({ signInHosts: [`localhost:${provider.port}`] })
const { sql } = tracesIn(connection)
const { delta, dual, manager, nile, otherManager, teacher } = world

const entered = {
  schoolId: nile.id,
  providerName: 'Nile Schools',
  domain: 'Nile.Example',
  issuer: provider.issuer,
  clientId: clientOfDemo.id,
  clientSecret: clientOfDemo.secret,
  password: demoPassword,
}
let providerId = ''
beforeEach(async () => {
  for (const table of ['outside_accounts', 'sign_in_providers']) await sql(`delete from ${table}`)
  providerId = (await as(manager)(signInProviders.add, entered)).id
})

const { go, through } = journeysIn(app, ours)
const linkedBy = async (person: { phone: string }, account: string) => {
  const { url } = await as(person)(outsideSignIn.link, { providerId })
  return through(url, account, { session: await tokenOf(person) })
}
const signedInAs = (account: string, query = '') => through(`/sign-in/${providerId}${query}`, account)

describe('an account of a school', () => {
  test('opens nothing until its person links it, and then that school alone', async () => {
    expect((await signedInAs('one')).to).toBe('/auth?outside=notLinked')
    expect((await linkedBy(dual, 'one')).to).toBe('/profile')
    const { accounts: own } = await as(dual)(outsideSignIn.linked, {})
    expect(own).toMatchObject([{ label: 'one@nile.example', issuer: provider.issuer, schoolName: nile.name }])
    const came = await signedInAs('one', '?next=%2Finbox')
    expect(came).toMatchObject({ status: 303, to: '/inbox' })
    const me = await withSession(app, came.set.session!)(identity.me, {})
    expect(me).toMatchObject({ onlySchoolId: nile.id, isParent: false, schools: [{ id: nile.id }] })
    const [session] = came.all.filter(({ name }) => name === 'session')
    expect(session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  })

  test('is one person’s: nobody else links it, and unlinking ends what it opened', async () => {
    await linkedBy(dual, 'one')
    expect((await linkedBy(teacher, 'one')).to).toBe('/profile?outside=taken')
    const { session } = (await signedInAs('one')).set
    const { accounts: own } = await as(dual)(outsideSignIn.linked, {})
    await expect(as(teacher)(outsideSignIn.unlink, { accountId: own[0]!.id })).rejects.toMatchObject({ status: 404 })
    expect(await as(dual)(outsideSignIn.unlink, { accountId: own[0]!.id })).toMatchObject({ changed: 1 })
    await expect(withSession(app, session!)(identity.me, {})).rejects.toMatchObject({ status: 401 })
    expect((await signedInAs('one')).to).toBe('/auth?outside=notLinked')
  })

  test('ends with its provider at once, which another school cannot change', async () => {
    await linkedBy(dual, 'one')
    const { session } = (await signedInAs('one')).set
    const change = { providerId, active: false }
    const foreign = as(otherManager)(signInProviders.update, { ...change, schoolId: delta.id })
    await expect(foreign).rejects.toMatchObject({ status: 404 })
    await as(manager)(signInProviders.update, { ...change, schoolId: nile.id })
    await expect(withSession(app, session!)(identity.me, {})).rejects.toMatchObject({ status: 401 })
    expect((await go(`/sign-in/${providerId}`)).to).toBe('/auth?outside=away')
  })

  test('is asked for the password of who has an authenticator, unless the school trusts a second step done there', async () => {
    await linkedBy(dual, 'one')
    await sql(`insert into second_factors (user_id, sealed_secret) values ($1, '\\x00')`, [dual.id])
    try {
      expect((await signedInAs('one')).to).toBe('/auth?outside=factor')
      await sql('update sign_in_providers set trusts_factor = true')
      // The provider says nothing of a second step.
      expect((await signedInAs('one')).to).toBe('/auth?outside=factor')
    } finally {
      await sql('delete from second_factors')
    }
  })

  test('does not open an account in doubt', async () => {
    await linkedBy(dual, 'one')
    await sql(
      `insert into account_doubts (person_id, since, because, sms_proves) values ($1, now(), 'notice', false)`,
      [dual.id],
    )
    expect((await signedInAs('one')).to).toBe('/auth?outside=doubt')
    await sql('delete from account_doubts')
  })
})

describe('a journey', () => {
  test('ends only in the browser in which it began, and once', async () => {
    await linkedBy(dual, 'one')
    const { callback, journey, set } = await signedInAs('one')
    expect(set.session).toBeDefined()
    expect(set['sign-in']).toBe('')
    expect((await go(callback)).to).toBe('/auth?outside=old')
    expect((await go(callback, { 'sign-in': 'forged' })).to).toBe('/auth?outside=old')
    expect(await go(callback, journey)).toMatchObject({ to: '/auth?outside=refused', set: { 'sign-in': '' } })
    const other = await go(`/sign-in/${providerId}`)
    expect((await go(callback, other.set)).to).toBe('/auth?outside=refused')
  })

  test('leads to no other site', async () => {
    await linkedBy(dual, 'one')
    expect((await signedInAs('one', '?next=%2F%2Fevil.example')).to).toBe('/')
    expect((await signedInAs('one', '?next=https%3A%2F%2Fevil.example')).to).toBe('/')
  })

  test('to link an account is begun by a ticket of this provider, and ends in the session that asked for it', async () => {
    expect((await go(`/sign-in/${providerId}?ticket=forged`)).to).toBe('/profile?outside=old')
    const { url } = await as(dual)(outsideSignIn.link, { providerId })
    const session = await tokenOf(teacher)
    expect((await through(url, 'two', { session })).to).toBe('/profile?outside=again')
    expect((await through(url, 'two')).to).toBe('/profile?outside=again')
    expect(await sql('select from outside_accounts')).toEqual([])
  })

  test('is not begun for a person who signed in an hour ago, works elsewhere, or is signed in by a provider', async () => {
    await expect(as(otherManager)(outsideSignIn.link, { providerId })).rejects.toMatchObject({ status: 404 })
    await linkedBy(dual, 'one')
    const narrowed = withSession(app, (await signedInAs('one')).set.session!)
    const needsPassword = refused(403, 'Sign in with your phone number and password for this')
    await expect(narrowed(outsideSignIn.link, { providerId })).rejects.toMatchObject(needsPassword)
    await sql(`update sessions set created_at = created_at - interval '1 hour' where user_id = $1`, [teacher.id])
    await expect(as(teacher)(outsideSignIn.link, { providerId })).rejects.toMatchObject(
      refused(403, 'Sign in with your password again first; an account can be linked within an hour of that'),
    )
  })
})

describe('a provider', () => {
  test('is found by the domain of the school, also in an e-mail, and shows nothing but names', async () => {
    const found = { id: providerId, providerName: 'Nile Schools', schoolName: nile.name }
    for (const domain of ['nile.example', ' someone@NILE.example'])
      expect(await asVisitor(outsideSignIn.available, { domain })).toEqual({ some: true, providers: [found] })
    expect(await asVisitor(outsideSignIn.available, { domain: 'other.example' })).toEqual({ some: true, providers: [] })
    await sql('delete from sign_in_providers')
    expect(await asVisitor(outsideSignIn.available, {})).toEqual({ some: false, providers: [] })
  })

  test('is shown with its school where several schools name one domain, and opens only where it is linked', async () => {
    await as(otherManager)(signInProviders.add, { ...entered, schoolId: delta.id })
    const { providers } = await asVisitor(outsideSignIn.available, { domain: 'nile.example' })
    const named = (schoolName: string) => expect.objectContaining({ providerName: 'Nile Schools', schoolName })
    expect(providers).toHaveLength(2)
    expect(providers).toEqual(expect.arrayContaining([named(delta.name), named(nile.name)]))
    await linkedBy(dual, 'one')
    const other = providers.find(({ schoolName }) => schoolName === delta.name)!
    // The same account there, at the provider of another school.
    expect((await through(`/sign-in/${other.id}`, 'one')).to).toBe('/auth?outside=notLinked')
    expect((await signedInAs('one')).to).toBe('/')
  })

  test('is tried, listed without its secret, and changed', async () => {
    const of = { schoolId: nile.id, providerId }
    expect(await as(manager)(signInProviders.test, of)).toMatchObject({ done: true })
    const [row] = await as(manager)(signInProviders.list, { schoolId: nile.id })
    expect(row).toMatchObject({ domain: 'nile.example', redirectUri: `${ours}/sign-in/callback`, linkedPeople: 0 })
    expect(JSON.stringify(row)).not.toContain(clientOfDemo.secret)
    const elsewhere = { ...of, issuer: `${provider.issuer}/nowhere` }
    const needsProof = refused(400, 'Enter your password again')
    await expect(as(manager)(signInProviders.update, elsewhere)).rejects.toMatchObject(needsProof)
    await expect(as(manager)(signInProviders.update, { ...elsewhere, password: 'guessed' })).rejects.toMatchObject(
      needsProof,
    )
    await as(manager)(signInProviders.update, { ...elsewhere, password: demoPassword })
    await expect(as(manager)(signInProviders.test, of)).rejects.toMatchObject(
      refused(409, 'The provider does not answer as one; check its address'),
    )
  })

  test.each([
    [{ issuer: 'http://login.example' }, 'Enter an https address on the public internet'],
    [{ issuer: 'https://192.168.1.1/realm' }, 'Enter an https address on the public internet'],
    [{ issuer: 'https://accounts.google.com' }, 'Enter the domain of your organisation at Google'],
    [{ domain: 'nile' }, 'Enter a domain such as school.example'],
  ])('with %j is refused', async (wrong, sentence) => {
    await expect(as(manager)(signInProviders.add, { ...entered, ...wrong })).rejects.toMatchObject({
      status: 400,
      message: sentence,
    })
  })
})
