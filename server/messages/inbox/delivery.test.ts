import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { inbox, type ItemKind } from '#contract/messages/inbox/inbox.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { batches } from '#server/db/batch.ts'
import { withDb } from '#server/db/connected.ts'
import { newId } from '#server/db/ids.ts'
import type { Query } from '#server/db/listening.ts'
import { takeDue } from '#server/outbox/worker.queries.ts'
import { inboxAlone } from '#test/harness/bundles.ts'
import { testApp } from '#test/harness/app.ts'
import { now } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { world } from '#test/world/world.ts'
import { inboxChannel } from './delivery.ts'
import { sqlIn } from '#test/harness/database.ts'

// Starts a separate process, on a machine that may be busy.
const { as, connection } = await testApp()
const { parent, mother, supervisor, manager, classmatesParent, nile, delta, omar, classmate, class4a } = world

const sql = sqlIn(connection)
const deliver = () => deliverAll(connection)

const itemsOf = (person: { phone: string }) => as(person)(inbox.items, {})
const kindsOf = async (person: { phone: string }) => (await itemsOf(person)).map(({ kind }) => kind)

/** Puts an event into the outbox as the product does. */
const published = (event: string, schoolId: string | null, payload: object, actorId: string = newId()) =>
  sql('insert into outbox (event, school_id, actor_id, payload) values ($1, $2, $3, $4)', [
    event,
    schoolId,
    actorId,
    JSON.stringify(payload),
  ])

describe('what happened in a school', () => {
  const expected: [string, object, ItemKind, { phone: string }[], { phone: string }[]][] = [
    ['school activation', { active: true }, 'schoolActivation', [manager, supervisor, world.teacher], [parent]],
    ['year completed', { schoolYearId: newId() }, 'yearCompleted', [manager, world.idleTeacher], [parent]],
    ['support window', { open: true }, 'supportWindow', [manager, world.deputy, world.admin], [supervisor, parent]],
    ['unusual reading', { personId: supervisor.id }, 'unusualReading', [manager, world.deputy], [supervisor]],
    ['payment requested', { requestId: newId() }, 'paymentRequested', [world.admin], [manager]],
    [
      'payment decided',
      { requestId: newId(), requestedBy: manager.id, approved: true },
      'paymentDecided',
      [manager],
      [world.teacher, parent],
    ],
    ['coins changed', { balance: 7 }, 'coinsChanged', [manager], [world.teacher, parent]],
    ['rights changed', { personId: world.teacher.id }, 'rightsChanged', [world.teacher], [manager]],
    ['class activation', { classRoomId: class4a.id, active: true }, 'classActivation', [supervisor], [manager]],
    [
      'school handed over',
      { fromId: manager.id, toId: world.deputy.id },
      'schoolHandedOver',
      [manager, world.deputy],
      [supervisor],
    ],
    ['teacher link', { teacherId: world.teacher.id, linked: true }, 'teacherLink', [world.teacher], [manager]],
    [
      'class link',
      { teacherId: world.teacher.id, classRoomId: class4a.id, courseIds: [], linked: false },
      'classLink',
      [world.teacher],
      [supervisor],
    ],
  ]

  test.each(expected)('%s: goes to the people that api.md names', async (event, payload, kind, who, whoNot) => {
    await published(event, nile.id, payload)
    await deliver()
    for (const person of who) {
      const item = (await itemsOf(person)).find((one) => one.kind === kind)
      expect(item, person.phone).toMatchObject({
        schoolId: nile.id,
        schoolName: nile.name,
        studentId: null,
        read: false,
      })
    }
    for (const person of [...whoNot, world.otherManager, world.newcomer])
      expect(await kindsOf(person), person.phone).not.toContain(kind)
  })

  test('a change of a built-in role goes to who may confirm it, then to the managers of all schools', async () => {
    const roleId = builtInRoles.schoolTeacher.id
    await sql(
      `insert into role_key_proposals (id, role_id, adds, permission_ids, proposed_by)
       select gen_random_uuid(), $1, true, array[gen_random_uuid()], $2`,
      [roleId, manager.id],
    )
    await published('role keys proposed', null, { roleId })
    await published('built-in role changed', null, { roleId })
    await deliver()
    const { admin, otherManager, deputy, teacher } = world
    const expectIn = async (kind: ItemKind, who: { phone: string }[], whoNot: { phone: string }[]) => {
      for (const person of who)
        expect(
          (await itemsOf(person)).filter((one) => one.kind === kind),
          person.phone,
        ).toMatchObject([{ schoolId: null, studentId: null, read: false }])
      for (const person of whoNot) expect(await kindsOf(person), person.phone).not.toContain(kind)
    }
    await expectIn('roleProposed', [admin], [manager, otherManager, teacher, parent])
    await expectIn('roleChanged', [manager, deputy, otherManager], [admin, teacher, supervisor, parent])
  })

  test('is one item of a person and student, also where the event names them twice', async () => {
    const link = { studentId: omar.id, parentId: parent.id }
    await published('parent link', nile.id, { links: [link, link], linked: true })
    await deliver()
    expect((await kindsOf(parent)).filter((kind) => kind === 'parentLink')).toHaveLength(1)
    expect(await kindsOf(mother)).toContain('otherParent')
  })

  test('a role of schools that is switched off or on: goes to those who have it in any school', async () => {
    await published('rights changed', null, { roleId: builtInRoles.schoolTeacher.id })
    await deliver()
    const ofNoSchool = async (person: { phone: string }) =>
      (await itemsOf(person)).filter(({ kind, schoolId }) => kind === 'rightsChanged' && schoolId === null)
    for (const person of [world.teacher, world.deltaTeacher])
      expect(await ofNoSchool(person), person.phone).toHaveLength(1)
    for (const person of [parent, world.otherManager, world.admin])
      expect(await ofNoSchool(person), person.phone).toEqual([])
  })

  test('does not go to the person who acted', async () => {
    await published('year completed', delta.id, { schoolYearId: newId() }, world.otherManager.id)
    await deliver()
    expect(await kindsOf(world.otherManager)).not.toContain('yearCompleted')
    expect(await kindsOf(world.deltaTeacher)).toContain('yearCompleted')
  })

  test('is hidden from people who left the school', async () => {
    expect(await kindsOf(world.idleTeacher)).toContain('yearCompleted')
    await sql('delete from school_teachers where teacher_id = $1', [world.idleTeacher.id])
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [world.idleTeacher.id, nile.id])
    expect(await kindsOf(world.idleTeacher)).not.toContain('yearCompleted')
  })

  test('coins that change often create one item a minute, and are news again', async () => {
    const coins = async () => (await itemsOf(manager)).filter(({ kind }) => kind === 'coinsChanged')
    await sql('delete from inbox_items')
    const minute = Math.floor(now() / 60_000) * 60_000 - 60_000
    const changeAt = (second: number) =>
      sql(`insert into outbox (event, school_id, actor_id, created_at) values ('coins changed', $1, $2, $3)`, [
        nile.id,
        newId(),
        new Date(minute + second * 1000),
      ])
    for (const second of [5, 20, 40]) await changeAt(second)
    await deliver()
    const [item, ...others] = await coins()
    expect(others).toEqual([])
    expect(item!.at).toMatch(/:40\.000Z$/)

    await as(manager)(inbox.markRead, { ids: [item!.id] })
    await changeAt(45)
    await deliver()
    expect(await coins()).toMatchObject([{ id: item!.id, read: false }])
  })
})

