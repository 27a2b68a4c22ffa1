import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { contacts } from '#contract/platform/contacts/contacts.ts'
import { platformHome } from '#contract/overviews/home/platform-home.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { recordLists } from '#contract/people/official-records/record-lists.ts'
import { posts, postWriting } from '#contract/messages/posts/posts.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { withDb } from '#server/db/connected.ts'
import { backlogOf } from '#server/run/system/backlog.queries.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { testDatabase } from '#test/harness/database.ts'
import { ask, asRequests } from '#test/harness/ground.ts'
import { withStandby } from '#test/harness/standby.ts'
import { notAllowed } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { replicaReads } from './replica-reads.ts'

const another = await testDatabase()
const { primary, standby, hold, goOn, stopStandby, stop } = await withStandby()
afterAll(stop, 60_000)

const token = 'a token of the tests, thirty-two long'
const metrics = { token, backlog: () => withDb(primary, backlogOf) }
// On a slow machine, a standby also waits. The test does not wait for one that is behind on purpose.
const appWith = (replica: object, patience = 10_000) =>
  testApp({ connection: primary, replica, replicaFigures: { patience, rest: 200 }, metrics, log: false })
const byBoth = await appWith(asRequests(standby))
const impatient = await appWith(asRequests(standby), 50)
const { as, asVisitor } = byBoth
const alone = await testApp({ connection: primary })
const { manager, parent, admin, nile } = world
const ofNile = { schoolId: nile.id }

/** How many reads each database answered during the work. */
async function during(work: () => Promise<unknown>, { app } = byBoth) {
  const counts = async () => {
    const { body } = await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })
    const by = (which: string) => Number(new RegExp(`replica_reads_total{by="${which}"} (\\d+)`).exec(body)![1])
    return { replica: by('replica'), primary: by('primary') }
  }
  const before = await counts()
  await work()
  const after = await counts()
  return { replica: after.replica - before.replica, primary: after.primary - before.primary }
}

/** Waits until the pause after a failure is over. */
const answersAgain = () =>
  expect
    .poll(() => during(() => asVisitor(schools.contacts, ofNile)), { interval: 200 })
    .toEqual({ replica: 1, primary: 0 })

const addContact = async () => {
  const value = `0122${Math.floor(Math.random() * 1e7)}`.padEnd(11, '0')
  const { contactTypeId } = (await asVisitor(schools.contacts, ofNile))[0]!
  return as(manager)(contacts.add, { ...ofNile, contactTypeId, value })
}
const contactIds = async ({ asVisitor } = byBoth) => (await asVisitor(schools.contacts, ofNile)).map(({ id }) => id)

beforeEach(answersAgain)

describe('a standby of PostgreSQL', () => {
  const post = async ({ as }: typeof byBoth) => (await as(manager)(postWriting.written, ofNile))[0]!.id
  const step = { at: 2, name: 'إنذار أول', action: 'letter' as const, points: null }
  const rule = {
    ruleName: 'غياب',
    gradeIds: [],
    counts: 'running' as const,
    period: 'year' as const,
    counted: 'all' as const,
    active: true,
    steps: [step],
  }
  type App = typeof byBoth
  const reads: [{ path: string }, (app: App) => Promise<unknown>][] = [
    [schools.list, ({ asVisitor }) => asVisitor(schools.list, {})],
    [schools.contacts, ({ asVisitor }) => asVisitor(schools.contacts, ofNile)],
    [posts.public, ({ asVisitor }) => asVisitor(posts.public, ofNile)],
    [postWriting.report, async (app) => app.as(manager)(postWriting.report, { postId: await post(app) })],
    [platformHome.get, async ({ as }) => ({ ...(await as(admin)(platformHome.get, {})), asOf: 'now' })],
    [auditLog.ofSchool, ({ as }) => as(manager)(auditLog.ofSchool, ofNile)],
    [auditLog.ofPlatform, ({ as }) => as(admin)(auditLog.ofPlatform, {})],
    [users.accountLines, ({ as }) => as(manager)(users.accountLines, {})],
    [recordLists.ages, ({ as }) => as(manager)(recordLists.ages, ofNile)],
    [recordLists.nationalities, ({ as }) => as(manager)(recordLists.nationalities, ofNile)],
    [
      recordLists.movements,
      ({ as }) => as(manager)(recordLists.movements, { ...ofNile, dateFrom: today, dateTo: today }),
    ],
    [absenceRules.try, ({ as }) => as(manager)(absenceRules.try, { ...ofNile, rules: [rule] })],
  ]

  test.each(reads.map(([{ path }, call]) => [path, call] as const))(
    'answers %s as the primary does',
    async (_, call) => {
      const before = await call(alone)
      let answered: unknown
      expect(await during(async () => void (answered = await call(byBoth)))).toEqual({ replica: 1, primary: 0 })
      expect(answered).toEqual(before)
    },
  )

  test('answers nothing else', async () => {
    expect(new Set(reads.map(([{ path }]) => path))).toEqual(replicaReads)
    expect(await during(() => as(manager)(identity.me, {}))).toEqual({ replica: 0, primary: 0 })
  })

  test('shows what was stored the moment before, twenty times', async () => {
    for (let turn = 0; turn < 20; turn++) {
      const { id } = await addContact()
      expect(await contactIds()).toContain(id)
      await as(manager)(contacts.remove, { contactId: id })
      expect(await contactIds()).not.toContain(id)
    }
  })

  test('answers nothing while it is behind: the primary does, and people see what they stored', async () => {
    await hold()
    try {
      const { id } = await addContact()
      let seen: string[] = []
      const look = async () => void (seen = await contactIds(impatient))
      expect(await during(look, impatient)).toEqual({ replica: 0, primary: 1 })
      expect(seen).toContain(id)
      await as(manager)(contacts.remove, { contactId: id })
    } finally {
      await goOn()
    }
    await answersAgain()
  })

  test('opens nothing to a session that has ended since, nor by a right that was taken away', async () => {
    const person = world.deputy
    const fresh = await appWith(asRequests(standby), 50)
    await fresh.as(person)(auditLog.ofSchool, ofNile)
    await hold()
    try {
      await fresh.as(person)(identity.logout, {})
      await expect(fresh.as(person)(auditLog.ofSchool, ofNile)).rejects.toMatchObject({ status: 401 })
    } finally {
      await goOn()
    }
    await expect(as(parent)(auditLog.ofSchool, ofNile)).rejects.toMatchObject(notAllowed)
    const refusals = await ask(
      primary,
      `select from audit_lines where operation = '${auditLog.ofSchool.path}' and outcome = '403'`,
    )
    expect(refusals).toHaveLength(1)
  })
})

describe('a server that is no standby of this database', () => {
  test.each([
    ['the primary itself', primary],
    ['another database', another],
  ])('%s answers nothing', async (_, connection) => {
    const wrong = await appWith(asRequests(connection), 50)
    const answer = () => wrong.asVisitor(schools.contacts, ofNile)
    expect(await during(answer, wrong)).toEqual({ replica: 0, primary: 1 })
    expect(await answer()).toEqual(await alone.asVisitor(schools.contacts, ofNile))
  })
})

test('without the standby the primary answers everything', async () => {
  await stopStandby()
  for (let turn = 0; turn < 5; turn++)
    expect(await during(() => asVisitor(schools.contacts, ofNile))).toEqual({ replica: 0, primary: 1 })
})
