import { beforeEach, expect, test } from 'vitest'
import { papers } from '#contract/results/papers/papers.ts'
import { closings } from '#contract/results/results/closings.ts'
import { remarks } from '#contract/results/results/remarks.ts'
import { results } from '#contract/results/results/results.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { resultsOfNile } from '#test/harness/results-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { begin, withScheme, markAll, plan, close, publish, ofOmar, as, sql, connection } = await resultsOfNile()
const {
  manager,
  supervisor,
  teacher,
  parent,
  otherManager,
  idleTeacher,
  omar,
  classmate,
  class4a,
  grade4,
  nile,
  arabic,
} = world
const isClosed = refused(409, 'The results of this term are closed; reopen them to change a remark')
let now: Awaited<ReturnType<typeof begin>>
let place: { classRoomId: string; termId: string; language: 'ar' | 'en' }

beforeEach(async () => {
  await sql('delete from papers')
  now = await begin()
  await withScheme()
  await markAll()
  await sql('delete from remark_bank')
  place = { classRoomId: class4a.id, termId: now.termId, language: 'ar' }
})

type Person = { phone: string }
const of = async (person: Person = supervisor, more: object = {}) => as(person)(remarks.ofClass, { ...place, ...more })
const remarkOf = async (student: { id: string } = omar, more: object = {}) =>
  (await of(manager, more)).students.find(({ studentId }) => studentId === student.id)!.remark
const write = (body: string, { by = supervisor, about = omar, baseVersion = 0, ...more }: Writing = {}) =>
  as(by)(remarks.save, { ...place, ...more, remarks: [{ studentId: about.id, body, baseVersion }] })
type Writing = { by?: Person; about?: { id: string }; baseVersion?: number; courseId?: string; language?: 'ar' | 'en' }
const inGrade = () => ({ schoolId: nile.id, termId: now.termId, gradeId: grade4.id })
const proofs = () => as(manager)(remarks.proofs, inGrade())

test('a supervisor writes about the class, a teacher about the course that they teach, and a parent reads neither', async () => {
  const { students } = await write('يقرأ بطلاقة.')
  const { remark, absent, total, fullMark } = students.find(({ studentId }) => studentId === omar.id)!
  expect(remark).toMatchObject({ body: 'يقرأ بطلاقة.', state: 'draft', version: 1, formerAuthorName: null })
  expect([absent, total, fullMark]).toEqual([expect.any(Number), expect.any(Number), expect.any(Number)])
  await write('خطه جميل.', { by: teacher, courseId: arabic.id })
  expect(await remarkOf(omar, { courseId: arabic.id })).toMatchObject({ body: 'خطه جميل.' })
  expect(await remarkOf(omar, { language: 'en' })).toBeNull()
  await expect(of(parent)).rejects.toMatchObject(notAllowed)
  await expect(of(otherManager)).rejects.toMatchObject(notFound)
})

test('who only teaches in a class neither reads nor writes its remarks, and nobody reaches a student of another class', async () => {
  const teaches = await of(teacher).then(
    () => 'read',
    ({ status }: { status: number }) => status,
  )
  const [{ supervisor_id: its }] = await sql('select supervisor_id from class_rooms where id = $1', [class4a.id])
  expect(teaches).toBe(its === teacher.id ? 'read' : 404)
  await expect(of(idleTeacher)).rejects.toMatchObject({ status: 404 })
  await expect(write('كلام', { about: world.laila })).rejects.toMatchObject(notFound)
  await expect(write('كلام', { about: { id: world.deltaClass1.id } })).rejects.toMatchObject(notFound)
})

test('two writers of one remark are told of each other, who wrote before is shown, and an emptied remark is none', async () => {
  await write('الأول')
  await expect(write('الثاني', { by: manager })).rejects.toMatchObject(
    refused(409, 'Somebody else changed this meanwhile'),
  )
  expect(await remarkOf()).toMatchObject({ body: 'الأول' })
  await write('الثاني', { by: manager, baseVersion: 1 })
  const own = await remarkOf()
  expect(own).toMatchObject({ body: 'الثاني', version: 2 })
  expect(own!.formerAuthorName).not.toBe(own!.authorName)
  await write('', { baseVersion: 2 })
  expect(await remarkOf()).toMatchObject({ body: null })
  expect(await proofs()).toEqual([])
  await expect(write('x'.repeat(601), { baseVersion: 3 })).rejects.toMatchObject({ status: 400 })
})

