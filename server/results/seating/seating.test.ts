import { expect, test } from 'vitest'
import { seating } from '#contract/results/seating/seating.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { manager, supervisor, parent, otherManager, nile, nileYear, delta, grade4, class4b, omar } = world
const { sql } = tracesIn(connection)
const inNile = { schoolId: nile.id }
const wanted = {
  ...inNile,
  gradeId: grade4.id,
  committees: [
    { name: 'لجنة 1', places: 15 },
    { name: 'لجنة 2', places: 200 },
  ],
  order: 'apart' as const,
  firstNumber: 4001,
  keep: false,
}
const ofGrade = { ...inNile, gradeId: grade4.id }
const plan = (more: object = {}) => as(manager)(seating.plan, { ...wanted, ...more })
const assign = async (more: object = {}) =>
  as(manager)(seating.assign, { ...wanted, ...more, plan: (await plan(more)).plan })
const list = (more: object = {}) => as(manager)(seating.list, { ...ofGrade, ...more })
const grade = async () => (await as(manager)(seating.grades, inNile)).find(({ gradeId }) => gradeId === grade4.id)!

test('seats are assigned as they were planned, and an undo brings the former ones back', async () => {
  const before = await grade()
  expect(before).toMatchObject({ seated: 0, seats: null })
  const planned = await plan()
  expect(planned.seats.map(({ seatNumber }) => seatNumber)).toEqual(planned.seats.map((_, nth) => 4001 + nth))
  expect((await list()).every(({ seatNumber }) => seatNumber === null)).toBe(true)

  expect((await assign()).changed).toBe(before.students)
  expect(await list()).toEqual(planned.seats)
  expect(await list({ committeeName: 'لجنة 1' })).toEqual(planned.seats.slice(0, 15))
  const first = await grade()
  expect(first).toMatchObject({ seated: before.students, seats: { order: 'apart', hasFormer: false } })

  await assign({ order: 'name', firstNumber: 1 })
  const second = await grade()
  expect(second.seats).toMatchObject({ order: 'name', firstNumber: 1, hasFormer: true })
  expect((await list())[0]!.seatNumber).toBe(1)
  const undo = (planId: string) => as(manager)(seating.undo, { ...inNile, planId })
  await expect(undo(first.seats!.id)).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  await undo(second.seats!.id)
  expect(await list()).toEqual(planned.seats)
  await undo(first.seats!.id)
  expect((await grade()).seats).toBeNull()
})

test('a student who came later gets the next number, and nobody else another one', async () => {
  await sql('update students set active = false where id = $1', [omar.id])
  await assign()
  const seats = await list()
  expect(seats.map(({ studentId }) => studentId)).not.toContain(omar.id)
  await sql('update students set active = true where id = $1', [omar.id])
  expect(await grade()).toMatchObject({ students: seats.length + 1, seated: seats.length })
  expect((await list()).at(-1)).toMatchObject({ studentId: omar.id, seatNumber: null, committeeName: null })
  expect(await plan({ keep: true })).toMatchObject({ kept: seats.length })
  await assign({ keep: true })
  expect(await list()).toEqual([
    ...seats,
    expect.objectContaining({ studentId: omar.id, seatNumber: 4001 + seats.length, committeeName: 'لجنة 2' }),
  ])
})

test('students who are not active, and those of a class that is not, have no seat and are not counted', async () => {
  const counts = async () => [(await grade()).students, (await list()).length, (await plan()).seats.length]
  const [all] = await counts()
  expect(await counts()).toEqual([all, all, all])
  await sql('update students set active = false where id = $1', [omar.id])
  expect(await counts()).toEqual([all! - 1, all! - 1, all! - 1])
  const [{ there }] = await sql('select count(*)::integer as there from students where class_room_id = $1 and active', [
    class4b.id,
  ])
  await sql('update class_rooms set active = false where id = $1', [class4b.id])
  const left = all! - 1 - there
  expect(await counts()).toEqual([left, left, left])
  await sql('update class_rooms set active = true where id = $1', [class4b.id])
  await sql('update students set active = true where id = $1', [omar.id])
})

