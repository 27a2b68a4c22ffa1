import type { Browser, Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses } from '#test/world/schools.ts'
import { shownDay } from '#web/lib/days.ts'
import { liveOnTestDay, speakAsChosen } from './visitor.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paste } from './paste.ts'

const { teacher, supervisor } = people
const { class4a, class4b } = classes
type House = { url: string; connection: Parameters<typeof ask>[0] }

test('thirty marks take ninety keys or one paste, are checked as typed, and reckoned at once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const examId = await examOfThirty(house)
  const keys = await countKeys(page)
  await comeAs(teacher.phone)
  await page.goto(`/${class4a.id}?tab=exams`)
  await page
    .getByRole('list', { name: t('settings.exams.list') })
    .getByRole('listitem')
    .filter({ hasText: shownDay('2026-01-20') })
    .getByRole('link', { name: new RegExp(t('marks.title')) })
    .click()
  const cells = page.getByRole('region', { name: t('marks.title') }).getByRole('textbox')
  await expect(cells).toHaveCount(30)
  await expect(figure(page, t('marks.missing'))).toHaveText('30')

  const marks = Array.from({ length: 30 }, (_, i) => 10 + ((i * 7) % 31))
  await test.step('one value, as a share, for all that are empty, and back', async () => {
    await page.getByRole('button', { name: t('marks.fill') }).click()
    const dialog = page.getByRole('dialog', { name: t('marks.fill') })
    await dialog.getByLabel(t('fill.value')).fill('120%')
    await dialog.getByRole('button', { name: t('fill.submit_other').split('{{')[0]!.trim() }).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('fill.wrong'))
    await dialog.getByLabel(t('fill.value')).fill('50%')
    await dialog.getByRole('button', { name: t('fill.submit_other').split('{{')[0]!.trim() }).click()
    await expect(cells.nth(29)).toHaveValue('20')
    await cells.first().focus()
    await page.getByRole('button', { name: t('marks.undo') }).click()
    await expect(cells.nth(29)).toHaveValue('')
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
  })
  await test.step('typed', async () => {
    await cells.first().focus()
    for (const mark of marks) {
      await page.keyboard.type(String(mark))
      await page.keyboard.press('Enter')
    }
    expect(await keys()).toBeLessThanOrEqual(90)
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
    expect(await storedIn(house, examId)).toEqual(marks)
    await expectFigures(page, t, marks, 40)
  })

  await test.step('refused, restored, absent, in any digits', async () => {
    await cells.nth(0).focus()
    await page.keyboard.type('41')
    await page.keyboard.press('Enter')
    await expect(cells.nth(0)).toBeFocused()
    await expect(cells.nth(0)).toHaveAttribute('aria-invalid', 'true')
    await expect(page.getByRole('alert')).toHaveText(t('sentences.The result is above the full mark'))
    await expectAccessible(page)
    await cells.nth(0).evaluate(restoreAndGoOn)
    await expect(cells.nth(0)).toHaveValue('10')
    await expect(cells.nth(1)).toBeFocused()
    await page.keyboard.type('٣٩٫٥')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.type(t('marks.letter'))
    await page.keyboard.press('Enter')
    await page.keyboard.press('Delete')
    await page.keyboard.press('ArrowUp')
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
    await page.reload()
    await expect(cells.nth(1)).toHaveValue('39.5')
    await expect(cells.nth(2)).toHaveValue(t('marks.letter'))
    await expect(cells.nth(3)).toHaveValue('')
    await expect(figure(page, t('marks.missing'))).toHaveText('1')
    const [absent] = await ask<{ result: string; came: boolean }>(
      house.connection,
      `select total_result result, is_attend came from student_exams where exam_id = '${examId}' and is_attend = false`,
    )
    expect(absent).toEqual({ result: '0.00', came: false })
  })

  await test.step('pasted', async () => {
    const pasted = marks.map((mark) => 40 - mark)
    await cells.first().focus()
    await paste(
      cells.first(),
      pasted.map((mark) => [String(mark).replace(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)]),
    )
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
    expect(await storedIn(house, examId)).toEqual(pasted)
    await expectFigures(page, t, pasted, 40)
    await page.keyboard.press('Control+z')
    await expect(cells.nth(1)).toHaveValue('39.5')
    await expect(cells.nth(2)).toHaveValue(t('marks.letter'))
    await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
  })
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('two people mark one class: each sees the other, and in one cell the slower one has to choose @once', async ({
  page,
  context,
  browser,
  house,
  t,
  language,
  comeAs,
}) => {
  const examId = await examOfThirty(house)
  const address = `/${class4a.id}?tab=exams&work=${examId}`
  const other = await signedInElsewhere(browser, house, language, supervisor.phone)
  await comeAs(teacher.phone)
  await page.goto(address)
  await other.goto(address)
  const cell = (on: Page, nth: number) => on.locator('ol input').nth(nth)
  await expect(cell(other, 0)).toBeVisible()

  await cell(page, 0).fill('15')
  await cell(page, 0).press('Enter')
  await expect(cell(other, 0)).toHaveValue('15')

  await cell(other, 1).focus()
  await other.keyboard.type('1')
  await cell(page, 1).fill('17')
  await cell(page, 1).press('Enter')
  await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
  await other.keyboard.type('8')
  await other.keyboard.press('Enter')
  const question = other.getByRole('alert')
  await expect(question).toContainText('18')
  await expect(question).toContainText('17')
  await expectAccessible(other)
  await question.getByRole('button').first().click()
  await expect(cell(page, 1)).toHaveValue('18')
  expect((await storedIn(house, examId)).slice(0, 2)).toEqual([15, 18])

  await context.setOffline(true)
  await cell(page, 2).fill('20')
  await cell(page, 2).press('Enter')
  await expect(page.getByText(t('marks.waiting_one').replace('{{count}}', '1'))).toBeVisible()
  const leave = [
    () => page.getByRole('link', { name: new RegExp(t('classes.exams')) }).click(),
    async () => {
      await page.getByRole('button', { name: t('header.account') }).click()
      await page.getByRole('menuitem', { name: t('header.logout') }).click()
    },
  ]
  for (const tryToLeave of leave) {
    await tryToLeave()
    await expect(page.getByRole('dialog')).toContainText(t('marks.leaveMeans'))
    await page.getByRole('button', { name: t('common.cancel') }).click()
  }
  await context.setOffline(false)
  await expect(page.getByText(t('marks.allSaved'))).toBeVisible()
  await expect(cell(other, 2)).toHaveValue('20')
  await page.getByRole('link', { name: new RegExp(t('classes.exams')) }).click()
  await expect(page.getByRole('tab', { name: t('classes.exams') })).toBeVisible()

  await page.locator(`a[href*="${examId}"]`).first().click()
  await cell(page, 3).fill('16')
  await page.goBack()
  await expect(page.getByRole('tab', { name: t('classes.exams') })).toBeVisible()
  await expect.poll(async () => (await storedIn(house, examId))[3]).toBe(16)
})