test('twenty teachers who write about a class at once lose nothing', async () => {
  const { students } = await of()
  const some = students.slice(0, 20)
  await Promise.all(some.map(({ studentId: id }, nth) => write(`ملاحظة ${nth}`, { about: { id } })))
  const after = await of()
  expect(some.map(({ studentId }) => after.students.find((one) => one.studentId === studentId)!.remark!.body)).toEqual(
    some.map((_, nth) => `ملاحظة ${nth}`),
  )
})

test('who reads the proofs sees what is odd, approves, and asks for a change that the author makes', async () => {
  await write(`${classmate.firstName} متفوق دائمًا`, { about: omar })
  await write('يحب القراءة', { about: classmate })
  const [odd, fine] = await proofs()
  expect(odd).toMatchObject({ studentId: omar.id, odd: expect.arrayContaining(['otherName']) })
  expect(fine).toMatchObject({ studentId: classmate.id, odd: [] })
  const item = (one: typeof odd) => ({ remarkId: one!.id, baseVersion: one!.version })
  expect(await as(manager)(remarks.approve, { ...inGrade(), items: [item(fine)] })).toEqual({ done: true, changed: 1 })
  await as(manager)(remarks.askChange, { ...inGrade(), ...item(odd), asked: 'اسم تلميذ آخر' })
  await expect(as(manager)(remarks.askChange, { ...inGrade(), ...item(odd), asked: 'مرة أخرى' })).rejects.toMatchObject(
    { status: 409 },
  )
  expect(await remarkOf()).toMatchObject({ state: 'change', asked: 'اسم تلميذ آخر', checkedByName: expect.any(String) })
  expect(await remarkOf(classmate)).toMatchObject({ state: 'approved' })
  await deliverAll(connection)
  const asks = async () =>
    (await as(supervisor)(inbox.items, { topic: 'duties' })).filter(({ kind }) => kind === 'remarkToChange')
  expect(await asks()).toMatchObject([
    { schoolId: nile.id, personName: expect.any(String), link: { to: 'results', tab: 'remarks' } },
  ])
  await write('متفوق دائمًا', { baseVersion: 2 })
  expect(await asks()).toEqual([])
  expect(await remarkOf()).toMatchObject({ state: 'draft', asked: null })
  await expect(as(supervisor)(remarks.proofs, inGrade())).rejects.toMatchObject({ status: 403 })
})

test('closing stores the remarks as they are, without those that were asked to change; later nothing changes the paper', async () => {
  await write('يقرأ بطلاقة.')
  await write('He reads fluently.', { language: 'en' })
  await write('خطه جميل.', { by: teacher, courseId: arabic.id })
  await write('لا يُطبع', { about: classmate })
  const asked = (await proofs()).find(({ studentId }) => studentId === classmate.id)!
  const item = { remarkId: asked.id, baseVersion: asked.version }
  await as(manager)(remarks.askChange, { ...inGrade(), ...item, asked: 'أكمل الجملة' })
  expect(await plan()).toMatchObject({ remarkPupils: 1, remarksAsked: 1 })
  const seen = await plan()
  await write('يقرأ بطلاقة ويكتب.', { baseVersion: 1 })
  await expect(
    as(manager)(closings.close, { ...now.inGrade, plan: seen.plan, acceptMissing: true }),
  ).rejects.toMatchObject({ status: 409 })
  await publish()
  const [shown] = await ofOmar()
  expect(shown!.remarks.map(({ courseId, language, body }) => [courseId, language, body])).toEqual([
    [null, 'ar', 'يقرأ بطلاقة ويكتب.'],
    [null, 'en', 'He reads fluently.'],
    [arabic.id, 'ar', 'خطه جميل.'],
  ])
  await expect(write('شيء آخر', { baseVersion: 2 })).rejects.toMatchObject(isClosed)
  const card = { schoolId: nile.id, kind: 'termCard' as const, termId: now.termId, studentIds: [omar.id] }
  const { paperIds } = await as(manager)(papers.issue, card)
  const [printed] = await as(manager)(papers.print, { schoolId: nile.id, paperIds })
  expect(printed!.content.result!.remarks).toEqual([
    { course: null, language: 'ar', body: 'يقرأ بطلاقة ويكتب.', byName: expect.any(String) },
    { course: null, language: 'en', body: 'He reads fluently.', byName: expect.any(String) },
    { course: arabic.name, language: 'ar', body: 'خطه جميل.', byName: expect.any(String) },
  ])
  await sql(`update remarks set body = 'خلف الظهر' where student_id = $1`, [omar.id])
  expect((await as(manager)(papers.issue, card)).paperIds).toEqual(paperIds)
  expect(await remarkOf()).toMatchObject({ body: 'يقرأ بطلاقة ويكتب.' })
})

