import { describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { parents } from '#contract/people/parents/parents.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { registering, rows } from '#test/harness/registering.ts'
import { notFound } from '#test/harness/traces.ts'
import { demoPassword, world } from '#test/world/world.ts'

const testing = await testApp()
const { as, asVisitor, connection, wire } = testing
const { upload, start } = importing(testing)
const { codeFor, confirm } = registering(testing)
const { manager, newcomer, guardian, otherManager, nile, delta, mother } = world

const sql = (text: string, values: unknown[] = []) => rows(connection, text, values)
const requestsOf = async (person: { phone: string }) => {
  await deliverAll(connection)
  return (await as(person)(inbox.items, {})).filter(({ kind }) => kind.endsWith('Invited'))
}
const answer = (person: { phone: string }, itemId: string, accept: boolean) =>
  as(person)(inbox.answer, { itemId, accept })

await sql(
  `update users set middle_name = 'أوسط', email = 'own@mail.example', image_url = '/media/own-picture' where id = $1`,
  [newcomer.id],
)

describe('a person linked as teacher by a school', () => {
  const inNile = { teacherId: newcomer.id, schoolId: nile.id }
  const listed = async () =>
    (await as(manager)(teachers.list, { schoolId: nile.id })).find(({ id }) => id === newcomer.id)
  const private_ = { middleName: null, phoneNumber: null, email: null, imageUrl: null }
  const seen = async () => (await wire('API/User/GetUserById', { userId: newcomer.id }, { as: manager })).status

  test('is asked first: until then the school knows a name, and the person has no right there', async () => {
    const linked = await as(manager)(teachers.link, inNile)
    expect(linked).toMatchObject({ ...inNile, ...private_, firstName: newcomer.firstName, waiting: true })
    expect(await listed()).toMatchObject({ ...private_, lastName: newcomer.lastName, waiting: true })
    expect(await as(manager)(teachers.confirm, inNile)).toMatchObject({ ...private_, waiting: true })
    expect(await seen()).toBe(404)
    expect(await as(newcomer)(schools.mine, {})).toEqual([])
    expect(await as(newcomer)(teachers.mySchools, {})).toEqual([])
  })

  test('stays unknown though the school gives them a role, a right and a class', async () => {
    const [{ id: roleId }] = await sql(`select id from roles where name = 'School Supervisor'`)
    await sql('insert into user_roles (user_id, role_id, school_id) values ($1, $2, $3)', [
      newcomer.id,
      roleId,
      nile.id,
    ])
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [newcomer.id, world.class6b.id])
    await sql(
      `insert into user_permissions (user_id, permission_id, school_id)
       select $1, id, $2 from permissions where key = 'ViewNotes'`,
      [newcomer.id, nile.id],
    )
    expect(await seen()).toBe(404)
    await sql('delete from user_permissions where user_id = $1', [newcomer.id])
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [newcomer.id, nile.id])
    await sql('update class_rooms set supervisor_id = null where id = $1', [world.class6b.id])
  })

  test('answers for themselves alone', async () => {
    const [item] = await requestsOf(newcomer)
    expect(item).toMatchObject({ kind: 'teacherInvited', schoolName: nile.name, link: { to: 'home' } })
    for (const other of [manager, mother]) await expect(answer(other, item!.id, true)).rejects.toMatchObject(notFound)
    expect(await listed()).toMatchObject({ waiting: true })
  })

  test('who agrees teaches there and is known; the question is gone', async () => {
    const [item] = await requestsOf(newcomer)
    expect(await answer(newcomer, item!.id, true)).toEqual({ done: true, changed: 1 })
    expect(await listed()).toMatchObject({
      middleName: 'أوسط',
      phoneNumber: newcomer.phone,
      email: 'own@mail.example',
      imageUrl: '/media/own-picture',
      waiting: false,
    })
    expect(await seen()).toBe(200)
    expect((await as(newcomer)(schools.mine, {}))[0]).toMatchObject({
      id: nile.id,
      permissions: expect.arrayContaining(['ViewExams']),
    })
    expect(await requestsOf(newcomer)).toEqual([])
    await expect(answer(newcomer, item!.id, false)).rejects.toMatchObject(notFound)
    const lines = await sql(`select school_id, person_id from audit_lines where operation = $1 and outcome = 'done'`, [
      inbox.answer.path,
    ])
    expect(lines).toEqual([{ school_id: nile.id, person_id: newcomer.id }])
  })

  test('who refuses is gone from that school, with what it gave them', async () => {
    await as(otherManager)(teachers.link, { ...inNile, schoolId: delta.id })
    const [item] = await requestsOf(newcomer)
    await answer(newcomer, item!.id, false)
    const left = await as(otherManager)(teachers.list, { schoolId: delta.id })
    expect(left.map(({ id }) => id)).not.toContain(newcomer.id)
    expect(await requestsOf(newcomer)).toEqual([])
    expect(await listed()).toMatchObject({ waiting: false })
  })
})

