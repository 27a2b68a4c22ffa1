import { beforeEach, expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { classMarks } from '#contract/teaching/exams/class-marks.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { home } from '#contract/overviews/home/home.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { search } from '#contract/overviews/search/search.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { years } from '#contract/school/years/years.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { promoting } from '#test/harness/promoting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, parent, nile, nileYear, class4a, grade4, grade5, omar } = world
const { sql, work, anew, start, rowsOf, allUp, done } = promoting(app)
work()
beforeEach(anew)

const nextYear = 'العام التالي'
const schoolId = nile.id
const inClass = { classRoomId: class4a.id, yearId: nileYear.id }
/** The next year becomes current today, so the days of the old year end yesterday. */
const days = { dateTo: daysFrom(today, -1) }

/** What people read of an old year's class and of its student, without what they may still change. */
async function oldYear(paperIds: string[]) {
  const read = as(manager)
  const listed = await read(exams.list, { classRoomId: class4a.id, yearId: nileYear.id, pageSize: 200 })
  const marks = []
  for (const courseId of new Set(listed.map((exam) => exam.courseId)))
    marks.push(await read(classMarks.get, { ...inClass, courseId }))
  return {
    registers: await read(attendance.list, { ...inClass, ...days, pageSize: 200 }),
    days: await read(attendance.sheets, { ...inClass, ...days, pageSize: 200 }),
    exams: listed.map(({ may: _, ...exam }) => exam),
    marks: marks.map(({ exams: of, students }) => [
      of,
      students.filter(({ results }) => results.some((result) => result !== null)),
    ]),
    notes: await read(notes.list, { ...inClass, ...days, pageSize: 200 }),
    ofStudent: await read(studentExams.list, { studentId: omar.id, pageSize: 200 }),
    asParent: await as(parent)(attendance.list, { studentId: omar.id, yearId: nileYear.id, ...days, pageSize: 200 }),
    papers: (await read(papers.own, { studentId: omar.id })).filter(({ id }) => paperIds.includes(id)),
  }
}

/** The years that classes with this name show in every list that contains them, and the old one among them. */
async function shownYears() {
  const { name } = class4a
  const list = await as(manager)(classes.list, { schoolId })
  const found = await as(manager)(search.find, { schoolId, text: name })
  const atHome = await as(manager)(home.school, { schoolId })
  const named = (rooms: readonly { name: string; otherYearName: string | null }[]) =>
    new Set(rooms.flatMap((room) => (room.name === name ? [room.otherYearName] : [])))
  const old = await as(manager)(classes.get, { classRoomId: class4a.id })
  const forms = [
    await as(manager)(exams.formData, { schoolId }),
    await as(manager)(classTeaching.formData, { schoolId }),
  ]
  const [examForm, teachingForm] = forms.map(({ classRooms }) => named(classRooms.filter(({ active }) => active)))
  return {
    examForm,
    teachingForm,
    list: named(list.filter(({ active }) => active)),
    search: named(found.classes),
    home: named(
      atHome.classes.map(({ id, name: ofClass }) => ({
        name: ofClass,
        otherYearName: atHome.otherYears.find(({ classIds }) => classIds.includes(id))?.name ?? null,
      })),
    ),
    old: old.otherYearName,
  }
}

/** What a paper of the student would state if it were issued now. */
async function stated(kind: 'enrolment' | 'studentCard' | 'conduct' | 'leaving', { id }: { id: string } = omar) {
  const { paperIds } = await as(manager)(papers.issue, { schoolId, kind, studentIds: [id] })
  return (await as(manager)(papers.print, { schoolId, paperIds }))[0]!.content
}

const everywhere = (shown: (string | null)[], old: string | null) => {
  const seen = new Set(shown)
  return { list: seen, search: seen, home: seen, examForm: seen, teachingForm: seen, old }
}

test('the old year reads as before once everybody has moved, and after it is closed and the next one is current', async () => {
  const { paperIds } = await as(manager)(papers.issue, { schoolId, kind: 'enrolment', studentIds: [omar.id] })
  const before = await oldYear(paperIds)
  for (const [what, rows] of Object.entries(before)) expect([what, rows.length > 0]).toEqual([what, true])
  expect(await shownYears()).toEqual(everywhere([null], null))

  const draft = await start()
  await allUp(draft.id)
  await done(draft.id)
  expect(await oldYear(paperIds)).toEqual(before)
  expect(await shownYears()).toEqual(everywhere([null, nextYear], null))
  const [oldPlace, newPlace] = [
    { yearName: draft.fromYearName, gradeName: grade4.name },
    { yearName: nextYear, gradeName: grade5.name },
  ]
  for (const kind of ['enrolment', 'studentCard'] as const) expect(await stated(kind)).toMatchObject(newPlace)
  expect(await stated('conduct')).toMatchObject({ ...oldPlace, classRoomName: class4a.name })

  await as(manager)(years.complete, { schoolYearId: nileYear.id })
  expect(await oldYear(paperIds)).toEqual(before)

  await as(manager)(years.activate, { schoolYearId: draft.toYearId })
  expect(await oldYear(paperIds)).toEqual(before)
  expect(await shownYears()).toEqual(everywhere([null], draft.fromYearName))
  for (const kind of ['enrolment', 'studentCard', 'conduct'] as const)
    expect(await stated(kind)).toMatchObject(newPlace)
})

test('who left with the year gets a leaving certificate', async () => {
  const [{ id: promotionId }] = await sql(`select id from promotions where state = 'done'`)
  const leavers = await rowsOf(promotionId, { show: 'leave' })
  const studentIds = leavers.map(({ studentId }) => studentId)
  const { students } = await as(manager)(papers.plan, { schoolId, kind: 'leaving' })
  expect(students.map(({ studentId }) => studentId)).toEqual(expect.arrayContaining(studentIds))
  const { issued } = await as(manager)(papers.issue, { schoolId, kind: 'leaving', studentIds })
  expect(issued).toBe(studentIds.length)
  const { fromYearName } = await as(manager)(promotions.get, { promotionId })
  expect(await stated('leaving', { id: studentIds[0]! })).toMatchObject({ yearName: fromYearName })
})
