import { readFile } from 'node:fs/promises'
import { beforeEach, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { testApp } from '#test/harness/app.ts'
import { type Promotion, promoting } from '#test/harness/promoting.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, nile, nileYear, class5a, grade5, classmate, omar, inactiveStudent } = world
const { sql, work, anew, start, allUp, done, rowsOf } = promoting(app)
work()

let languageId: string
const add = (name: string, more: object = {}) =>
  as(manager)(classSettings.add, {
    schoolId: nile.id,
    name,
    maxOfStudents: 30,
    gradeId: grade5.id,
    languageId,
    gender: 3,
    ...more,
  })
const yearsOf = async (...ids: string[]) =>
  (await sql('select school_year_id from class_rooms where id = any ($1) order by name', [ids])).map(
    ({ school_year_id }) => school_year_id,
  )

let turn: Promotion
let before: string
let closed: string

beforeEach(anew)

test('the school moves, but for one who waits, with a class that was made before', async () => {
  const [room] = await sql<{ language_id: string }>('select language_id from class_rooms where id = $1', [class5a.id])
  languageId = room!.language_id
  before = (await add('Before the turn')).id
  closed = (await add('Closed before the turn', { active: false })).id
  const draft = await start()
  await allUp(draft.id)
  const items = [{ studentId: classmate.id, decision: 'wait' as const }]
  await as(manager)(promotions.decide, { promotionId: draft.id, items })
  turn = await done(draft.id)
  expect(await yearsOf(before)).toEqual([nileYear.id])
  expect(await yearsOf(closed)).toEqual([null])
})

test('a class that is made by hand belongs to the year into which the school has moved, and those who wait can come into it', async () => {
  const made = await add('Made by hand')
  expect(made).toMatchObject({ active: true, otherYearName: turn.toYearName })
  await expect(add(class5a.name)).rejects.toMatchObject(refused(409, 'A class with this name already exists'))
  // Students who are not active do not count.
  await sql('update students set class_room_id = $2 where id = any ($1)', [[omar.id, inactiveStudent.id], made.id])

  const later = await start({ toYearName: undefined, toYearId: turn.toYearId })
  expect(later.fromClasses.map(({ id }) => id)).not.toContain(made.id)
  const plan = await allUp(later.id)
  expect(plan.students).toBe(1)
  expect(plan.classes.find(({ id }) => id === made.id)).toMatchObject({ isNew: false, students: 1 })
  expect(await rowsOf(later.id)).toEqual([expect.objectContaining({ studentId: classmate.id })])
})

test('so does one that is opened again, by its form or alone; one that has a year keeps it', async () => {
  const [byForm, alone] = [closed, (await add('Closed at once', { active: false })).id]
  await sql('update class_rooms set school_year_id = null where id = $1', [alone])
  expect(await yearsOf(byForm, alone)).toEqual([null, null])
  await as(manager)(classSettings.update, { id: byForm, active: true })
  await as(manager)(classSettings.activate, { classRoomId: alone })
  expect(await yearsOf(byForm, alone)).toEqual([turn.toYearId, turn.toYearId])

  await as(manager)(classSettings.deactivate, { classRoomId: before })
  await as(manager)(classSettings.activate, { classRoomId: before })
  await as(manager)(classSettings.update, { id: before, active: false })
  await as(manager)(classSettings.update, { id: before, active: true })
  expect(await yearsOf(before)).toEqual([nileYear.id])
})

test('classes that were made by hand before this was so belong to it by the upgrade, but for one whose name is taken there', async () => {
  const [made, taken, asleep] = [(await add('Made before')).id, (await add('Taken')).id, (await add('Asleep')).id]
  await sql('update class_rooms set school_year_id = null where id = any ($1)', [[made, taken, asleep]])
  await sql('update class_rooms set active = false where id = $1', [asleep])
  await sql('update class_rooms set name = $2 where id = $1', [taken, class5a.name])
  await sql(await readFile(new URL('../../db/migrations/0660_years_of_classes_by_hand.sql', import.meta.url), 'utf8'))
  expect(await yearsOf(made)).toEqual([turn.toYearId])
  expect(await yearsOf(taken, asleep)).toEqual([null, null])
  expect(await yearsOf(before)).toEqual([nileYear.id])
})

test('it has no year where nothing was moved, where that was taken back, and once the year is over', async () => {
  const set = (change: string) => sql(`update promotions set ${change} where id = $1`, [turn.id])
  await set(`state = 'undone'`)
  expect(await yearsOf((await add('Taken back')).id)).toEqual([null])
  await set(`state = 'done'`)
  await sql('update school_years set completed = true where id = $1', [turn.toYearId])
  expect(await yearsOf((await add('Over')).id)).toEqual([null])
  await sql('update school_years set completed = false where id = $1', [turn.toYearId])
  expect(await yearsOf((await add('Not over')).id)).toEqual([turn.toYearId])
})
