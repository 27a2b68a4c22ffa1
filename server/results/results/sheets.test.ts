import readXlsx from 'read-excel-file/node'
import { beforeEach, describe, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { type RegisterColumn, registerColumns, registerOrders } from '#contract/results/results/register-columns.ts'
import { resultRegisters } from '#contract/results/results/registers.ts'
import { gradeSheets, resultSheets } from '#contract/results/results/sheets.ts'
import { newId } from '#server/db/ids.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, grid, typedPart, save, correct, markAll, close, as, app, tokenOf, audited } =
  await resultsOfNile()
const { manager, supervisor, teacher, scienceTeacher, parent, otherManager, deltaParent } = world
const { nile, omar, classmate, class4a, class4b, arabic } = world
let now: Awaited<ReturnType<typeof begin>>

beforeEach(async () => {
  now = await begin()
})

type Sheet = OutputOf<typeof resultSheets.ofClass>

const ofClass = (more: object, person: { phone: string } = manager) =>
  as(person)(resultSheets.ofClass, { classRoomId: class4a.id, termId: now.termId, list: 'classSheet', ...more })
const ofGrade = (more: object, person: { phone: string } = manager) =>
  as(person)(resultSheets.ofGrade, { ...now.inGrade, list: 'classSheet', ...more })
const valuesOf = ({ rows }: Sheet) => rows.map(({ cells }) => cells.map(({ text, number }) => text ?? number))
const rowOf = (sheet: Sheet, name: string) => {
  const row = valuesOf(sheet).find((values) =>
    values.some((value) => typeof value === 'string' && value.startsWith(name)),
  )!
  return Object.fromEntries(sheet.columns.map(({ key }, nth) => [key, row[nth]]))
}
const register = (more: object = {}, person: { phone: string } = manager) =>
  ofClass({ list: 'register', courseId: arabic.id, ...more }, person)

describe('the register of a course', () => {
  test('has the parts with their full marks, states as letters, and days of absence, in the published order', async () => {
    await withScheme()
    const { parts } = await grid()
    await save([
      { studentId: omar.id, partId: parts[0]!.id, mark: 51.5 },
      { studentId: omar.id, partId: parts[1]!.id, mark: 18 },
      { studentId: classmate.id, partId: parts[0]!.id, state: 'absent' },
    ])
    const sheet = await register({ order: 'egyptPrimary' })
    expect(sheet).toMatchObject({ list: 'register', title: 'سجل الدرجات والغياب', closing: null })
    expect(sheet.note).toContain('لم تُغلق بعد')
    const kinds = sheet.columns.map(({ key }) => key.split(' ')[0]!)
    expect([...new Set(kinds)].map((key) => (key === 'part' ? 'parts' : key))).toEqual(registerOrders[0]!.columns)
    expect(sheet.columns.filter(({ key }) => key.startsWith('part ')).map(({ fullMark }) => fullMark)).toEqual([
      60, 20, 20,
    ])
    const ofOmar = rowOf(sheet, omar.firstName)
    expect([ofOmar[`part ${parts[0]!.id}`], ofOmar[`part ${parts[1]!.id}`]]).toEqual([51.5, 18])
    expect(rowOf(sheet, classmate.firstName)[`part ${parts[0]!.id}`]).toBe('غ')
    expect(rowOf(await register({ language: 'en' }), classmate.firstName)[`part ${parts[0]!.id}`]).toBe('A')
    expect(sheet.rows.map(({ cells }) => cells[0]!.number)).toEqual(sheet.rows.map((_, nth) => nth + 1))
  })

  test('takes the columns that a school wants, and needs a course', async () => {
    await withScheme()
    const sheet = await register({ columns: ['name', 'total', 'absent'] })
    expect(sheet.columns.map(({ key }) => key)).toEqual(['name', 'total', 'absent'])
    expect(registerColumns).toContain('seatNumber')
    await expect(ofClass({ list: 'register' })).rejects.toMatchObject(refused(400, 'Required'))
    await expect(register({ columns: ['shoes'] })).rejects.toMatchObject({ status: 400 })
    await expect(register({ order: 'none' })).rejects.toMatchObject({ status: 400 })
    await expect(ofClass({ list: 'register', courseId: newId() })).rejects.toMatchObject(notFound)
  })
})

describe('the columns of the register of a school', () => {
  const stored = (person: { phone: string } = manager) => as(person)(resultRegisters.get, { schoolId: nile.id })
  const store = (columns: string[], baseVersion?: number, person: { phone: string } = manager) =>
    as(person)(resultRegisters.save, {
      schoolId: nile.id,
      columns: columns as RegisterColumn[],
      ...(baseVersion && { baseVersion }),
    })

  test('are those published for the country until the school sets its own, which hold for everybody', async () => {
    await withScheme()
    expect(await stored()).toEqual({ schoolId: nile.id, columns: registerOrders[0]!.columns, version: 1 })
    expect(valuesOf(await register())).toEqual(valuesOf(await register({ order: 'egyptPrimary' })))
    const own = ['code', 'name', 'absent', 'total', 'parts']
    expect(await store([...own, 'name'], 1)).toEqual({ schoolId: nile.id, columns: own, version: 2 })
    const atOnce = await Promise.all(Array.from({ length: 6 }, () => store(own)))
    expect(atOnce.map(({ version }) => version)).toContain(8)
    const keys = (await register({}, teacher)).columns.map(({ key }) => key)
    expect(keys.slice(0, 4)).toEqual(own.slice(0, 4))
    expect(keys.slice(4).every((key) => key.startsWith('part '))).toBe(true)
  })

  test('are changed from what was seen, by those who manage results, and only to columns there are', async () => {
    await store(['name', 'total'], 1)
    await expect(store(['name'], 1)).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
    expect((await store(['name'], 2)).columns).toEqual(['name'])
    for (const columns of [[], ['shoes']]) await expect(store(columns)).rejects.toMatchObject({ status: 400 })
    for (const person of [teacher, parent]) {
      await expect(stored(person)).rejects.toMatchObject(notAllowed)
      await expect(store(['name'], 3, person)).rejects.toMatchObject(notAllowed)
    }
    await expect(store(['name'], 3, otherManager)).rejects.toMatchObject(notFound)
  })
})

describe('lists of a class and a grade', () => {
  test('show what was closed, whatever changes later', async () => {
    await withScheme()
    await markAll()
    await close()
    const before = await ofClass({})
    expect(before).toMatchObject({ closing: { issue: 1 }, note: 'مغلقة، الإصدار 1' })
    await correct([{ studentId: omar.id, partId: typedPart(await grid()).id, mark: 1 }])
    expect(valuesOf(await ofClass({}))).toEqual(valuesOf(before))
    const course = `course ${arabic.id}`
    expect(rowOf(await ofGrade({}), omar.firstName)[course]).toBe(rowOf(before, omar.firstName)[course])
  })

  test('name the first ten, who did not pass, and how many are in each band', async () => {
    await withScheme()
    const { parts, students } = await grid()
    const marks = students.map(({ studentId }, nth) => ({ studentId, partId: parts[0]!.id, mark: 60 - nth }))
    await save(marks)
    const top = await ofClass({ list: 'topTen', courseId: arabic.id })
    expect(top.rows.length).toBeLessThanOrEqual(students.length)
    const places = top.rows.map(({ cells }) => cells[0]!.number!)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
    expect(places[0]).toBe(1)
    const best = valuesOf(top)[0]![top.columns.findIndex(({ key }) => key === 'name')]
    const percents = top.rows.map(({ cells }) => cells[top.columns.findIndex(({ key }) => key === 'percent')]!.number!)
    expect([typeof best, percents]).toEqual(['string', percents.toSorted((a, b) => b - a)])

    const failed = await ofClass({ list: 'failed', courseId: arabic.id })
    const statistics = await ofClass({ list: 'bands', courseId: arabic.id, language: 'en' })
    const [row] = valuesOf(statistics)
    const figures = Object.fromEntries(statistics.columns.map(({ key }, nth) => [key, row![nth]]))
    expect(figures.failedCount).toBe(failed.rows.length)
    expect(figures.students).toBe(students.length)
    expect(Number(figures['band Passed']) + Number(figures['band Failed'])).toBe(students.length)
    const missing = failed.columns.findIndex(({ key }) => key === 'missing')
    const total = failed.columns.findIndex(({ key }) => key === 'total')
    for (const cells of valuesOf(failed)) expect(Number(cells[total]) + Number(cells[missing])).toBe(50)
  })

  test('of a grade hold its classes in order, and of all courses a row of the totals', async () => {
    await withScheme()
    const sheet = await ofGrade({})
    const at = sheet.columns.findIndex(({ key }) => key === 'classRoom')
    const rooms = sheet.rows.map(({ cells }) => cells[at]!.text)
    expect([...new Set(rooms)]).toEqual([class4a.name, class4b.name])
    expect(rooms).toEqual([...rooms].sort((a, b) => rooms.indexOf(a) - rooms.indexOf(b)))
    const statistics = await ofGrade({ list: 'bands' })
    expect(statistics.rows.at(-1)!.cells[0]!.text).toBe('كل المواد')
    for (const list of gradeSheets) expect((await ofGrade({ list, courseId: arabic.id })).list).toBe(list)
  })

  test('are for those whose reach has every course, and of a grade for the office', async () => {
    await withScheme()
    expect((await register({}, teacher)).rows.length).toBeGreaterThan(0)
    expect((await ofClass({}, supervisor)).rows.length).toBeGreaterThan(0)
    await expect(register({}, scienceTeacher)).rejects.toMatchObject(notFound)
    await expect(ofClass({}, scienceTeacher)).rejects.toMatchObject(notFound)
    await expect(ofClass({}, otherManager)).rejects.toMatchObject(notFound)
    for (const person of [parent, deltaParent]) await expect(ofClass({}, person)).rejects.toMatchObject(notAllowed)
    for (const person of [teacher, supervisor]) await expect(ofGrade({}, person)).rejects.toMatchObject(notAllowed)
    await expect(ofGrade({}, otherManager)).rejects.toMatchObject(notFound)
    await expect(ofGrade({ courseId: newId() })).rejects.toMatchObject(notFound)
  })
})

describe('a list as a file', () => {
  const file = async (more: object, person: { phone: string } = manager) =>
    app.inject({
      method: 'POST',
      url: `/${exportList.path}`,
      headers: { authorization: `Bearer ${await tokenOf(person)}` },
      payload: {
        list: resultSheets.ofClass.path,
        input: { classRoomId: class4a.id, termId: now.termId, list: 'register', courseId: arabic.id },
        format: 'csv',
        language: 'en',
        ...more,
      },
    })

  test('has the same columns in the language of the file, says what it is, and is a line of the audit', async () => {
    await withScheme()
    const sheet = await register({ language: 'en' })
    const { statusCode, body, headers } = await file({})
    expect(statusCode).toBe(200)
    expect(String(headers['content-disposition'])).toContain('Register')
    const lines = body.replace('\ufeff', '').trimEnd().split('\r\n')
    expect(lines[0]).toContain('"Term paper (60)"')
    expect(lines).toHaveLength(1 + sheet.rows.length + 3)
    expect(lines.at(-1)).toContain('Not closed yet')
    expect(await audited(resultSheets.ofClass)).toMatchObject([{ person_id: manager.id, target_kind: 'export' }])
    const [book] = await readXlsx((await file({ format: 'xlsx' })).rawPayload)
    const cells = valuesOf(sheet).map((values) => values.map((value) => (value === '' ? null : value)))
    expect(book!.data.slice(1, 1 + cells.length)).toEqual(cells)
  })

  test('is refused as the list itself is', async () => {
    await withScheme()
    expect((await file({}, scienceTeacher)).statusCode).toBe(404)
    expect((await file({}, parent)).statusCode).toBe(403)
    expect((await file({ ids: [omar.id] })).statusCode).toBe(400)
    expect((await file({ empty: 'title' })).statusCode).toBe(400)
    expect((await file({ input: { classRoomId: class4a.id } })).statusCode).toBe(400)
  })
})
