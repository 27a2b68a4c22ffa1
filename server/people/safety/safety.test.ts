import { beforeEach, describe, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { desk } from '#contract/teaching/absence/desk.ts'
import { emergencyContacts } from '#contract/people/safety/emergency-contacts.ts'
import { schoolGate } from '#contract/people/safety/gate.ts'
import { healthAlerts } from '#contract/people/safety/health-alerts.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { clock, today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, wire, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, teacher, parent, mother, formerParent, otherManager, deltaParent } = world
const { nile, delta, omar, classmate, class4a } = world
const studentId = omar.id
type Person = typeof parent

beforeEach(async () => {
  for (const table of ['health_alerts', 'emergency_contacts', 'hand_overs']) await sql(`delete from ${table}`)
  await sql('delete from guardians where student_id = $1', [studentId])
})

describe('a health alert', () => {
  const alert = { studentId, alertKind: 'asthma' as const, toDo: 'البخاخ في حقيبته، ثم اتصلوا بنا.', shown: true }
  const save = (more: object = {}, person: Person = parent) => as(person)(healthAlerts.saveOwn, { ...alert, ...more })
  const roll = async () =>
    (await as(supervisor)(attendance.roll, { classRoomId: class4a.id, date: today })).students.find(
      ({ id }) => id === studentId,
    )

  test('is entered by a parent, read by both and by people who may see health, and changed by its version', async () => {
    const saved = await save()
    expect(saved).toMatchObject({ ...alert, byParent: true, version: 1 })
    expect(await as(mother)(healthAlerts.ofChild, { studentId })).toEqual([saved])
    expect(await as(manager)(healthAlerts.ofStudent, { studentId })).toEqual([saved])
    const changed = await save({ toDo: 'اتصلوا بالإسعاف', baseVersion: 1 }, mother)
    expect(changed).toMatchObject({ toDo: 'اتصلوا بالإسعاف', version: 2 })
    await expect(save({ toDo: 'غير ذلك', baseVersion: 1 })).rejects.toMatchObject({ status: 409 })
    expect(await as(manager)(healthAlerts.save, { ...alert, baseVersion: 2 })).toMatchObject({ byParent: false })
  })

  test('shows in the register that there is something, if the parents agree, and never what', async () => {
    expect(await roll()).toMatchObject({ hasAlert: false })
    await save({ shown: false })
    expect(await roll()).toMatchObject({ hasAlert: false })
    await save({ shown: true })
    expect(await roll()).toMatchObject({ hasAlert: true })
    const answers = []
    for (const [path, body] of [
      [attendance.roll.path, { classRoomId: class4a.id, date: today }],
      ['Student/GetOverview', { studentId }],
      ['Search/Search', { text: 'البخاخ' }],
    ] as const)
      answers.push((await wire(path, body, { as: supervisor })).text)
    for (const answer of answers) expect(answer).not.toMatch(/البخاخ|asthma/)
    await expect(as(supervisor)(healthAlerts.ofStudent, { studentId })).rejects.toMatchObject(notAllowed)
  })

  test('is removed by a parent', async () => {
    await save()
    const one = { studentId, alertKind: 'asthma' as const }
    await as(mother)(healthAlerts.removeOwn, one)
    await expect(as(mother)(healthAlerts.removeOwn, one)).rejects.toMatchObject(notFound)
    await expect(as(manager)(healthAlerts.remove, one)).rejects.toMatchObject(notFound)
    expect(await as(parent)(healthAlerts.ofChild, { studentId })).toEqual([])
  })

  test('is closed to strangers and to people without both keys', async () => {
    for (const stranger of [formerParent, deltaParent, teacher])
      await expect(save({}, stranger)).rejects.toMatchObject(notFound)
    await expect(save({ studentId: classmate.id })).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(healthAlerts.ofStudent, { studentId })).rejects.toMatchObject(notFound)
    await giveKey(supervisor, 'ViewStudentHealth', nile)
    await expect(as(supervisor)(healthAlerts.save, alert)).rejects.toMatchObject(notAllowed)
    await sql('delete from user_permissions where user_id = $1', [supervisor.id])
  })
})