test('seats that are kept stay in their committee, wherever it stands in the list and whatever its name is now', async () => {
  const [first, second] = wanted.committees
  await assign()
  const before = await list()
  const committeesOf = async (committees: { name: string; places: number }[]) => {
    await assign({ keep: true, committees })
    const seats = await list()
    expect(seats.map(({ seatNumber }) => seatNumber)).toEqual(before.map(({ seatNumber }) => seatNumber))
    return [...new Set(seats.map(({ committeeName }) => committeeName))]
  }
  expect(await committeesOf([{ name: 'لجنة المكتبة', places: 20 }, first!, second!])).toEqual(['لجنة 1', 'لجنة 2'])
  expect(await committeesOf([second!, first!])).toEqual(['لجنة 1', 'لجنة 2'])
  expect(await committeesOf([{ name: 'قاعة ب', places: 200 }, first!])).toEqual(['لجنة 1', 'قاعة ب'])
})

test('a plan says how many students each committee gets, and which gets more than it has places', async () => {
  await assign()
  const [first, second] = wanted.committees
  const { committees, seats } = await plan({ keep: true, committees: [{ ...first!, places: 10 }, second!] })
  expect(committees).toEqual([
    { name: first!.name, places: 10, students: 15, exceeded: true },
    { ...second!, students: seats.length - 15, exceeded: false },
  ])
})

test('of two people who assign seats the one who comes after the other is not lost', async () => {
  await assign()
  // The other call began later, but locked the year first.
  await sql(`update exam_seat_plans set created_at = created_at + interval '1 second'`)
  await assign({ order: 'code', firstNumber: 7 })
  expect((await grade()).seats).toMatchObject({ order: 'code', firstNumber: 7 })
})

test('nothing else is assigned than what was looked at', async () => {
  const { plan: name } = await plan()
  const other = as(manager)(seating.assign, { ...wanted, order: 'code', plan: name })
  await expect(other).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
})

test('seats are assigned in the current year', async () => {
  await sql('update school_years set active = false where id = $1', [nileYear.id])
  await expect(assign()).rejects.toMatchObject(refused(409, 'No school year is current'))
  await sql('update school_years set active = true where id = $1', [nileYear.id])
})

test('too few places, committees of one name and a grade without students are refused', async () => {
  const few = plan({ committees: [{ name: 'لجنة 1', places: 3 }] })
  await expect(few).rejects.toMatchObject(refused(400, 'These committees do not have enough places'))
  const second = wanted.committees[1]!
  for (const name of [second.name, `${second.name}\u0640`])
    await expect(plan({ committees: [second, { ...second, name }] })).rejects.toMatchObject(
      refused(400, 'Two committees have the same name'),
    )
  const empty = newId()
  await sql(`insert into grades (school_id, id, name, position) values ($1, $2, 'صف بلا طلاب', 90)`, [nile.id, empty])
  await expect(plan({ gradeId: empty })).rejects.toMatchObject(refused(409, 'This grade has no students'))
})

test('nobody without the key and nobody of another school sees or assigns seats', async () => {
  for (const person of [supervisor, parent]) {
    await expect(as(person)(seating.list, ofGrade)).rejects.toMatchObject(notAllowed)
    await expect(as(person)(seating.plan, wanted)).rejects.toMatchObject(notAllowed)
  }
  const asOther = as(otherManager)
  await expect(asOther(seating.list, ofGrade)).rejects.toMatchObject(notFound)
  await expect(asOther(seating.list, { ...ofGrade, schoolId: delta.id })).rejects.toMatchObject(notFound)
  await expect(asOther(seating.plan, { ...wanted, schoolId: delta.id })).rejects.toMatchObject(notFound)
  await assign()
  const { seats } = await grade()
  const undo = asOther(seating.undo, { schoolId: delta.id, planId: seats!.id })
  await expect(undo).rejects.toMatchObject(notFound)
})