test('a parent reads the remarks with the result, a teacher of another course only the own', async () => {
  await write('يقرأ بطلاقة.')
  await write('خطه جميل.', { by: teacher, courseId: arabic.id })
  const { closing } = await close()
  expect(await as(parent)(results.student, { studentId: omar.id })).toEqual([])
  await as(manager)(closings.publish, { ...now.inGrade, closingId: closing!.id })
  const [own] = await as(parent)(results.student, { studentId: omar.id })
  expect(own!.remarks.map(({ body }) => body)).toEqual(['يقرأ بطلاقة.', 'خطه جميل.'])
  const [taught] = await as(teacher)(results.student, { studentId: omar.id })
  expect(taught!.remarks.map(({ body }) => body)).toEqual(['خطه جميل.'])
})

test('everybody has a bank of their own beside the one of the school, which needs its key', async () => {
  const bank = { schoolId: nile.id, language: 'ar' as const }
  const entries = [{ body: '{first} طالب مجتهد', bodyF: '{first} طالبة مجتهدة' }]
  await as(manager)(remarks.saveBank, { ...bank, ofSchool: true, entries })
  await expect(as(supervisor)(remarks.saveBank, { ...bank, ofSchool: true, entries: [] })).rejects.toMatchObject({
    status: 403,
  })
  const own = await as(supervisor)(remarks.saveBank, { ...bank, entries: [{ body: 'أحسنت' }] })
  expect(own.map(({ own: isOwn, body, bodyF }) => [isOwn, body, bodyF])).toEqual([
    [true, 'أحسنت', null],
    [false, '{first} طالب مجتهد', '{first} طالبة مجتهدة'],
  ])
  expect((await as(manager)(remarks.bank, bank)).map(({ body }) => body)).toEqual(['{first} طالب مجتهد'])
})

test('who has no remark where others of the class have one is listed as missing, in any language, and as it was once closed', async () => {
  const missing = async (person: Person = manager) =>
    (await as(person)(results.missing, inGrade()))
      .filter((row) => row.remarks > 0)
      .map(({ classRoomId, courseId, remarks: students }) => [classRoomId, courseId, students])
  expect(await missing()).toEqual([])
  const inClass = (await of()).students.length
  await write('يقرأ بطلاقة.')
  await write('She reads fluently.', { about: classmate, language: 'en' })
  expect(await missing()).toEqual([[class4a.id, null, inClass - 2]])
  expect(await missing(supervisor)).toEqual([[class4a.id, null, inClass - 2]])
  await write('خطه جميل.', { by: teacher, courseId: arabic.id })
  expect(await missing(teacher)).toEqual([[class4a.id, arabic.id, inClass - 1]])
  await close()
  await expect(write('', { by: manager, baseVersion: 1 })).rejects.toMatchObject(isClosed)
  expect(await missing()).toEqual([
    [class4a.id, null, inClass - 2],
    [class4a.id, arabic.id, inClass - 1],
  ])
})