/** Sets an exam of 40 now for class 4A, which has thirty students for it. */
async function examOfThirty(house: House): Promise<string> {
  await ask(
    house.connection,
    `update students set class_room_id = '${class4a.id}' where id in
      (select id from students where class_room_id = '${class4b.id}' and active order by id limit 10)`,
  )
  const token = await tokenOf(house, teacher.phone)
  const { coursesMonthes } = await called<{ coursesMonthes: { id: string }[] }>(
    house,
    'Exams/GetInitailData',
    { schoolId: class4a.schoolId },
    token,
  )
  const { id } = await called<{ id: string }>(
    house,
    'Exams/AddNewExam',
    {
      classRoomId: class4a.id,
      courseId: courses.arabic.id,
      monthId: coursesMonthes[0]!.id,
      examDate: '2026-01-20',
      rate: 40,
    },
    token,
  )
  return id
}

const tokenOf = async (house: House, phoneNumber: string) =>
  (await called<{ token: string }>(house, 'API/Identity/Login', { phoneNumber, password: 'kashkool' })).token

/** The stored marks, in the order in which the server lists the students. */
async function storedIn(house: House, examId: string) {
  const token = await tokenOf(house, teacher.phone)
  const rows = await called<{ totalResult: number | null }[]>(
    house,
    'ClassRoomStudentExam/GetStudentExamsList',
    { examId, pageSize: 200 },
    token,
  )
  return rows.map(({ totalResult }) => totalResult)
}

/** A second browser with its own session. */
async function signedInElsewhere(browser: Browser, house: House, language: string, phoneNumber: string) {
  const context = await browser.newContext({ baseURL: house.url, viewport: { width: 1280, height: 800 } })
  await liveOnTestDay(context)
  await speakAsChosen(context, language)
  const answer = await context.request.post('/API/Identity/Login', { data: { phoneNumber, password: 'kashkool' } })
  expect(answer.ok()).toBe(true)
  await context.addCookies([{ name: 'kashkool-in', value: '1', url: house.url }]) // as after a sign-in on the page
  return context.newPage()
}

/** Counts the keys pressed inside the page from now on. */
async function countKeys(page: Page) {
  await page.addInitScript(() => {
    const counted = globalThis as never as { keys: number }
    counted.keys = 0
    addEventListener('keydown', () => counted.keys++, true)
  })
  return () => page.evaluate(() => (globalThis as never as { keys: number }).keys)
}

const figure = (page: Page, label: string) => page.locator('dl > div').filter({ hasText: label }).locator('dd')

/** Expects on the screen the figures computed here from the marks. */
async function expectFigures(page: Page, t: (key: string) => string, marks: number[], fullMark: number) {
  const sorted = [...marks].sort((a, b) => a - b)
  const middle = (sorted[(marks.length - 1) >> 1]! + sorted[marks.length >> 1]!) / 2
  const mean = marks.reduce((sum, mark) => sum + mark, 0) / marks.length
  const passed = marks.filter((mark) => mark / fullMark >= 0.5).length
  await expect(figure(page, t('marks.mean'))).toHaveText(String(Math.round(mean * 10) / 10))
  await expect(figure(page, t('marks.median'))).toHaveText(String(middle))
  await expect(figure(page, t('marks.passRate'))).toHaveText(`${Math.round((passed / marks.length) * 100)}%`)
  await expect(figure(page, t('marks.missing'))).toHaveText('0')
}

/** As fast as a teacher types on a busy computer: both keys before the page does anything else. */
function restoreAndGoOn(cell: Element) {
  for (const key of ['Escape', 'ArrowDown'])
    cell.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
}
