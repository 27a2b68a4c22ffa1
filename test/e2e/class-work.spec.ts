import type { Locator, Page } from '@playwright/test'
import { ask, values } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { pdfOf } from '#test/world/pdf-files.ts'
import { courses } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { shownDay } from '#web/lib/days.ts'
import { choose, openFilters } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { elsewhere } from './others.ts'

const { teacher, supervisor } = people
const { class4a } = classes
const { omar, classmate, unpaidStudent: onlyMine } = students
const nameOf = ({ firstName, middleName, lastName }: typeof omar) => [firstName, middleName, lastName].join(' ')

test('homework is set for a class without one student, found, changed by two people, marked, and removed', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(teacher.phone)
  await page.goto(`/${class4a.id}`)
  await page.getByRole('tab', { name: t('classes.homework') }).click()
  const dialog = page.getByRole('dialog')
  const list = page.getByRole('list', { name: t('settings.homework.list') }).getByRole('listitem')
  const add = dialog.getByRole('button', { name: t('settings.add'), exact: true })
  await expect(list).toHaveCount(6)

  await page.getByRole('button', { name: t('settings.homework.add') }).click()
  await dialog.getByRole('combobox', { name: t('settings.homework.courseId') }).click()
  await expect(page.getByRole('option')).toHaveText([courses.social.name, courses.arabic.name])
  await page.getByRole('option', { name: courses.social.name }).click()
  await add.click()
  await expect(dialog.getByText(t('sentences.Required'))).not.toHaveCount(0)
  await dialog.getByLabel(t('settings.homework.date')).fill('2026-10-12')
  await dialog.getByLabel(t('settings.homework.rate')).fill('٢٥')
  await dialog.getByLabel(t('settings.homework.details')).fill('ارسم خريطة النيل')
  await dialog.getByRole('button', { name: t('work.leaveOut') }).click()
  await dialog.getByRole('checkbox', { name: nameOf(omar) }).uncheck()
  await expect(dialog.getByText(t('work.some').replace('{{count}}', '19').replace('{{all}}', '20'))).toBeVisible()
  await expectAccessible(page)
  await add.click()
  await expect(dialog).toHaveCount(0)
  await expect(list).toHaveCount(7)

  await openFilters(page, t('work.filters'))
  await page.getByLabel(t('work.details')).fill('خريطه النيل')
  await expect(list).toHaveCount(1)
  await page.reload()
  await expect(list).toHaveCount(1)
  await expect(list).toContainText(shownDay('2026-10-12'))
  await expectNoSidewaysScroll(page)

  await test.step('two versions', async () => {
    await list.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
    await dialog.getByLabel(t('settings.homework.rate')).fill('30')
    await elsewhere(house, 'ClassRoomAssignment/UpdateClassRoomAssignment', { id: await idOf(house), rate: 40 })
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog.getByRole('alert')).toContainText('40')
    await dialog.getByRole('button', { name: t('versions.keepMine') }).click()
    await expect(list).toContainText('30')
  })

  await test.step('students whom two people leave out', async () => {
    const workId = await idOf(house)
    const set = () =>
      values(
        house.connection,
        `select student_id from student_homework where homework_id = '${workId}' and removed_at is null order by student_id`,
      )
    const whole = await set()
    const [theirs] = whole.filter((id) => ![omar.id, classmate.id, onlyMine.id].includes(id!))
    await list.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
    await dialog.getByRole('button', { name: t('work.leaveOut') }).click()
    await dialog.getByRole('checkbox', { name: nameOf(onlyMine) }).uncheck()
    const others = whole.filter((id) => id !== theirs)
    await elsewhere(house, 'ClassRoomAssignment/UpdateClassRoomAssignment', { id: workId, studentIds: others })
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toHaveCount(0)
    expect(await set()).toEqual(others.filter((id) => id !== onlyMine.id))
    await elsewhere(house, 'ClassRoomAssignment/UpdateClassRoomAssignment', { id: workId, studentIds: whole })
  })

  await test.step('files over what somebody else has changed', async () => {
    await list.getByRole('button', { name: new RegExp(t('files.change')) }).click()
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'map.pdf', mimeType: 'application/pdf', buffer: pdfOf() })
    await expect(dialog.getByText('map.pdf', { exact: true })).toBeVisible()
    await elsewhere(house, 'ClassRoomAssignment/UpdateClassRoomAssignment', { id: await idOf(house), rate: 35 })
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(page.getByText(t('sentences.Somebody else changed this meanwhile'), { exact: true })).toBeVisible()
    await expect(page.getByRole('listitem', { includeHidden: true }).filter({ hasText: '35' })).not.toHaveCount(0)
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toHaveCount(0)
  })

  await test.step('marks', async () => {
    await list.getByRole('link', { name: new RegExp(t('marks.title')) }).click()
    const rows = page.getByRole('region', { name: t('marks.title') }).getByRole('listitem')
    await expect(rows).toHaveCount(19)
    await page.getByRole('button', { name: t('marks.addStudent') }).click()
    await choose(page, dialog, t('marks.student'), nameOf(omar))
    const sent = page.waitForRequest('**/UpdateClassRoomAssignment')
    await add.click()
    expect(((await sent).postDataJSON() as { baseVersion?: number }).baseVersion).toEqual(expect.any(Number))
    await expect(rows).toHaveCount(20)
    await page.getByRole('textbox', { name: nameOf(classmate) }).click()
    await page.getByRole('button', { name: t('marks.notDelivered') }).click()
    await expect(rows.filter({ hasText: nameOf(classmate) })).toContainText(t('marks.notDelivered'))
    await page.getByRole('textbox', { name: nameOf(omar) }).fill('27')
    await page.getByRole('button', { name: t('marks.next') }).click()
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
    const [stored] = await ask(
      house.connection,
      `select r.result, r.is_delivered delivered, r.delivered_date is not null dated from student_homework r
       join homework h on h.id = r.homework_id where h.details = 'ارسم خريطة النيل' and r.student_id = '${omar.id}'`,
    )
    expect(stored).toEqual({ result: '27.00', delivered: true, dated: true })
    await page.getByRole('button', { name: `${t('marks.deliveredOn')}: ${nameOf(omar)}` }).click()
    await dialog.getByLabel(t('marks.deliveredOn')).fill('2026-10-13')
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(rows.filter({ hasText: nameOf(omar) })).toContainText('2026/10/13')
    await expectAccessible(page)
    await page.getByRole('link', { name: new RegExp(t('classes.homework')) }).click()
    await list
      .filter({ hasText: 'ارسم خريطة النيل' })
      .getByRole('link', { name: new RegExp(t('marks.title')) })
      .click()
    await expect(page.getByRole('textbox', { name: nameOf(omar) })).toHaveValue('27')
    await expect(page.getByText(t('marks.state.changedElsewhere'))).toHaveCount(0)
  })

  await page.getByRole('link', { name: new RegExp(t('classes.homework')) }).click()
  const ours = list.filter({ hasText: 'ارسم خريطة النيل' })
  await ours.getByRole('button', { name: new RegExp(t('settings.remove')) }).click()
  // What goes with it, in numbers.
  await expect(dialog).toContainText('20')
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(list).toHaveCount(6)

  await openFilters(page, t('work.filters'))
  await page.getByLabel(t('work.fromDate'), { exact: true }).fill('2026-01-01')
  await expect(page).toHaveURL(/fromDate=/)
  await page.getByRole('tab', { name: t('classes.exams') }).click()
  await expect(page).toHaveURL(/\?tab=exams$/)

  await ask(house.connection, `update courses set name = name || repeat(' للغات', 12)`)
  await ask(
    house.connection,
    `insert into exams (id, school_id, class_room_id, course_id, month_id, supervisor_id, exam_date, rate, published_at)
     select gen_random_uuid(), school_id, class_room_id, course_id, month_id, supervisor_id, exam_date, rate, null
     from exams where class_room_id = '${class4a.id}' and course_id = '${courses.arabic.id}' limit 1`,
  )
  await page.reload()
  const exams = page.getByRole('list', { name: t('settings.exams.list') }).getByRole('listitem')
  const draft = exams.getByText(t('work.draft')).first()
  await expect(draft).toBeVisible()
  const date = exams.filter({ has: page.getByText(t('work.draft')) }).getByTitle(new RegExp(t('work.by')))
  const [badge, day] = [(await draft.boundingBox())!, (await date.first().boundingBox())!]
  const isApart = badge.x + badge.width <= day.x || day.x + day.width <= badge.x || badge.y + badge.height <= day.y
  expect(isApart, 'the badge of a draft lies over no other column').toBe(true)
  await expectNoSidewaysScroll(page)
})

