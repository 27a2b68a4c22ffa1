import { describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { users } from '#contract/platform/identity/users.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { threads } from '#contract/messages/threads/threads.ts'
import type { Db } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { narrowedSession, withSession } from '#test/harness/narrowed.ts'
import { threadOfOmar } from '#test/harness/talking.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { authorise } from './authorise.ts'
import { noRights } from './caller.ts'

const { app, as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { admin, delta, dual, manager, nile, otherManager, parent } = world
const needsPassword = refused(403, 'Sign in with your phone number and password for this')

/** Calls with the session of a provider of a school. */
const opened = async (person: { id: string }, school: { id: string } = nile) =>
  withSession(app, await narrowedSession(sql, person, school))

async function whileInactive({ id }: { id: string }, work: () => Promise<unknown>) {
  await sql('update schools set active = false where id = $1', [id])
  await work().finally(() => sql('update schools set active = true where id = $1', [id]))
}

describe('a session that a provider of a school opened', () => {
  test('has the rights of its staff there, and none in another school or as a parent', async () => {
    const [full, narrowed] = [await as(dual)(identity.me, {}), await (await opened(dual))(identity.me, {})]
    expect(full).toMatchObject({ isParent: true, onlySchoolId: null })
    expect(narrowed).toMatchObject({ isParent: false, isTeacher: true, onlySchoolId: nile.id, appPermissions: [] })
    expect(narrowed.schools).toEqual(full.schools.filter(({ id }) => id === nile.id))
  })

  test('has no rights of the platform', async () => {
    await giveKey(admin, 'ViewNotes', nile)
    expect((await as(admin)(identity.me, {})).appPermissions).not.toEqual([])
    const narrowed = await (await opened(admin))(identity.me, {})
    expect(narrowed).toMatchObject({ appPermissions: [], permissions: ['ViewNotes'], schools: [{ id: nile.id }] })
  })

  test('opens nothing where the person has no rights, and does not say what they have elsewhere', async () => {
    const call = await opened(otherManager)
    expect(await call(schools.mine, {})).toEqual([])
    await expect(call(users.get, { userId: parent.id })).rejects.toMatchObject({ status: 404 })
    await whileInactive(delta, async () => {
      await expect(call(schools.get, { schoolId: delta.id })).rejects.toMatchObject({ status: 404 })
      expect((await as(otherManager)(schools.get, { schoolId: delta.id })).id).toBe(delta.id)
    })
  })

  test('loses its rights with those of the person, at the next call', async () => {
    const call = await opened(dual)
    await whileInactive(nile, async () => expect(await call(schools.mine, {})).toEqual([]))
    expect(await call(schools.mine, {})).toMatchObject([{ id: nile.id }])
  })

  test('reads of the inbox and of threads what concerns that school', async () => {
    for (const school of [nile, delta, null])
      await sql(
        `insert into inbox_items (id, person_id, occasion, kind, at_school_id, at)
         values ($1::uuid, $2, concat($1::uuid, $3::uuid), 'rightsChanged', $3::uuid, now())`,
        [newId(), manager.id, school?.id ?? null],
      )
    expect((await as(manager)(inbox.items, {})).length).toBe(3)
    const [here, there] = [await opened(manager), await opened(otherManager)]
    const rows = await here(inbox.items, {})
    expect(rows.length).toBeGreaterThan(0)
    expect(rows.every(({ schoolId }) => schoolId === nile.id)).toBe(true)
    expect((await here(inbox.unread, {})).unread).toBeGreaterThan(0)
    expect(await there(inbox.items, {})).toEqual([])
    expect(await there(inbox.unread, {})).toEqual({ unread: 0 })
    const threadId = await threadOfOmar({ as })
    const asFamily = await opened(parent)
    expect(await asFamily(threads.list, {})).toEqual([])
    await expect(asFamily(threads.get, { threadId })).rejects.toMatchObject({ status: 404 })
  })

  test('does not change the account or its sessions', async () => {
    const call = await opened(manager)
    const password = { oldPassword: 'kashkool', newPassword: 'another one', confirmNewPassword: 'another one' }
    await expect(call(users.changePassword, password)).rejects.toMatchObject(needsPassword)
    await expect(call(users.endOtherSessions, {})).rejects.toMatchObject(needsPassword)
    expect((await call(users.sessions, {})).length).toBeGreaterThan(0)
  })

  test('is the only one with rights at a school that requires it', async () => {
    await sql(
      `insert into sign_in_providers (school_id, id, name, domain, issuer, client_id, sealed, required, made_by)
       values ($1, $1, 'Nile', 'nile.example', 'https://login.example', 'us', '\\x00', true, $2)`,
      [nile.id, manager.id],
    )
    try {
      const me = await as(dual)(identity.me, {})
      expect(me).toMatchObject({ isParent: true, isTeacher: false, schools: [] })
      expect((await (await opened(dual))(identity.me, {})).schools).toMatchObject([{ id: nile.id }])
    } finally {
      await sql('delete from sign_in_providers')
    }
  })
})

/** What belongs to a person and is open in such a session all the same; everything else of this kind is refused. */
const alsoNarrowed = [
  'API/Identity/GetSessions',
  'API/Identity/Me',
  'API/User/GetUserById',
  'Inbox/GetItems',
  'Inbox/GetUnread',
  'Inbox/MarkRead',
  'Message/Done',
  'Message/GetColleagues',
  'Message/GetThread',
  'Message/GetThreads',
  'Message/HandOver',
  'Message/Read',
  'Message/Report',
  'Message/TakeBack',
  'Message/Write',
  'Post/Answer',
  'Post/GetPosts',
  'Post/MarkRead',
  'SchoolTeacher/GetTeacherSchools',
  'api/School/GetUserSchools',
]

test('of what belongs to a person, exactly these operations answer in it, and lists of reference', async () => {
  const narrowed = {
    id: dual.id,
    sessionId: dual.id,
    sharedComputer: false,
    isUnmarked: false,
    proofDue: false,
    onlySchool: nile.id,
    rights: noRights,
  }
  const personal = operations.filter(({ access }) => ['self', 'signedIn', 'selfOrGrant'].includes(access.to))
  const refusedOnes: string[] = []
  for (const operation of personal)
    await authorise({} as Db, operation, narrowed, {}).catch((problem: Error) => {
      if (problem.message === needsPassword.message) refusedOnes.push(operation.path)
    })
  const open = personal.filter(({ path, access }) => !refusedOnes.includes(path) && !access.rows.includes('reference'))
  expect(open.map(({ path }) => path).sort()).toEqual(alsoNarrowed)
  expect(personal.length).toBeGreaterThan(70)
})
