import { beforeEach, describe, expect, test } from 'vitest'
import { identity } from '#contract/platform/identity/identity.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { userRoles } from '#contract/platform/roles/user-roles.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { registering } from '#test/harness/registering.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const app = await testApp()
const { as, connection } = app
const { sql, giveKey, audited } = tracesIn(connection)
const { manager, teacher, newcomer, otherManager, registrar, supervisor, nile, class4a } = world
const schoolId = nile.id
const phoneNumber = '01055550001'
const [{ id: courseId }] = await sql('select course_id as id from class_teacher_courses where class_room_id = $1', [
  class4a.id,
])
const teaching = [{ courseId, classRoomId: class4a.id }]

/** Creates an account. All people in these tests get its password. */
async function register(phone: string): Promise<string> {
  const grant = await registering(app).grantFor(phone)
  await app.asVisitor(registration.setPassword, { grant, password: 'a password of nobody else 7' })
  await sql(
    'update users set password_hash = (select password_hash from users where id = $1) where phone_number = $2',
    [manager.id, phone],
  )
  return (await sql('select id from users where phone_number = $1', [phone]))[0].id
}

const list = () => as(manager)(staffInvitations.list, { schoolId })
const invite = (more: object, by = manager) => as(by)(staffInvitations.invite, { schoolId, ...more })
const answer = async (person: { phone: string }, accept: boolean) => {
  await deliverAll(connection)
  const items = await as(person)(inbox.items, {})
  const asked = items.find(({ kind }) => kind === 'teacherInvited' || kind === 'roleInvited')!
  await as(person)(inbox.answer, { itemId: asked.id, accept })
}
const taughtBy = (teacherId: string) => as(manager)(classTeaching.list, { teacherId })

beforeEach(async () => {
  await sql('delete from staff_invitations')
  await sql('delete from inbox_items')
  for (const table of ['class_teacher_courses', 'school_teacher_courses', 'school_teachers'])
    await sql(`delete from ${table} where teacher_id = $1`, [newcomer.id])
})

describe('a teacher without an account', () => {
  test('is invited with what they will teach, and it is theirs when they accept', async () => {
    await invite({ phoneNumber, teacherName: 'نادية عبدالله', teaching })
    expect(await list()).toMatchObject([
      {
        schoolId,
        phoneNumber,
        email: null,
        teacherName: 'نادية عبدالله',
        teaching: [{ courseId, classRoomId: class4a.id }],
      },
    ])
    expect(await audited(staffInvitations.invite)).toMatchObject([{ person_id: manager.id, school_id: schoolId }])

    const id = await register(phoneNumber)
    expect(await list()).toEqual([])
    expect((await as(manager)(teachers.list, { schoolId })).find((one) => one.id === id)).toMatchObject({
      waiting: true,
      phoneNumber: null,
    })
    await answer({ phone: phoneNumber }, true)
    expect(await taughtBy(id)).toMatchObject([{ courseId, classRoomId: class4a.id }])
  })

  test('is invited once, by a number or an address', async () => {
    await expect(invite({ teacherName: 'بلا رقم' })).rejects.toMatchObject(
      refused(400, 'Give a phone number or an e-mail address'),
    )
    await invite({ phoneNumber: '01055550002' })
    await expect(invite({ phoneNumber: '٠١٠٥٥٥٥٠٠٠٢' })).rejects.toMatchObject(
      refused(409, 'This person is already invited'),
    )
    await invite({ email: 'nadia@example.com', teaching: [{ courseId }] })
    await expect(invite({ email: 'Nadia@example.com' })).rejects.toMatchObject({ status: 409 })
  })

  test('keeps a number and an address of their own, which no other invitation has', async () => {
    await invite({ phoneNumber: '01055550002' })
    await invite({ email: 'hana@example.com' })
    await invite({ phoneNumber: '01055550003' })
    const invitationId = (await list()).find((one) => one.phoneNumber === '01055550003')!.id
    const change = (more: object) => as(manager)(staffInvitations.update, { schoolId, invitationId, ...more })
    for (const taken of [{ phoneNumber: '01055550002' }, { phoneNumber: null, email: 'HANA@example.com' }])
      await expect(change(taken)).rejects.toMatchObject(refused(409, 'This person is already invited'))
    await change({ phoneNumber: '01055550004' })
    expect((await list()).map((one) => one.phoneNumber)).toContain('01055550004')
  })

  test('who has an address only is reached when the number is known', async () => {
    await invite({ email: 'nadia@example.com', teaching })
    const { id } = (await list())[0]!
    await as(manager)(staffInvitations.update, { schoolId, invitationId: id, phoneNumber: newcomer.phone })
    await answer(newcomer, true)
    expect(await taughtBy(newcomer.id)).toMatchObject([{ classRoomId: class4a.id }])
  })

  test('is not asked any more once it is withdrawn', async () => {
    await invite({ phoneNumber: '01055550003', teaching })
    const { id } = (await list())[0]!
    await as(manager)(staffInvitations.withdraw, { schoolId, invitationId: id })
    expect(await list()).toEqual([])
    await expect(as(manager)(staffInvitations.withdraw, { schoolId, invitationId: id })).rejects.toMatchObject(notFound)
    const person = await register('01055550003')
    expect(await sql('select from school_teachers where teacher_id = $1', [person])).toEqual([])
  })
})

