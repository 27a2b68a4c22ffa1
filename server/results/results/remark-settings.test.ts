import { beforeEach, expect, test } from 'vitest'
import { remarkSettings } from '#contract/results/results/remark-settings.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { results } from '#contract/results/results/results.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, plan, ofOmar, publish, as, sql } = await resultsOfNile()
const { manager, supervisor, teacher, otherManager, omar, classmate, class4a, grade4, nile, arabic, deltaArabic } =
  world
const usual = {
  schoolId: nile.id,
  classBy: 'supervisor' as const,
  courses: true,
  proofs: false,
  longestOfClass: 600,
  longestOfCourse: 600,
}
let place: { classRoomId: string; termId: string; language: 'ar' | 'en' }

beforeEach(async () => {
  await sql('delete from papers')
  const { termId } = await begin()
  await withScheme()
  await markAll()
  await sql('delete from remark_settings')
  await sql('delete from remark_bank')
  place = { classRoomId: class4a.id, termId, language: 'ar' }
})

type Person = { phone: string }
const set = (to: Partial<typeof usual> | { classBy: 'office' | 'nobody' }) =>
  as(manager)(remarkSettings.save, { ...usual, ...to })
const write = (
  by: Person,
  body: string,
  { about = omar, courseId }: { about?: { id: string }; courseId?: string } = {},
) =>
  as(by)(remarks.save, {
    ...place,
    ...(courseId && { courseId }),
    remarks: [{ studentId: about.id, body, baseVersion: 0 }],
  })
const of = (person: Person, more: object = {}) => as(person)(remarks.ofClass, { ...place, ...more })

test('a school begins with supervisors and teachers; who manages results changes it, and nobody of another school', async () => {
  expect(await as(supervisor)(remarkSettings.get, { schoolId: nile.id })).toEqual({ ...usual, version: 1 })
  expect(await set({ longestOfClass: 200 })).toEqual({ ...usual, longestOfClass: 200, version: 2 })
  await expect(as(manager)(remarkSettings.save, { ...usual, baseVersion: 1 })).rejects.toMatchObject(
    refused(409, 'Somebody else changed this meanwhile'),
  )
  await expect(as(supervisor)(remarkSettings.save, usual)).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(remarkSettings.get, { schoolId: nile.id })).rejects.toMatchObject(notFound)
  await expect(set({ longestOfClass: 601 })).rejects.toMatchObject({ status: 400 })
})

test('where the office writes of classes a supervisor reads only, and owes nothing; where nobody does, nobody writes', async () => {
  await set({ classBy: 'office' })
  expect((await of(supervisor)).may.save).toBe(false)
  await expect(write(supervisor, 'يقرأ بطلاقة.')).rejects.toMatchObject(notAllowed)
  await write(manager, 'يقرأ بطلاقة.')
  const owed = async (person: Person) =>
    (await as(person)(results.missing, { schoolId: nile.id, termId: place.termId, gradeId: grade4.id })).filter(
      (row) => row.remarks > 0,
    )
  expect(await owed(manager)).toMatchObject([{ courseId: null, teachers: [] }])
  expect(await owed(supervisor)).toEqual([])
  await set({ classBy: 'nobody' })
  await expect(write(manager, 'شيء', { about: classmate })).rejects.toMatchObject(notAllowed)
  expect(await plan()).toMatchObject({ remarkPupils: 0 })
})

test('teachers write in their courses only where the school prints it, and no longer than it allows', async () => {
  await write(teacher, 'خطه جميل.', { courseId: arabic.id })
  await set({ courses: false, longestOfCourse: 50 })
  expect((await of(teacher, { courseId: arabic.id })).may.save).toBe(false)
  await expect(write(teacher, 'شيء', { courseId: arabic.id, about: classmate })).rejects.toMatchObject(notAllowed)
  expect(await plan()).toMatchObject({ remarkPupils: 0 })
  await set({ longestOfCourse: 50 })
  expect(await plan()).toMatchObject({ remarkPupils: 1 })
  expect((await of(teacher, { courseId: arabic.id })).longest).toBe(50)
  await expect(write(teacher, 'ن'.repeat(51), { courseId: arabic.id, about: classmate })).rejects.toMatchObject(
    refused(400, 'String must contain at most 50 character(s)'),
  )
})

test('where proofs are a condition only approved remarks are closed, and the others are counted before', async () => {
  await write(supervisor, 'يقرأ بطلاقة.')
  await write(supervisor, 'يشارك في الدرس.', { about: classmate })
  await set({ proofs: true })
  expect(await plan()).toMatchObject({ remarkPupils: 0, remarksUnread: 2 })
  const inGrade = { schoolId: nile.id, termId: place.termId, gradeId: grade4.id }
  const proof = (await as(manager)(remarks.proofs, inGrade)).find(({ studentId }) => studentId === omar.id)!
  await as(manager)(remarks.approve, { ...inGrade, items: [{ remarkId: proof.id, baseVersion: proof.version }] })
  expect(await plan()).toMatchObject({ remarkPupils: 1, remarksUnread: 1 })
  await publish()
  const [shown] = await ofOmar()
  expect(shown!.remarks.map(({ body }) => body)).toEqual(['يقرأ بطلاقة.'])
})

test('a text of the bank may be for a course and for a band, and not for a course of another school', async () => {
  const bank = { schoolId: nile.id, language: 'ar' as const }
  const entries = [{ body: 'خطه جميل', courseId: arabic.id, band: 'Blue' }, { body: 'أحسنت' }]
  const own = await as(supervisor)(remarks.saveBank, { ...bank, entries })
  expect(own.map(({ body, courseId, band }) => [body, courseId, band])).toEqual([
    ['خطه جميل', arabic.id, 'Blue'],
    ['أحسنت', null, null],
  ])
  await expect(
    as(supervisor)(remarks.saveBank, { ...bank, entries: [{ body: 'س', courseId: deltaArabic.id }] }),
  ).rejects.toMatchObject(notFound)
})

test('the remarks of a class are a list that can be taken as a file', async () => {
  await write(supervisor, 'يقرأ بطلاقة.')
  const rows = await as(supervisor)(remarks.listOfClass, place)
  expect(rows.find(({ studentId }) => studentId === omar.id)).toMatchObject({
    code: omar.code,
    body: 'يقرأ بطلاقة.',
    state: 'draft',
    authorName: expect.any(String),
  })
  expect(rows.find(({ studentId }) => studentId === classmate.id)).toMatchObject({ body: null, state: null })
})
