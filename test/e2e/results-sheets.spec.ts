import type { Locator } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses, grades } from '#test/world/schools.ts'
import { choose } from './choose.ts'
import { fillClass } from './full-class.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paperOf, press } from './paper.ts'
import { giveScheme } from './scheme-of-grade.ts'
import { rowsIn } from './table-files.ts'

const pupils = 24

test('the office sets the columns of its register, prints lists of many courses, and takes the figures as a workbook @once', async ({
  page,
  t,
  house,
  comeAs,
}) => {
  await fillClass(house.connection, pupils)
  await ask(
    house.connection,
    `insert into term_results (school_id, closing_id, student_id, class_room_id, course_id, parts, total, full_mark, percent, band, passed)
     select r.school_id, r.closing_id, r.student_id, r.class_room_id, '${courses.arabic.id}', r.parts, r.total, r.full_mark, r.percent,
       r.band, r.passed
     from term_results r join courses k on k.id = r.course_id where k.name = 'مقرر اللغة العربية والخط'`,
  )
  await comeAs(people.manager.phone)
  await page.goto(`/results?tab=sheets&grade=${grades.grade4.id}`)
  const main = page.locator('main')
  const rows = main.getByRole('table').locator('tbody tr')
  const headings = main.getByRole('columnheader')

  await test.step('a sheet of fourteen courses is no wider than its page', async () => {
    await choose(page, main, `${t('results.class')}:`, classes.class4a.name)
    await expect(rows).toHaveCount(pupils)
    await expectAccessible(page)
    const paper = await paperOf(page)
    await press(main, t('results.sheets.print'))
    const sheet = paper.sheet.locator('article')
    await expect(sheet.locator('tbody tr')).toHaveCount(pupils)
    expect(await sheet.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
    await expect(sheet).toContainText('الشرقاوي السيد الأنصاري')
    const pdf = await page.pdf({ preferCSSPageSize: true })
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    await paper.clear()
  })

  await test.step('the register has the columns of the school', async () => {
    await choose(page, main, t('results.sheets.which'), t('results.sheets.list.register'))
    await choose(page, main, `${t('results.course')}:`, courses.arabic.name)
    await expect(headings.last()).toHaveText(t('results.columns.notes'))
    await main.getByRole('button', { name: t('results.columns.open') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: t('results.columns.notes') }).uncheck()
    await dialog.getByRole('checkbox', { name: t('results.columns.code') }).check()
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('common.save') }).click()
    await expect(dialog).toHaveCount(0)
    await expect(headings.last()).toHaveText(t('results.columns.code'))
    await page.reload()
    await choose(page, main, t('results.sheets.which'), t('results.sheets.list.register'))
    await choose(page, main, `${t('results.course')}:`, courses.arabic.name)
    await expect(headings.last()).toHaveText(t('results.columns.code'))
    await expectNoSidewaysScroll(page)
  })

  await test.step('the workbook has the cells of the screen, numbers as numbers', async () => {
    await expect(rows).toHaveCount(pupils)
    const download = page.waitForEvent('download')
    await main.getByRole('button', { name: t('results.sheets.workbook') }).click()
    const [, ...stored] = await rowsIn(await (await download).path())
    const shown = await rows.evaluateAll((all) =>
      all.map((row) => [...row.querySelectorAll('td')].map((cell) => cell.textContent)),
    )
    expect(stored.slice(0, pupils).map((row) => row.map((cell) => String(cell ?? '')))).toEqual(shown)
    const isNumber = (row: (typeof stored)[number]) => row.filter((cell) => typeof cell === 'number').length
    // The rank, the total and the percent, because parts closed by another scheme have no column in this one.
    expect(Math.min(...stored.slice(0, pupils).map(isNumber))).toBe(3)
  })

  let scheme!: Awaited<ReturnType<typeof giveScheme>>
  await test.step('a mark is stored once its cell is left, and in leaving the grid', async () => {
    scheme = await giveScheme(house)
    await page.goto(`/results?grade=${grades.grade5.id}`)
    const cells = main.getByRole('table').getByRole('textbox')
    const saved = main.getByText(t('marks.allSaved'))
    await expect(saved).toBeVisible()
    await cells.first().fill('7.5')
    await expect(saved).toHaveCount(0)
    await cells.first().press('Enter')
    await expect(saved).toBeVisible()
    await cells.nth(1).fill('8')
    const stored = page.waitForResponse('**/Result/SaveMarks')
    await page.getByRole('link', { name: t('menu.home'), exact: true }).click()
    expect((await stored).status()).toBe(200)
    await page.goto(`/results?grade=${grades.grade5.id}`)
    await expect(cells.first()).toHaveValue('7.5')
    await expect(cells.nth(1)).toHaveValue('8')
  })

  await test.step('without a network marks wait, and are stored once it is back', async () => {
    const cells = main.getByRole('table').getByRole('textbox')
    await page.context().setOffline(true)
    await cells.nth(2).fill('9')
    await cells.nth(2).press('Enter')
    await expect(main.getByText(t('marks.waiting_one').replace('{{count}}', '1'))).toBeVisible()
    await page.context().setOffline(false)
    await expect(main.getByText(t('marks.allSaved'))).toBeVisible()
    await page.reload()
    await expect(cells.nth(2)).toHaveValue('9')
  })

  await test.step('what is no mark is lost only after a question', async () => {
    const cell = main.getByRole('table').getByRole('textbox').first()
    await cell.fill('750')
    const dialog = page.getByRole('dialog')
    for (const leave of [
      () => page.getByRole('tab', { name: t('results.sheets.tab') }).click(),
      () => choose(page, main, `${t('results.class')}:`, classes.class5b.name),
      () => page.getByRole('link', { name: t('menu.home'), exact: true }).click(),
    ]) {
      await leave()
      await expect(dialog).toContainText(t('common.discardAsk'))
      await dialog.getByRole('button', { name: t('common.keepWriting') }).click()
      await expect(cell).toHaveValue('750')
    }
    await page.getByRole('tab', { name: t('results.sheets.tab') }).click()
    await dialog.getByRole('button', { name: t('common.discard') }).click()
    await expect(cell).toHaveCount(0)
  })

  await test.step('a computed mark takes no other one, but a state', async () => {
    await page.goto(`/results?grade=${grades.grade5.id}`)
    const computed = main.getByRole('table').getByRole('combobox').first()
    await computed.selectOption(t('results.state.exempt'))
    await expect(main.getByText(t('marks.allSaved'))).toBeVisible()
    await page.reload()
    await expect(computed).toHaveValue('exempt')
    await expectAccessible(page)
  })

  await test.step('a line that is removed from a scheme takes its numbers along', async () => {
    await page.goto('/settings/results')
    await expect(page).toHaveURL(/[/]results[?]tab=scheme/)
    await main.getByText(t('results.presets.title')).click()
    await main
      .getByRole('button', { name: t('results.presets.take') })
      .first()
      .click()
    const numbers = (label: string) =>
      main.getByLabel(t(label), { exact: true }).evaluateAll((all: HTMLInputElement[]) => all.map(({ value }) => value))
    await expect(main.getByLabel(t('results.part.weight'), { exact: true }).first()).toBeVisible()
    const [weights, from] = [await numbers('results.part.weight'), await numbers('results.schemes.from')]
    for (const remove of ['results.part.remove', 'results.schemes.removeBand'])
      await main.getByRole('button', { name: t(remove).replace('{{nth}}', '1') }).click()
    expect(await numbers('results.part.weight')).toEqual(weights.slice(1))
    expect(await numbers('results.schemes.from')).toEqual(from.slice(1))
  })

  await test.step('a scheme that a colleague stored meanwhile is saved after a choice, and no number that cannot be read', async () => {
    await page.goto('/settings/results')
    const edit = main.getByRole('button', { name: t('results.schemes.edit').replace('{{name}}', scheme.stored.name) })
    await edit.click()
    const weights = main.getByLabel(t('results.part.weight'), { exact: true })
    const save = main.getByRole('button', { name: t('common.save') })
    await weights.first().fill('5O')
    await expect(save).toBeDisabled()
    await weights.first().fill('٥٠')
    await weights.last().fill('50')
    await scheme.storedByColleague()
    await save.click()
    await expect(main.getByRole('alert')).toContainText(t('results.rounding.half'))
    await main.getByRole('button', { name: t('versions.keepMine') }).click()
    await expect(edit).toBeVisible()
    await expect(main.getByText(t('results.schemes.version').replace('{{version}}', '3'))).toBeVisible()
  })

  await test.step('a term that a colleague closes is no change of where schemes apply', async () => {
    let closed = false
    await page.route('**/Result/GetUses', async (route) => {
      const answer = await route.fetch()
      const { uses, ...rest } = (await answer.json()) as { uses: object[] }
      await route.fulfill({ response: answer, json: { ...rest, uses: uses.map((use) => ({ ...use, closed })) } })
    })
    await page.goto('/settings/results')
    const line = main.getByRole('group', { name: t('results.uses.nth').replace('{{nth}}', '1') })
    await expect(line.getByLabel(t('results.uses.full'))).toBeEnabled()
    closed = true
    await main
      .getByRole('button', { name: t('results.schemes.copy').split('{{')[0]!.trim() })
      .first()
      .click()
    await expect(line).toContainText(t('results.uses.closed'))
    await expect(line.getByLabel(t('results.uses.full'))).toBeDisabled()
    await expect(main.getByRole('button', { name: t('common.save') })).toBeDisabled()
    await page.unrouteAll({ behavior: 'wait' })
  })
})

