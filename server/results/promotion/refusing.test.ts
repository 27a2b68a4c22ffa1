import { beforeEach, expect, test } from 'vitest'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { years } from '#contract/school/years/years.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { promoting } from '#test/harness/promoting.ts'
import { refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, deputy, nile, grade5, class4a, class5b, omar } = world
const { sql, anew, start, allUp } = promoting(app)
beforeEach(anew)

/** Makes a next year that already exists, with classes of the fifth grade. */
async function nextYear(rooms: { name: string; otherLanguage?: boolean; active?: boolean }[]) {
  const yearId = newId()
  await sql(`insert into school_years (id, school_id, name, active) values ($1, $2, $3, false)`, [
    yearId,
    nile.id,
    `عام ${yearId}`,
  ])
  const ids: string[] = []
  for (const { name, otherLanguage = false, active = true } of rooms) {
    const id = newId()
    ids.push(id)
    await sql(
      `insert into class_rooms (id, school_id, name, gender, max_of_students, grade_id, language_id, active, school_year_id)
       select $1, $2, $3, 3, 40, $4, l.id, $5, $6 from languages l join class_rooms c on c.id = $7
       where (l.id <> c.language_id) = $8 order by l.id limit 1`,
      [id, nile.id, name, grade5.id, active, yearId, class5b.id, otherLanguage],
    )
  }
  return { yearId, ids }
}

const into = (toYearId: string) => start({ toYearName: undefined, toYearId })

test('a class of another language, and one that is not active, take nobody', async () => {
  const { yearId, ids } = await nextYear([
    { name: 'فصل لغات', otherLanguage: true },
    { name: 'فصل مغلق', active: false },
  ])
  const { id: promotionId } = await into(yearId)
  const refused = (toClassId: string) =>
    expect(as(manager)(promotions.decide, { promotionId, items: [{ studentId: omar.id, decision: 'up', toClassId }] }))
      .rejects
  await refused(ids[0]!).toMatchObject({
    status: 400,
    errors: { 'items[0].toClassId': ['This class is of another language'] },
  })
  await refused(ids[1]!).toMatchObject({ status: 400, errors: { 'items[0].toClassId': ['This class is not active'] } })
})

test('a next year that gets the name of another one is not made, and says so', async () => {
  const { id: promotionId, fromYearName } = await start({ toYearName: 'عام جديد' })
  const named = as(manager)(promotions.setOptions, { promotionId, toYearName: fromYearName })
  await expect(named).rejects.toMatchObject(refused(409, 'A year with this name already exists'))
  await allUp(promotionId)
  await as(manager)(years.add, { schoolId: nile.id, name: 'عامٌ جديد', active: false })
  const { hindrance, plan } = await as(manager)(promotions.plan, { promotionId })
  expect(hindrance).toBe('A year with this name already exists')
  await expect(as(manager)(promotions.do, { promotionId, plan })).rejects.toMatchObject(refused(409, hindrance!))
  await as(manager)(promotions.setOptions, { promotionId, toYearName: 'عام آخر' })
  expect(await as(manager)(promotions.plan, { promotionId })).toMatchObject({ hindrance: null })
})

test('a class that is closed while the draft waits is a problem of the plan, which is not done so', async () => {
  const { yearId, ids } = await nextYear([{ name: 'فصل مفتوح' }])
  const { id: promotionId } = await into(yearId)
  await allUp(promotionId)
  await as(manager)(promotions.decide, { promotionId, items: [{ studentId: omar.id, toClassId: ids[0]! }] })
  await sql('update class_rooms set active = false where id = $1', [ids[0]])
  const { problems, hindrance, plan } = await as(manager)(promotions.plan, { promotionId })
  expect([problems, hindrance]).toEqual([1, 'Some students have no class that fits them'])
  const rows = await as(manager)(promotions.rows, { promotionId, show: 'problems' })
  expect(rows).toMatchObject([{ studentId: omar.id, problem: 'This class is not active' }])
  await expect(as(manager)(promotions.do, { promotionId, plan })).rejects.toMatchObject({
    status: 409,
    message: hindrance,
  })
})

test('nobody moves into a year that was completed meanwhile', async () => {
  const { yearId } = await nextYear([])
  const { id: promotionId } = await into(yearId)
  const { plan } = await allUp(promotionId)
  await sql('update school_years set completed = true where id = $1', [yearId])
  await expect(as(manager)(promotions.do, { promotionId, plan })).rejects.toMatchObject({
    status: 409,
    message: 'A completed year cannot be changed',
  })
})

test('of two managers who begin at once one prepares, and the other is sent to what is there', async () => {
  const both = await Promise.allSettled([start({}, manager), start({}, deputy)])
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { status: 409, message: 'The next year is being prepared already' },
  })
  expect(await as(deputy)(promotions.list, { schoolId: nile.id })).toHaveLength(1)
})

test('classes may be merged and split, and what is no class of the old year cannot be copied', async () => {
  const { id: promotionId, newClasses } = await start()
  const of4a = newClasses.find(({ fromClassId }) => fromClassId === class4a.id)!
  const split = { ...of4a, id: undefined, name: 'فصل 4ز' }
  const { newClasses: now } = await as(manager)(promotions.setOptions, { promotionId, newClasses: [of4a, split] })
  expect(now.map(({ name }) => name).toSorted()).toEqual([of4a.name, split.name].toSorted())
  await expect(
    as(manager)(promotions.setOptions, {
      promotionId,
      newClasses: [{ ...split, fromClassId: world.deltaClass1.id }],
    }),
  ).rejects.toMatchObject({ status: 404 })
})

test('a list decides of 500 students at most, of nobody twice, and of nobody by halves', async () => {
  const { id: promotionId } = await start()
  const refused = (input: object) => expect(as(manager)(promotions.decide, { promotionId, ...input })).rejects
  await refused({}).toMatchObject({ status: 400 })
  await refused({ items: [{ studentId: omar.id }], show: 'all' }).toMatchObject({ status: 400 })
  await refused({ items: [{ studentId: omar.id, code: omar.code }] }).toMatchObject({ status: 400 })
  await refused({ items: [{ studentId: omar.id, decision: 'leave', toClassName: 'فصل 5ب' }] }).toMatchObject({
    status: 400,
  })
  await refused({ items: Array.from({ length: 501 }, () => ({ studentId: omar.id })) }).toMatchObject({ status: 400 })
})