describe('a number with an account in an imported table', () => {
  const stored = async (name: string, ...phones: string[]) =>
    start(
      (
        await upload(
          csvOf([
            ['الاسم', 'الفصل', 'هاتف الأب', 'هاتف الأم'],
            [name, 'فصل 6ب', phones[0]!, phones[1] ?? ''],
          ]),
        )
      ).id,
    )
  const studentNamed = async (first: string) =>
    (await sql('select id from students where first_name = $1', [first]))[0] as { id: string }
  const children = async () => (await as(guardian)(parents.children, {})).map(({ studentName }) => studentName)
  const strangers = [world.otherManager, world.admin]

  test('shows the school what it wrote itself, also of a number that belongs to a person', async () => {
    await sql('update class_rooms set max_of_students = 100')
    await stored('بسنت حازم النجار', world.otherManager.phone, world.admin.phone)
    await stored('كنزي حازم النجار', guardian.phone, '01055555777')
    for (const first of ['بسنت', 'كنزي']) {
      const { id: studentId } = await studentNamed(first)
      expect(await as(manager)(studentParents.list, { studentId })).toEqual([])
      expect(await as(manager)(invitations.list, { studentId })).toHaveLength(2)
    }
    for (const { id } of strangers) {
      const { status } = await wire('API/User/GetUserById', { userId: id }, { as: manager })
      expect(status).toBe(404)
    }
    expect(await children()).not.toContain('كنزي حازم النجار')
  })

  test('is linked by the yes of its person, in that school alone, and by nobody else’s', async () => {
    const [item] = await requestsOf(guardian)
    expect(item).toMatchObject({ kind: 'parentInvited', schoolName: nile.name, studentId: null, firstName: null })
    await expect(answer(mother, item!.id, true)).rejects.toMatchObject(notFound)
    await answer(guardian, item!.id, true)
    expect(await children()).toContain('كنزي حازم النجار')
    const { id: studentId } = await studentNamed('كنزي')
    const [linked] = await as(manager)(studentParents.list, { studentId })
    expect(linked).toMatchObject({ parentId: guardian.id, phoneNumber: guardian.phone })
    expect(await requestsOf(guardian)).toEqual([])
  })

  test('refused is withdrawn, and a new password is no yes', async () => {
    const [item] = await requestsOf(otherManager)
    const phoneNumber = otherManager.phone
    await asVisitor(registration.forgetPassword, { phoneNumber })
    const { grant } = await confirm(phoneNumber, (await codeFor(phoneNumber))!)
    await asVisitor(registration.setPassword, { grant, password: demoPassword })
    const { id: studentId } = await studentNamed('بسنت')
    expect(await as(manager)(studentParents.list, { studentId })).toEqual([])

    const again = await testApp({ connection })
    await again.as(otherManager)(inbox.answer, { itemId: item!.id, accept: false })
    expect((await as(manager)(invitations.list, { studentId })).map((one) => one.phoneNumber)).toEqual([
      world.admin.phone,
    ])
    expect(await as(manager)(studentParents.list, { studentId })).toEqual([])
  })
})
