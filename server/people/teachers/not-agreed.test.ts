import { expect, test } from 'vitest'
import { desk } from '#contract/teaching/absence/desk.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { home } from '#contract/overviews/home/home.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { teachers } from '#contract/people/teachers/teachers.ts'
import { classTeaching, teacherCourses } from '#contract/people/teachers/teaching.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { sqlIn } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const sql = sqlIn(connection)
const { manager, newcomer, nile, nileYear, class4a, science, delta } = world
const { id: teacherId, firstName, middleName, lastName } = newcomer
const schoolId = nile.id
const course = { teacherId, schoolId, courseId: science.id }
const taught = { teacherId, courseId: science.id, classRoomId: class4a.id }

const { id: promotionId } = await as(manager)(promotions.start, {
  schoolId,
  fromYearId: nileYear.id,
  toYearName: 'العام القادم',
})
for (const table of ['attendance_marks', 'attendance_sheets'])
  await sql(`delete from ${table} where class_room_id = $1 and date = $2`, [class4a.id, today])

/** The places where the school reads the name of a teacher who teaches one class and supervises another. */
async function names() {
  const ask = as(manager)
  const chosen = (list: { id: string; name: string }[]) => list.find(({ id }) => id === teacherId)?.name
  const [ofCourses] = await ask(teacherCourses.list, { teacherId, schoolId })
  const [ofClasses] = await ask(classTeaching.list, { teacherId })
  const { classes: atHome } = await ask(home.school, { schoolId })
  const { missing } = await ask(desk.get, { schoolId })
  const { fromClasses } = await ask(promotions.get, { promotionId })
  const ofClass = (list: { id: string; supervisorName: string | null }[]) =>
    list.find(({ id }) => id === class4a.id)?.supervisorName
  return {
    examForm: chosen((await ask(exams.formData, { schoolId })).supervisors),
    classForm: chosen((await ask(classSettings.formData, { schoolId })).supervisors),
    courses: ofCourses?.teacherName,
    course: (await ask(teacherCourses.get, course)).teacherName,
    classes: ofClasses?.teacherName,
    class: (await ask(classTeaching.get, taught)).teacherName,
    supervised: (await ask(classes.get, { classRoomId: class4a.id })).supervisorName,
    listed: ofClass(await ask(classes.list, { schoolId })),
    atHome: ofClass(atHome),
    atDesk: missing.find(({ classRoomId }) => classRoomId === class4a.id)?.supervisorName,
    inNextYear: fromClasses.find(({ id }) => id === class4a.id)?.supervisorName,
  }
}

test('a teacher who has not agreed yet is named as they were invited, wherever the school plans with them', async () => {
  await as(manager)(teachers.link, { schoolId, teacherId })
  await as(manager)(teacherCourses.add, course)
  await as(manager)(classTeaching.add, taught)
  await as(manager)(classSettings.update, { id: class4a.id, supervisorId: teacherId })
  // An answer to another school has no effect on this one.
  await sql('insert into school_teachers (school_id, teacher_id, accepted_at) values ($1, $2, now())', [
    delta.id,
    teacherId,
  ])
  const before = await names()
  expect(new Set(Object.values(before))).toEqual(new Set([`${firstName} ${lastName}`]))

  await sql('update school_teachers set accepted_at = now() where teacher_id = $1', [teacherId])
  const whole = `${firstName} ${middleName} ${lastName}`
  expect(await names()).toEqual(Object.fromEntries(Object.keys(before).map((where) => [where, whole])))
})
