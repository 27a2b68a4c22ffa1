import { beforeEach, describe, expect, test } from 'vitest'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, parent, mother, otherManager, nile, omar, laila } = world

const relations = await as(manager)(reference.relations, {})
const relationId = relations.find(({ name }) => name === 'mother')!.id
const list = (studentId = omar.id) => as(manager)(guardians.list, { studentId })
const add = (more: object = {}) =>
  as(manager)(guardians.add, { studentId: omar.id, guardianName: 'منى فؤاد', relationId, ...more })
const update = (guardianId: string, more: object) =>
  as(manager)(guardians.update, { studentId: omar.id, guardianId, ...more })

beforeEach(() => sql('delete from guardians where student_id = $1', [omar.id]))

describe('a guardian of the record', () => {
  test('is added with what the school knows, and listed', async () => {
    const known = {
      job: 'طبيبة',
      phone: '+٢٠ ٢ ٢٤٥٦-٧٨٩٠',
      livesWith: 'yes',
      mayFetch: 'no',
      paper: 'حكم رقم 12',
      fromDay: '2024-09-01',
      untilDay: daysFrom(today, 30),
    } as const
    const added = await add(known)
    expect(added).toMatchObject({ ...known, phone: '+20 2 2456 7890', maySee: null, version: 1 })
    expect(added).toMatchObject({ studentId: omar.id, guardianName: 'منى فؤاد', relationName: 'mother' })
    expect(await list()).toEqual([added])
  })

  test('begins today when no day is named, and is changed in what is sent', async () => {
    const { id, version } = await add({ job: 'محامية', phone: '02 24567890' })
    const changed = await update(id, { job: '', maySee: 'yes', baseVersion: version })
    expect(changed).toMatchObject({ fromDay: today, job: null, maySee: 'yes', phone: '02 24567890', version: 2 })
    await expect(update(id, { job: 'مهندسة', baseVersion: version })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: { job: null },
    })
  })

  test('ends with a day and stays in the list, below the present ones', async () => {
    const { id } = await add({ fromDay: '2024-09-01' })
    const ended = await update(id, { untilDay: daysFrom(today, -1) })
    expect(ended.untilDay).toBe(daysFrom(today, -1))
    const present = await add({ guardianName: 'سمير فؤاد' })
    expect((await list()).map((one) => one.id)).toEqual([present.id, id])
    await expect(update(id, { untilDay: '2024-08-31' })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    await expect(add({ untilDay: daysFrom(today, -1) })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
  })

  test('has an account while it is linked, and none once the link has ended', async () => {
    const { id } = await add()
    const accountOnceLinked = async (ended: string | null) => {
      await sql(
        `update student_parents set guardian_id = $1, ended_at = $2, ended_by = case when $2::timestamptz is not null then consent_by end
         where student_id = $3 and parent_id = $4`,
        [id, ended, omar.id, mother.id],
      )
      return (await list())[0]!.account
    }
    expect(await accountOnceLinked(null)).toBe('linked')
    expect(await accountOnceLinked(`${today}T08:00:00Z`)).toBeNull()
    await sql(
      'update student_parents set guardian_id = null, ended_at = null, ended_by = null where guardian_id = $1',
      [id],
    )
  })

  test.each(['phone', '12', '++20 100', '1234567890123456789012345678901234567890123'])(
    'has no phone %s',
    async (phone) => {
      await expect(add({ phone })).rejects.toMatchObject({ status: 400 })
    },
  )

  test('is one of at most twenty', async () => {
    for (let nth = 0; nth < 20; nth++) await add({ guardianName: `ولي أمر ${nth}` })
    await expect(add()).rejects.toMatchObject(refused(409, 'A record has at most 20 guardians'))
  })
})

test('guardians are read and changed with the keys of the record, of a student within reach', async () => {
  const { id } = await add()
  for (const person of [supervisor, parent])
    await expect(as(person)(guardians.list, { studentId: omar.id })).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(guardians.list, { studentId: omar.id })).rejects.toMatchObject(notFound)
  await giveKey(supervisor, 'ViewStudentRecord', nile)
  expect(await as(supervisor)(guardians.list, { studentId: omar.id })).toHaveLength(1)
  await expect(as(supervisor)(guardians.list, { studentId: laila.id })).rejects.toMatchObject(notFound)
  const change = { studentId: omar.id, guardianId: id, job: 'x' }
  await expect(as(supervisor)(guardians.update, change)).rejects.toMatchObject(notAllowed)
  // A guardian can be changed only under their own student.
  await expect(as(manager)(guardians.update, { ...change, studentId: laila.id })).rejects.toMatchObject(notFound)
  await expect(add({ relationId: omar.id })).rejects.toMatchObject(notFound)
})

test('reading the guardians is recorded', async () => {
  await list(laila.id)
  await expect
    .poll(() =>
      sql(`select person_id from audit_lines where operation = $1 and outcome = 'read' and target_id = $2`, [
        guardians.list.path,
        laila.id,
      ]),
    )
    .toEqual([{ person_id: manager.id }])
})
