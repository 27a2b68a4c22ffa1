import { beforeEach, describe, expect, test } from 'vitest'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { manager, supervisor, secondSupervisor, teacher, parent, formerParent, otherManager } = world
const { nile, omar, laila, classmate } = world

const get = (studentId = omar.id) => as(manager)(officialRecords.get, { studentId })
const update = (more: object, id = omar.id) => as(manager)(officialRecords.update, { id, ...more })
const boy = { numberKind: 'egypt', nationalNumber: '31703150112357' } as const
const readsOf = ({ path }: { path: string }) =>
  sql(`select person_id, target_id from audit_lines where operation = $1 and outcome = 'read' order by id`, [path])

beforeEach(async () => {
  await sql('delete from official_records where student_id = $1', [omar.id])
  await sql('delete from student_health where student_id = $1', [omar.id])
  await sql(`update students set birth_date = '2017-03-15' where id = $1`, [omar.id])
})

describe('the record of a student', () => {
  test('is empty at first, and is what was entered from then on', async () => {
    const empty = await get()
    expect(empty).toMatchObject({ id: omar.id, schoolId: nile.id, birthDate: '2017-03-15', version: 1 })
    expect(empty).toMatchObject({ officialName: null, nationalNumber: null, religion: null, leftOn: null })

    const entered = {
      ...boy,
      officialName: 'عمر كريم محمد الجندي',
      latinFirst: 'Omar',
      latinMiddle: 'Karim',
      latinLast: "El-Gendy O'Neil",
      sex: 'male',
      nationality: 'EG',
      religion: 'islam',
      birthPlace: 'القاهرة',
      address: '12 شارع النصر',
      seatNumber: '1204',
      admittedOn: '2023-09-20',
      admittedFrom: 'حضانة الزهور',
      admissionPaper: 'طلب رقم 14',
    } as const
    const saved = await update({ ...entered, baseVersion: 1 })
    expect(saved).toEqual({ ...empty, ...entered, version: 2 })
    expect(await get()).toEqual(saved)
  })

  test('takes a name as in the passport in Latin letters alone', async () => {
    await expect(update({ latinFirst: 'عمر' })).rejects.toMatchObject(
      refused(400, 'Write this name in Latin letters, as in the passport'),
    )
    expect(await update({ latinFirst: '  Omar  Amr ' })).toMatchObject({ latinFirst: 'Omar Amr' })
    expect(await update({ latinFirst: '' })).toMatchObject({ latinFirst: null })
  })

  test('keeps what is not sent, and empties what is sent empty', async () => {
    await update({ ...boy, birthPlace: 'طنطا', address: 'شارع السلام' })
    expect(await update({ birthPlace: '' })).toMatchObject({ birthPlace: null, address: 'شارع السلام', ...boy })
  })

  test('is not overwritten from an older version; the refusal shows the present one', async () => {
    const { version } = await update({ birthPlace: 'طنطا' })
    await update({ birthPlace: 'المنصورة', baseVersion: version })
    await expect(update({ birthPlace: 'أسوان', baseVersion: version })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
      current: { birthPlace: 'المنصورة', version: version + 1 },
    })
  })

  test('keeps its former values', async () => {
    await update({ birthPlace: 'طنطا' })
    await update({ birthPlace: 'المنصورة' })
    const rows = await sql(
      `select was ->> 'birth_place' as place from former_values
       where table_name = 'official_records' and was ->> 'student_id' = $1 order by id`,
      [omar.id],
    )
    expect(rows.at(-1)).toEqual({ place: 'طنطا' })
  })
})