test('what is pressed twice in the results while the first is on its way is sent once @once', async ({
  page,
  t,
  house,
  comeAs,
}) => {
  await fillClass(house.connection, pupils)
  await giveScheme(house)
  await comeAs(people.manager.phone)
  const main = page.locator('main')

  /** Presses a button twice while its call waits; returns how many calls were sent. */
  async function sentByTwo(button: Locator, path: string) {
    let sent = 0
    let go = () => {}
    const released = new Promise<void>((done) => (go = done))
    await page.route(`**/${path}`, async (route) => {
      sent += 1
      await released
      await route.continue()
    })
    const answered = page.waitForResponse(`**/${path}`)
    await button.dispatchEvent('click')
    await expect.poll(() => sent).toBeGreaterThan(0)
    await button.dispatchEvent('click')
    go()
    await answered
    await expect(button.or(page.getByText(t('settings.saved'))).first()).toBeVisible()
    return sent
  }

  await page.goto('/settings/results')
  const copy = main.getByRole('button', { name: t('results.schemes.copy').split('{{')[0]!.trim() }).first()
  expect(await sentByTwo(copy, 'Result/CopyScheme')).toBe(1)

  await page.goto(`/results?tab=close&grade=${grades.grade4.id}`)
  await main.getByLabel(t('results.close.reopenReason')).fill('رصد درجة نُسيت')
  const reopen = main.getByRole('button', { name: t('results.close.reopen') })
  expect(await sentByTwo(reopen, 'Result/Reopen')).toBe(1)

  // No pupil of the test data can get grace marks, so the test puts one into the answered plan.
  let reads = 0
  await page.route('**/Result/GetClosing', async (route) => {
    const answer = await route.fetch()
    const pupil = { studentId: people.manager.id, studentName: 'عمر', courseId: courses.arabic.id, courseName: 'عربي' }
    const open = { ...pupil, total: 48, passMark: 50, points: 2, confirmed: false, exceeded: false }
    const above = { ...open, courseId: courses.science.id, total: 46, points: 4, confirmed: true, exceeded: true }
    // Somebody else keeps saving marks.
    const changing = { plan: `plan ${(reads += 1)}`, passed: 7000 + reads, grace: [open, above] }
    await route.fulfill({ response: answer, json: { ...(await answer.json()), ...changing } })
  })
  await page.goto(`/results?tab=close&grade=${grades.grade5.id}`)
  const confirm = main.getByRole('button', { name: t('results.close.confirmGrace') })
  const box = main.getByRole('checkbox', { name: /48 \+ 2/ })
  await box.check()
  const passed = async () => Number(await main.getByText(/^7\d{3}$/).textContent())
  const before = await passed()
  expect(await sentByTwo(confirm, 'Result/ConfirmGrace')).toBe(1)
  await expect.poll(passed).toBeGreaterThan(before)
  await expect(box).toBeChecked()
  await expect(main.getByText(t('results.close.graceExceeded'))).toHaveCount(1)
  await page.unrouteAll({ behavior: 'wait' })
})