describe('emergency contacts', () => {
  const aunt = { name: 'هبة ماهر', relation: 'العمة', phone: '0100 555 1234', hours: 'حتى الثالثة' }
  const save = (contacts: object[], person: Person = parent, more: object = {}) =>
    as(person)(emergencyContacts.saveOwn, { studentId, contacts: contacts as (typeof aunt)[], ...more })

  test('are a list of each parent in order, which the other parent does not read', async () => {
    const other = { name: 'سعاد علي', relation: null, phone: '+20 2 24567890', hours: null }
    const saved = await save([aunt, other])
    expect(saved).toMatchObject({ contacts: [aunt, other], version: 2 })
    expect(await as(parent)(emergencyContacts.own, { studentId })).toEqual(saved)
    expect(await as(mother)(emergencyContacts.own, { studentId })).toMatchObject({ contacts: [], version: 1 })
    await save([other], mother)
    await as(manager)(emergencyContacts.save, { studentId, contacts: [aunt] })
    const lists = await as(manager)(emergencyContacts.ofStudent, { studentId })
    expect(lists.map(({ givenByName, contacts }) => [givenByName !== null, contacts.length])).toEqual([
      [true, 2],
      [true, 1],
      [false, 1],
    ])
    await expect(save([], parent, { baseVersion: 1 })).rejects.toMatchObject({ status: 409 })
    expect(await save([], parent, { baseVersion: 2 })).toMatchObject({ contacts: [], version: 3 })
  })

  test('stand at the absence desk beside the phones of home', async () => {
    await save([aunt])
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [{ studentId, state: 'absent' }],
    })
    const { students } = await as(manager)(desk.get, { schoolId: nile.id })
    expect(students.find((one) => one.studentId === studentId)!.contacts).toEqual([aunt])
  })

  test('of a parent who does not see the child any more are not called, and stay in the record of the office', async () => {
    await save([aunt], parent)
    await save([{ ...aunt, name: 'منى علي' }], mother)
    const named = async () => (await as(manager)(schoolGate.get, { schoolId: nile.id, studentId })).contacts
    expect((await named()).map(({ name }) => name)).toEqual([aunt.name, 'منى علي'])
    const see = (until: string) =>
      sql(
        `update student_parents set see_until = ${until} where student_id = $1 and parent_id = $2 and ended_at is null`,
        [studentId, parent.id],
      )
    await see('see_from')
    await as(supervisor)(attendance.save, {
      classRoomId: class4a.id,
      date: today,
      students: [{ studentId, state: 'absent' }],
    })
    const { students } = await as(manager)(desk.get, { schoolId: nile.id })
    expect(students.find((one) => one.studentId === studentId)!.contacts.map(({ name }) => name)).toEqual(['منى علي'])
    expect((await named()).map(({ name }) => name)).toEqual(['منى علي'])
    const inRecord = await as(manager)(emergencyContacts.ofStudent, { studentId })
    expect(inRecord.flatMap(({ contacts }) => contacts.map(({ name }) => name))).toEqual([aunt.name, 'منى علي'])
    await see('null')
  })

  test('are at most four, each with a name and a phone', async () => {
    await expect(save(Array.from({ length: 5 }, () => aunt))).rejects.toMatchObject({ status: 400 })
    await expect(save([{ ...aunt, phone: 'none' }])).rejects.toMatchObject(refused(400, 'Invalid Phone Number!'))
    await expect(save([aunt], formerParent)).rejects.toMatchObject(notFound)
    await expect(as(supervisor)(emergencyContacts.ofStudent, { studentId })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(emergencyContacts.ofStudent, { studentId })).rejects.toMatchObject(notFound)
  })
})

