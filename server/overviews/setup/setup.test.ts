import { describe, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { home } from '#contract/overviews/home/home.ts'
import { languages } from '#contract/platform/languages/languages.ts'
import { setup } from '#contract/overviews/setup/setup.ts'
import { usualCourses, usualGrades, usualSteps, usualYear, type UsualStep } from '#contract/overviews/setup/usual.ts'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql, giveKey, audited } = tracesIn(connection)
const { manager, pendingManager, registrar, teacher, parent, otherManager, pending, nile, nileYear } = world
const schoolId = pending.id

const take = (step: UsualStep, more: object = {}) =>
  as(pendingManager)(setup.take, { schoolId, step, language: 'ar', ...more })
const undo = (step: UsualStep) => as(pendingManager)(setup.undo, { schoolId, step })
const stepsNow = async () => (await as(pendingManager)(home.school, { schoolId })).steps!
const mayNow = async (step: UsualStep) => (await stepsNow()).find(({ key }) => key === step)!.may
const rowsOf = async () => (await as(pendingManager).listed(grades.list, { schoolId })).rows
const gradeNames = async () => (await rowsOf()).map(({ name }) => name)
const languagesOf = async () => (await as(pendingManager).listed(languages.list, { schoolId })).rows

describe('a new school', () => {
  test('takes Arabic, and takes it back', async () => {
    for (const language of await languagesOf())
      await as(pendingManager)(languages.remove, { schoolId, languageId: language.id })
    expect(await mayNow('languages')).toEqual({ takeUsual: true, undoUsual: false })
    await take('languages')
    expect((await languagesOf()).map(({ name }) => name)).toEqual(['Arabic'])
    await expect(take('languages')).rejects.toMatchObject({
      status: 409,
      message: 'Everything usual is already there',
    })
    expect(await mayNow('languages')).toEqual({ takeUsual: false, undoUsual: true })
    expect(await undo('languages')).toEqual({ done: true, changed: 1 })
    expect(await languagesOf()).toEqual([])
    await expect(undo('languages')).rejects.toMatchObject(notFound)
  })

  test('takes the grades of its stages in their order, beside those it has', async () => {
    const before = await gradeNames()
    const stages = ['secondary', 'primary'] as const
    const usual = usualGrades(stages, 'ar')
    expect(await take('grades', { stages })).toEqual({ done: true, changed: usual.length })
    expect((await gradeNames()).filter((name) => usual.includes(name))).toEqual(usual)
    expect(await undo('grades')).toEqual({ done: true, changed: usual.length })
    expect(await gradeNames()).toEqual(before)
    expect(await audited(setup.undo)).toContainEqual(
      expect.objectContaining({ person_id: pendingManager.id, target_kind: 'school', target_id: schoolId }),
    )
  })

  test('keeps a grade that it had, also when the others are taken back', async () => {
    const [first, ...others] = usualGrades(['preparatory'], 'en')
    await as(pendingManager)(grades.add, { schoolId, name: first!.toUpperCase() })
    expect(await take('grades', { language: 'en', stages: ['preparatory'] })).toMatchObject({ changed: others.length })
    await undo('grades')
    expect(await gradeNames()).toContain(first!.toUpperCase())
  })

  test('takes the year of the day with its months, which are edited like any other', async () => {
    expect((await mayNow('year')).takeUsual).toBe(true)
    await take('year')
    const { name, months: usual } = usualYear(today, 'ar')
    const current = (await as(pendingManager)(years.current, { schoolId }))!
    expect(current.name).toBe(name)
    const stored = (await as(pendingManager).listed(months.list, { yearId: current.id })).rows
    expect(stored).toMatchObject(usual)
    await as(pendingManager)(months.update, { id: stored[0]!.id, name: 'الشهر الأول', baseVersion: 1 })
    await undo('year')
    expect(await as(pendingManager)(years.current, { schoolId })).toBeNull()
  })

  test('fills a year that it began by hand, and keeps it when the months are taken back', async () => {
    const { id } = await as(pendingManager)(years.add, { schoolId, name: 'العام الأول' })
    expect(await take('year', { language: 'en' })).toEqual({ done: true, changed: 9 })
    await undo('year')
    expect((await as(pendingManager).listed(months.list, { yearId: id })).rows).toEqual([])
    expect((await as(pendingManager)(years.current, { schoolId }))!.id).toBe(id)
  })

  test('takes courses in its language, each once, and keeps them as soon as a class builds on them', async () => {
    await expect(take('courses')).rejects.toMatchObject({
      status: 409,
      message: 'The school needs a language before its courses',
    })
    await take('languages')
    const usual = usualCourses(['primary', 'preparatory'], 'ar')
    expect(new Set(usual).size).toBe(usual.length)
    expect(await take('courses', { stages: ['primary', 'preparatory'] })).toMatchObject({ changed: usual.length })
    const stored = (await as(pendingManager).listed(courses.list, { schoolId })).rows
    expect(stored.map(({ name }) => name).toSorted()).toEqual(expect.arrayContaining(usual))
    const inUse = { status: 409, message: 'Something already builds on what was added' }
    await expect(undo('languages')).rejects.toMatchObject(inUse)
    await undo('courses')
    await undo('languages')
  })

  test('keeps grades in which there is a class', async () => {
    await take('languages')
    await take('grades', { stages: ['primary'] })
    const [language] = await languagesOf()
    const grade = (await rowsOf()).find(({ name }) => name === usualGrades(['primary'], 'ar')[0])!
    await as(pendingManager)(classSettings.add, {
      schoolId,
      gradeId: grade.id,
      languageId: language!.id,
      name: 'فصل أول',
      maxOfStudents: 30,
      gender: 3,
    })
    const before = await gradeNames()
    await expect(undo('grades')).rejects.toMatchObject({ status: 409 })
    expect(await gradeNames()).toEqual(before)
  })
})