describe('whenever the worker dies, no event is lost and none is shown twice', () => {
  const channel = inboxChannel({ sms: false })
  const ask: Query = (question) => withDb(connection, question)
  const take = () =>
    withDb(
      connection,
      async (db) => (await takeDue(db, { kinds: Object.keys(channel.ttl), most: 5, lease: 20_000 })).taken,
    )
  /** Ends the lease of the worker that took the event. */
  const letGo = () => sql('update outbox set next_try_at = now() where delivered_at is null')
  const notified = () =>
    sql(
      `select person_id, student_id, count(*)::int as times from inbox_items where kind = 'classChanged' group by 1, 2`,
    )

  const steps: [string, () => Promise<unknown>][] = [
    ['after it has taken the event', take],
    [
      'while the items are stored',
      async () => {
        const [event] = await take()
        const { ask: sent } = batches
        // The connection is lost while sending what is to be stored.
        batches.ask = function (asked) {
          const isLast = asked.text.includes('signal_live')
          const text = isLast ? `${asked.text}, pg_terminate_backend(pg_backend_pid())` : asked.text
          return sent.call(this, { ...asked, text })
        }
        await expect(channel.deliver(event!, ask)).rejects.toThrow()
        batches.ask = sent
      },
    ],
    [
      'after the items are stored, before anybody knows that',
      async () => {
        for (const event of await take()) expect(await channel.deliver(event, ask)).toEqual({ is: 'marked' })
      },
    ],
  ]

  test.each(steps)('%s', async (_, step) => {
    await sql('truncate inbox_items, outbox cascade')
    await published('class changed', nile.id, { classRoomId: class4a.id, studentIds: [omar.id, classmate.id] })
    // Repeated, because an event is never given up when its worker has died.
    for (let n = 0; n < 4; n++) {
      await step()
      await letGo()
    }
    await deliver()
    expect(await notified()).toHaveLength(3)
    expect((await notified()).map(({ times }) => times)).toEqual([1, 1, 1])
    for (const person of [parent, mother, classmatesParent]) expect(await kindsOf(person)).toEqual(['classChanged'])
    expect(await sql('select from outbox where delivered_at is null or given_up_at is not null')).toEqual([])
  })

  test('at any moment, killed as a process', async () => {
    await sql('truncate inbox_items, outbox cascade')
    const many = 150
    await sql(
      `insert into outbox (event, school_id, actor_id, payload)
       select 'class changed', $1, gen_random_uuid(), jsonb_build_object('studentIds', jsonb_build_array($2::text))
       from generate_series(1, $3::int)`,
      [nile.id, omar.id, many],
    )
    const items = async () => (await sql('select from inbox_items')).length
    for (const killedAt of [1, many / 2]) {
      const argument = JSON.stringify({ owner: connection })
      const child = spawn(process.execPath, [...inboxAlone, argument], { stdio: 'inherit' })
      await expect.poll(items, { interval: 1 }).toBeGreaterThanOrEqual(killedAt)
      child.kill('SIGKILL')
      await once(child, 'close')
      await letGo()
    }
    await deliver()
    expect(await items()).toBe(2 * many)
    expect((await as(parent).listed(inbox.items, { pageSize: 1 })).total).toBe(many)
  })
})