describe('a national number', () => {
  test('is stored in western digits without spaces, and gives a birth date where none was entered', async () => {
    await sql('update students set birth_date = null where id = $1', [omar.id])
    const saved = await update({ numberKind: 'egypt', nationalNumber: '٣ ١٧٠٣١٥ ٠١ ١٢٣٥-٧' })
    expect(saved).toMatchObject({ ...boy, birthDate: '2017-03-15' })
    expect(await as(manager)(studentRecords.get, { studentId: omar.id })).toMatchObject({ birthDate: '2017-03-15' })
  })

  test.each([
    ['of the wrong length', { ...boy, nationalNumber: '3170315011235' }, 'This is not a number of this kind'],
    [
      'of a governorate that is none',
      { ...boy, nationalNumber: '31703150512357' },
      'This is not a number of this kind',
    ],
    ['of signs alone', { ...boy, nationalNumber: '---' }, 'This is not a number of this kind'],
    ['without its kind', { nationalNumber: boy.nationalNumber }, 'Choose the kind of the number'],
    ['of a girl for a boy', { ...boy, sex: 'female' }, 'The sex does not match the national number'],
    [
      'with another birth date',
      { ...boy, nationalNumber: '31703160112357' },
      'The birth date does not match the national number',
    ],
  ])('%s is refused', async (_, sent, sentence) => {
    await expect(update(sent)).rejects.toMatchObject(refused(400, sentence))
    expect(await get()).toMatchObject({ nationalNumber: null })
  })

  test('is right whatever its last digit is', async () => {
    for (const last of ['0', '9']) {
      const nationalNumber = boy.nationalNumber.slice(0, 13) + last
      expect(await update({ ...boy, nationalNumber })).toMatchObject({ nationalNumber })
    }
  })

  test('is one student’s in a school: the refusal says whose it is', async () => {
    const [other] = await sql('select national_number from official_records where student_id = $1', [laila.id])
    await sql('update students set birth_date = null where id = $1', [omar.id])
    const [{ number_kind: numberKind }] = await sql('select number_kind from official_records where student_id = $1', [
      laila.id,
    ])
    await expect(update({ numberKind, nationalNumber: other.national_number })).rejects.toMatchObject(
      refused(409, 'This number is already in the record of ليلى كريم الجندي'),
    )
    await sql('update official_records set number_kind = $1, national_number = $2 where student_id = $3', [
      boy.numberKind,
      boy.nationalNumber,
      world.deltaStudent.id,
    ])
    expect(await update(boy)).toMatchObject({ nationalNumber: boy.nationalNumber })
  })

  test('binds the birth date of the student from then on', async () => {
    await update(boy)
    const change = (birthDate: string) => as(manager)(studentRecords.update, { id: omar.id, birthDate })
    await expect(change('2017-03-16')).rejects.toMatchObject(
      refused(400, 'The birth date does not match the national number'),
    )
    expect(await change('2017-03-15')).toMatchObject({ birthDate: '2017-03-15' })
  })
})