test('a school that has everything is offered nothing, and what others made is out of reach of taking back', async () => {
  await expect(as(manager)(setup.take, { schoolId: nile.id, step: 'year', language: 'ar' })).rejects.toMatchObject({
    status: 409,
  })
  for (const step of usualSteps)
    await expect(as(manager)(setup.undo, { schoolId: nile.id, step })).rejects.toMatchObject(notFound)
  expect(await sql('select from school_years where id = $1', [nileYear.id])).toHaveLength(1)
})

test('only people with all the keys of what is added take it', async () => {
  for (const person of [teacher, registrar])
    await expect(as(person)(setup.take, { schoolId: nile.id, step: 'grades', language: 'ar' })).rejects.toMatchObject(
      notAllowed,
    )
  await giveKey(registrar, 'AddMultipleGrades', nile)
  await expect(as(registrar)(setup.take, { schoolId: nile.id, step: 'grades', language: 'ar' })).rejects.toMatchObject(
    notAllowed,
  )
  for (const person of [parent, otherManager])
    await expect(as(person)(setup.undo, { schoolId: nile.id, step: 'grades' })).rejects.toMatchObject({
      status: expect.toSatisfy((status: number) => status === 403 || status === 404),
    })
})

test('the usual ones have names in both languages, and no name twice', () => {
  const stages = ['kindergarten', 'primary', 'preparatory', 'secondary'] as const
  for (const language of ['ar', 'en'] as const) {
    const names = usualGrades(stages, language)
    expect(names).toHaveLength(14)
    expect(new Set(names).size).toBe(14)
  }
  expect(usualYear('2026-06-30', 'en').name).toBe('2025/2026')
  expect(usualYear('2026-07-01', 'en')).toMatchObject({ name: '2026/2027', months: { length: 9 } })
  expect(usualYear('2026-07-01', 'en').months[5]).toEqual({
    name: 'February',
    startDate: '2027-02-01',
    endDate: '2027-02-28',
  })
  expect(usualYear('2026-07-01', 'ar').months[0]!.name).toBe('سبتمبر')
})