describe('a number with an account', () => {
  test('is asked at once; with a no nothing stays', async () => {
    await invite({ phoneNumber: newcomer.phone, teaching })
    expect(await list()).toEqual([])
    await answer(newcomer, false)
    for (const table of ['class_teacher_courses', 'school_teacher_courses', 'school_teachers'])
      expect(await sql(`select from ${table} where teacher_id = $1`, [newcomer.id]), table).toEqual([])
  })

  test('that a table invited is asked at the next sign-in', async () => {
    await sql(
      `insert into staff_invitations (id, school_id, phone_number, teaching, invited_by) values ($1, $2, $3, $4, $5)`,
      [newId(), schoolId, newcomer.phone, JSON.stringify(teaching), manager.id],
    )
    await app.asVisitor(identity.login, { phoneNumber: newcomer.phone, password: demoPassword })
    await answer(newcomer, true)
    expect(await taughtBy(newcomer.id)).toMatchObject([{ courseId, classRoomId: class4a.id }])
  })

  test('of a teacher there is refused', async () => {
    await expect(invite({ phoneNumber: teacher.phone })).rejects.toMatchObject(
      refused(409, 'This person is already a teacher of this school'),
    )
  })
})

describe('a role of the office', () => {
  const rolesOf = async (id: string) =>
    (await as(manager)(userRoles.list, { userId: id, schoolId })).map(({ roleName }) => roleName)
  const registrarRole = builtInRoles.schoolRegistrar.id
  const switched = (on: boolean) =>
    sql(
      `insert into office_roles (id, school_id, role_id, active) values ($1, $2, $3, $4)
       on conflict (school_id, role_id) do update set active = excluded.active`,
      [newId(), schoolId, registrarRole, on],
    )
  beforeEach(async () => {
    await switched(true)
    await sql('delete from user_roles where user_id = $1 and school_id is not null', [newcomer.id])
  })

  test('is offered with an invitation, and is theirs from their yes on', async () => {
    await invite({ phoneNumber: newcomer.phone, teacherName: 'سمير', roleId: registrarRole })
    expect(await list()).toMatchObject([{ roleId: registrarRole, roleName: 'School Registrar', teaching: [] }])
    expect(await rolesOf(newcomer.id)).toEqual([])
    await answer(newcomer, true)
    expect(await rolesOf(newcomer.id)).toEqual(['School Registrar'])
    expect(await list()).toEqual([])
    expect(await sql('select from school_teachers where teacher_id = $1', [newcomer.id])).toEqual([])
  })

  test('is refused by its person, and nothing stays', async () => {
    await invite({ phoneNumber: newcomer.phone, roleId: registrarRole })
    await answer(newcomer, false)
    expect(await rolesOf(newcomer.id)).toEqual([])
    expect(await list()).toEqual([])
  })

  test('is asked about once, when the number is confirmed or signs in', async () => {
    await invite({ phoneNumber: '01055550021', roleId: registrarRole })
    const id = await register('01055550021')
    await app.asVisitor(identity.login, { phoneNumber: '01055550021', password: demoPassword })
    await deliverAll(connection)
    const items = await as({ phone: '01055550021' })(inbox.items, {})
    expect(items.filter(({ kind }) => kind === 'roleInvited')).toHaveLength(1)
    await answer({ phone: '01055550021' }, true)
    expect(await rolesOf(id)).toEqual(['School Registrar'])
  })

  test('is one that the person who invites may give, and may still give at the yes', async () => {
    const refusals: [object, typeof manager, object][] = [
      [{ roleId: registrarRole, teaching }, manager, refused(400, 'Only a teacher is given courses')],
      [{ roleId: builtInRoles.platformAdministrator.id }, manager, notFound],
      [
        { roleId: builtInRoles.schoolAccountant.id },
        manager,
        refused(409, 'This school has not switched this role on'),
      ],
      [
        { roleId: registrarRole, phoneNumber: manager.phone },
        manager,
        refused(403, 'You cannot change your own rights'),
      ],
    ]
    await sql('delete from office_roles where role_id = $1', [builtInRoles.schoolAccountant.id])
    for (const [more, by, refusal] of refusals)
      await expect(invite({ phoneNumber: '01055550022', ...more }, by)).rejects.toMatchObject(refusal)
    await giveKey(supervisor, 'LinkTeacherToSchool', nile)
    await expect(invite({ phoneNumber: '01055550022', roleId: registrarRole }, supervisor)).rejects.toMatchObject(
      notAllowed,
    )

    await invite({ phoneNumber: newcomer.phone, roleId: registrarRole })
    await sql('update staff_invitations set invited_by = $1 where phone_number = $2', [supervisor.id, newcomer.phone])
    await expect(answer(newcomer, true)).rejects.toMatchObject(refused(409, 'This invitation is not valid any more'))
    expect(await rolesOf(newcomer.id)).toEqual([])
  })
})

test('inviting is closed to others, and to courses and classes of other schools', async () => {
  await expect(invite({ phoneNumber }, teacher)).rejects.toMatchObject(notAllowed)
  await expect(invite({ phoneNumber }, otherManager)).rejects.toMatchObject(notFound)
  const foreign = await sql('select id from courses where school_id <> $1 limit 1', [schoolId])
  await expect(invite({ phoneNumber, teaching: [{ courseId: foreign[0].id }] })).rejects.toMatchObject(notFound)
  await giveKey(registrar, 'LinkTeacherToSchool', nile)
  await expect(invite({ phoneNumber, teaching }, registrar)).rejects.toMatchObject(notAllowed)
  expect(await invite({ phoneNumber: '01055550009' }, registrar)).toEqual({ done: true, changed: 1 })
})