test('an exam and an activity are set for one student alone, and a student joins an exam @once', async ({
  page,
  house,
  t,
  signIn,
}) => {
  await signIn(supervisor.phone)
  const dialog = page.getByRole('dialog')
  const add = dialog.getByRole('button', { name: t('settings.add'), exact: true })
  const openFirst = async (tab: string) => {
    await page.goto(`/${class4a.id}?tab=${tab}`)
    await page
      .getByRole('link', { name: new RegExp(t('marks.title')) })
      .first()
      .click()
    await expect(page.getByRole('region', { name: t('marks.title') })).toBeVisible()
  }
  const workAlone = async (result: string) => {
    await page.getByRole('button', { name: t('marks.forOne') }).click()
    await choose(page, dialog, t('settings.exams.studentId'), nameOf(omar))
    await dialog.getByLabel(t('settings.exams.result')).fill(result)
    await add.click()
  }

  await openFirst('exams')
  await workAlone('9999')
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.The result is above the full mark'))
  await expectAccessible(page)
  await dialog.getByLabel(t('settings.exams.result')).fill('١٨')
  await add.click()
  await expect(dialog).toHaveCount(0)
  await openFirst('activity')
  await workAlone('4')
  await expect(dialog).toHaveCount(0)
  const alone = await ask(
    house.connection,
    `select total_result result, is_attend came from student_exams r where (select count(*) from student_exams o
       where o.exam_id = r.exam_id) = 1
     union all select result, is_attend from student_activities r where (select count(*) from student_activities o
       where o.activity_id = r.activity_id) = 1`,
  )
  expect(alone).toEqual([
    { result: '18.00', came: true },
    { result: '4.00', came: true },
  ])

  await page.goto(`/${class4a.id}?tab=exams`)
  await openAloneOf(page, t('marks.title'))
  await page.getByRole('button', { name: t('marks.addStudent') }).click()
  await choose(page, dialog, t('marks.student'), nameOf(classmate))
  await add.click()
  await expect(page.getByRole('textbox', { name: nameOf(classmate) })).toHaveValue('')
  await expect(page.getByRole('textbox', { name: nameOf(omar) })).toHaveValue('18')
})

const idOf = async (house: { connection: Parameters<typeof ask>[0] }) =>
  (await ask<{ id: string }>(house.connection, `select id from homework where details = 'ارسم خريطة النيل'`))[0]!.id

/** Opens the work for one student, which is the newest of its day. */
const openAloneOf = (page: Page | Locator, name: string) =>
  page
    .getByRole('link', { name: new RegExp(name) })
    .first()
    .click()
