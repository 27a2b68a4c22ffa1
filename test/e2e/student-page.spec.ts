import { today } from '#test/world/clock.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { elsewhere } from './others.ts'
import { openPart, openSheet, partsOf } from './student-page.ts'

const { manager, parent, teacher } = people
const { omar } = students

test('a manager sees on one page what has happened, calls a guardian, and reaches every form of the student', async ({
  page,
  house,
  t,
  narrow,
  comeAs,
}) => {
  await elsewhere(house, 'Attendance/SaveAttendance', {
    classRoomId: omar.classRoomId,
    date: today,
    studentsAttenndaceList: [{ studentId: omar.id, state: 'absent' }],
  })
  await elsewhere(house, 'Absence/NoteCall', { studentId: omar.id, outcome: 'noAnswer' })
  await elsewhere(house, 'Paper/Issue', { schoolId: omar.schoolId, kind: 'enrolment', studentIds: [omar.id] })
  await comeAs(manager.phone)
  await page.goto(`/students/${omar.id}`)
  const main = page.getByRole('main')

  await test.step('the banner says who it is and whom to call, and stays at a desk', async () => {
    await expect(main.getByRole('heading', { level: 1 })).toHaveText('عمر كريم الجندي')
    await expect(main.getByText(omar.code)).toBeVisible()
    const call = main.locator(`a[href="tel:${parent.phone}"]`).first()
    await expect(call).toBeVisible()
    await expect(call).toContainText(t('reference.relations.father'))
    await expect(main.getByRole('list', { name: t('student.guardians') })).toContainText(t('parentRights.fetch.yes'))
    await page.evaluate(() => window.scrollTo(0, 600))
    if (!narrow) await expect(call).toBeInViewport({ ratio: 1 })
    await page.evaluate(() => window.scrollTo(0, 0))
  })

  await test.step('the day is told: the absence, the call, the paper', async () => {
    const day = main.locator('ol > li').first()
    await expect(day).toContainText(t('attendance.absent'))
    await expect(day).toContainText(t('student.happened.call'))
    await expect(day).toContainText(t('student.state.noAnswer'))
    await expect(day).toContainText(t('papers.kind.enrolment'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('what is shown changes only behind a pencil, and Back closes its sheet', async () => {
    await openPart(page, t, t('student.file'))
    await expect(main.getByRole('textbox')).toHaveCount(0)
    const sheet = await openSheet(page, t, /عمر/)
    await expect(sheet.getByLabel(t('settings.students.firstName'))).toHaveValue(omar.firstName)
    await expectAccessible(page)
    await page.goBack()
    await expect(sheet).toHaveCount(0)
    await expect(partsOf(page, t('children.tabs')).filter({ hasText: t('student.file') })).toHaveAttribute(
      'aria-current',
      'page',
    )
  })

  await test.step('"…" opens the form of what is done to a student', async () => {
    const dialog = page.getByRole('dialog')
    for (const [action, words] of [
      ['transfer', t('settings.students.moveHint')],
      ['leave', t('settings.students.leaveMeans')],
      ['merge', t('merge.find')],
      ['deactivate', t('settings.students.stateMeans')],
    ] as const) {
      await page.getByRole('button', { name: t('actions.more') }).click()
      await page.getByRole('menuitem', { name: t(`actions.of.${action}.name`) }).click()
      await expect(dialog).toBeVisible()
      await expect(dialog.getByText(words).or(dialog.getByLabel(words)).first()).toBeVisible()
      await page.goBack()
      if (action === 'transfer' && (await dialog.count()) > 0) await page.goBack()
      await expect(dialog).toHaveCount(0)
    }
  })
})

test('every older address of a student leads to its part of the page', async ({ page, t, comeAs }) => {
  const isOpen = async (part: string, tab?: string) => {
    for (const [name, open] of [[t('children.tabs'), part], ...(tab ? [[part, tab]] : [])] as const)
      await expect(partsOf(page, name!).filter({ hasText: open! })).toHaveAttribute('aria-current', 'page')
  }
  await comeAs(manager.phone)
  const staff = `/child?student=${omar.id}&view=staff`
  for (const [address, part, tab] of [
    [staff, t('student.overview')],
    [`${staff}&tab=attendance`, t('classes.attendance')],
    [`${staff}&tab=homework`, t('student.learning'), t('classes.homework')],
    [`${staff}&tab=numbers`, t('student.learning'), t('numbers.title')],
    [`${staff}&tab=conduct`, t('student.conduct'), t('children.conduct')],
    [`/students?student=${omar.id}`, t('student.file'), t('student.general')],
    [`/settings/students?student=${omar.id}`, t('student.file'), t('student.general')],
    [`/settings/students?student=${omar.id}&part=record`, t('student.file'), t('children.record')],
  ] as const) {
    await page.goto(address)
    await expect(page).toHaveURL(new RegExp(`/students/${omar.id}`))
    await isOpen(part, tab)
  }
  expect(await page.title()).not.toContain(omar.firstName)
})

test('a teacher reads of a student the parts of the own work, and no guardian', async ({ page, t, comeAs }) => {
  await comeAs(teacher.phone)
  await page.goto(`/students/${omar.id}`)
  await expect(partsOf(page, t('children.tabs'))).toHaveText([
    t('student.overview'),
    t('classes.attendance'),
    t('student.learning'),
    t('student.conduct'),
  ])
  await expect(page.getByRole('main').locator('a[href^="tel:"]')).toHaveCount(0)
  await expect(page.getByRole('list', { name: t('student.guardians') })).toHaveCount(0)
})