test('an admission before the birth, a country and a sex that are none are refused', async () => {
  await expect(update({ admittedOn: '2016-01-01' })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
  await expect(update({ nationality: 'ZZ' })).rejects.toMatchObject(refused(400, 'Invalid enum value'))
  await expect(update({ sex: 'none' })).rejects.toMatchObject(refused(400, 'Invalid enum value'))
})

test('the paper of a leaving stands with the leaving, and is of a student who left', async () => {
  await expect(update({ leavingPaper: 'إخلاء طرف 7' })).rejects.toMatchObject(
    refused(409, 'This student has not left the school'),
  )
  const [reason] = await as(manager)(leavings.reasons, {})
  await as(manager)(leavings.enter, { studentId: omar.id, reasonId: reason!.id, destination: 'مدرسة الأهرام' })
  const saved = await update({ leavingPaper: 'إخلاء طرف 7' })
  expect(saved).toMatchObject({ leftOn: today, leavingReason: reason!.name, destination: 'مدرسة الأهرام' })
  expect(saved.leavingPaper).toBe('إخلاء طرف 7')
  const { 0: leaving } = await as(manager)(leavings.list, { studentId: omar.id })
  expect(leaving).toMatchObject({ leavingPaper: 'إخلاء طرف 7' })
  await as(manager)(leavings.return, { studentId: omar.id })
  expect(await get()).toMatchObject({ leftOn: null, leavingPaper: null })
})

describe('the record is read', () => {
  test('by people with a key for it, within the classes they see', async () => {
    await expect(as(supervisor)(officialRecords.get, { studentId: omar.id })).rejects.toMatchObject(notAllowed)
    await giveKey(supervisor, 'ViewStudentRecord', nile)
    expect(await as(supervisor)(officialRecords.get, { studentId: omar.id })).toMatchObject({ id: omar.id })
    await expect(as(supervisor)(officialRecords.get, { studentId: laila.id })).rejects.toMatchObject(notFound)
    await expect(as(supervisor)(officialRecords.update, { id: omar.id, sex: 'male' })).rejects.toMatchObject(notAllowed)
    await expect(as(otherManager)(officialRecords.get, { studentId: omar.id })).rejects.toMatchObject(notFound)
  })

  test('by its parents, without what is the school’s own; not by former ones', async () => {
    await update({ ...boy, religion: 'islam', address: 'شارع السلام', admissionPaper: 'طلب 3', seatNumber: '7' })
    expect(await as(parent)(officialRecords.get, { studentId: omar.id })).toMatchObject({
      ...boy,
      seatNumber: '7',
      religion: null,
      address: null,
      admissionPaper: null,
    })
    await expect(as(parent)(officialRecords.get, { studentId: classmate.id })).rejects.toMatchObject(notFound)
    await expect(as(formerParent)(officialRecords.get, { studentId: classmate.id })).rejects.toMatchObject(notAllowed)
    await expect(as(parent)(officialRecords.update, { id: omar.id, sex: 'male' })).rejects.toMatchObject(notAllowed)
  })

  test('and the reading is recorded', async () => {
    const before = (await readsOf(officialRecords.get)).length
    await as(manager)(officialRecords.get, { studentId: laila.id })
    await expect
      .poll(async () => (await readsOf(officialRecords.get)).slice(before))
      .toContainEqual({ person_id: manager.id, target_id: laila.id })
  })
})

test('the religion is seen and changed with its own key alone', async () => {
  await update({ religion: 'islam', birthPlace: 'طنطا' })
  await giveKey(secondSupervisor, 'EditStudentRecord', nile)
  await giveKey(secondSupervisor, 'ViewSchoolStudentsList', nile)
  const asEditor = as(secondSupervisor)
  const seen = await asEditor(officialRecords.get, { studentId: omar.id })
  expect(seen).toMatchObject({ religion: null, birthPlace: 'طنطا' })
  await expect(asEditor(officialRecords.update, { id: omar.id, religion: 'other' })).rejects.toMatchObject(notAllowed)

  // Sending back everything that was read deletes nothing.
  const { id, birthPlace } = seen
  await asEditor(officialRecords.update, { id, religion: null, birthPlace, sex: 'male' })
  expect(await get()).toMatchObject({ religion: 'islam', sex: 'male' })
})

describe('health and pick-up notes', () => {
  const notes = { healthNotes: 'حساسية من البنسلين', pickUpNotes: 'يصطحبه العم' }

  test('are entered and read with their own key, and each reading is recorded', async () => {
    const saved = await as(manager)(officialRecords.updateHealth, { id: omar.id, ...notes, baseVersion: 1 })
    expect(saved).toEqual({ id: omar.id, schoolId: nile.id, ...notes, version: 2 })
    expect(await as(manager)(officialRecords.health, { studentId: omar.id })).toEqual(saved)
    await expect
      .poll(() => readsOf(officialRecords.health))
      .toContainEqual({ person_id: manager.id, target_id: omar.id })
    const reads = await as(manager)(auditLog.ofSchool, { schoolId: nile.id, kind: 'reads' })
    expect(reads.find(({ act }) => act === 'healthRead')).toMatchObject({
      personId: manager.id,
      aboutName: 'عمر كريم الجندي',
    })
    await expect(
      as(manager)(officialRecords.updateHealth, { id: omar.id, healthNotes: 'x', baseVersion: 1 }),
    ).rejects.toMatchObject({ status: 409, current: { ...notes, version: 2 } })
  })

  test('are closed to parents, to staff without the key, and to other schools', async () => {
    for (const [person, refusal] of [
      [parent, notAllowed],
      [teacher, notAllowed],
      [otherManager, notFound],
    ] as const)
      await expect(as(person)(officialRecords.health, { studentId: omar.id })).rejects.toMatchObject(refusal)
    await giveKey(teacher, 'ViewStudentHealth', nile)
    expect(await as(teacher)(officialRecords.health, { studentId: omar.id })).toMatchObject({ healthNotes: null })
    await expect(as(teacher)(officialRecords.updateHealth, { id: omar.id, ...notes })).rejects.toMatchObject(notAllowed)
    await expect(as(teacher)(officialRecords.health, { studentId: laila.id })).rejects.toMatchObject(notFound)
  })
})