describe('the gate', () => {
  const child = { schoolId: nile.id, studentId }
  const at = (person: Person = manager) => as(person)(schoolGate.get, child)

  test('finds a child by name and shows who may fetch it today, whom to call, and nothing else', async () => {
    const found = await as(manager)(schoolGate.find, { schoolId: nile.id, search: 'عمر كريم' })
    expect(found.map((one) => one.studentId)).toContain(studentId)
    await as(parent)(emergencyContacts.saveOwn, { studentId, contacts: [{ name: 'هبة ماهر', phone: '0100 555 1234' }] })
    const shown = await at()
    expect(Object.keys(shown).toSorted()).toEqual(
      ['acts', 'classRoomName', 'contacts', 'imageUrl', 'people', 'studentId', 'studentName'].toSorted(),
    )
    expect(shown.people.map(({ id }) => id)).toEqual(expect.arrayContaining([parent.id, mother.id]))
    expect(shown.contacts).toEqual([{ name: 'هبة ماهر', relation: null, phone: '0100 555 1234', hours: null }])
  })

  test('lists guardians of the record who may fetch, on their days', async () => {
    const relationId = (await as(manager)(reference.relations, {}))[0]!.id
    const add = (guardianName: string, more: object) =>
      as(manager)(guardians.add, { studentId, guardianName, relationId, ...more })
    await add('الجدة سعاد', { mayFetch: 'yes' })
    await add('السائق حسن', { mayFetch: 'yes', fromDay: daysFrom(today, -9), untilDay: daysFrom(today, -1) })
    await add('الخال فؤاد', { mayFetch: 'no' })
    expect((await at()).people.flatMap(({ kind, name }) => (kind === 'guardian' ? name : []))).toEqual(['الجدة سعاد'])
  })

  test('notes that a child was called and handed over, with the person and the moment', async () => {
    await as(manager)(schoolGate.callOut, child)
    const after = await as(manager)(schoolGate.handOver, { ...child, kind: 'parent', personId: mother.id })
    expect(after.acts.map(({ act }) => act)).toEqual(['handedOver', 'called'])
    const name = after.people.find(({ id }) => id === mother.id)!.name
    expect(after.acts[0]).toMatchObject({ toName: name })
  })

  test('hands a child over to nobody who may not fetch it today', async () => {
    await sql(`update student_parents set fetch_until = fetch_from - 1 where student_id = $1 and parent_id = $2`, [
      studentId,
      mother.id,
    ])
    expect((await at()).people.map(({ id }) => id)).not.toContain(mother.id)
    for (const personId of [mother.id, formerParent.id, deltaParent.id])
      await expect(as(manager)(schoolGate.handOver, { ...child, kind: 'parent', personId })).rejects.toMatchObject(
        refused(409, 'This person may not fetch the child today'),
      )
    expect((await at()).acts).toEqual([])
  })

  test('gives a device the day with four fields of each child: its name, code, class and who may fetch it', async () => {
    const kept = await as(manager)(schoolGate.day, { schoolId: nile.id })
    const one = kept.find((row) => row.studentId === studentId)!
    expect(Object.keys(one).toSorted()).toEqual(['classRoomName', 'code', 'people', 'studentId', 'studentName'])
    const shown = await at()
    expect(one.people).toEqual(
      shown.people.map(({ kind, id, name, relationName }) => ({ kind, id, name, relationName })),
    )
    const lines = await sql(
      `select detail->>'rows' as rows from audit_lines where operation = 'Gate/GetDay' and person_id = $1 and target_kind = 'export'`,
      [manager.id],
    )
    expect(lines).toEqual([{ rows: String(kept.length) }])
    for (const person of [supervisor, parent])
      await expect(as(person)(schoolGate.day, { schoolId: nile.id })).rejects.toMatchObject(notAllowed)
  })

  test('notes once, at its own moment, what a device noted without a network', async () => {
    const clientOperationId = crypto.randomUUID()
    const sent = (secondsAgo: number) =>
      as(manager)(schoolGate.handOver, { ...child, kind: 'parent', personId: parent.id, clientOperationId, secondsAgo })
    const before = clock.now()
    await sent(600)
    const after = clock.now()
    await sent(640)
    const acts = await sql('select created_at as at from hand_overs')
    expect(acts).toHaveLength(1)
    const noted = +new Date(acts[0].at as string) + 600_000
    expect(noted >= +before && noted <= +after).toBe(true)
    await expect(sent(86_401)).rejects.toMatchObject({ status: 400 })
  })

  test('is for people with its key, in their school, and each look is recorded', async () => {
    for (const person of [supervisor, parent]) await expect(at(person)).rejects.toMatchObject(notAllowed)
    await expect(at(otherManager)).rejects.toMatchObject(notFound)
    await expect(as(otherManager)(schoolGate.get, { schoolId: delta.id, studentId })).rejects.toMatchObject(notFound)
    await giveKey(teacher, 'ViewPickUp', nile)
    await at(teacher)
    const lines = `select from audit_lines where operation = 'Gate/GetChild' and person_id = $1 and target_id = $2 and outcome = 'read'`
    await expect.poll(() => sql(lines, [teacher.id, studentId])).toHaveLength(1)
    const [rights] = await sql(`select has_table_privilege('kashkool_app', 'hand_overs', 'update, delete') as changes`)
    expect(rights).toEqual({ changes: false })
  })
})
