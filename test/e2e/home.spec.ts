import type { Locator } from '@playwright/test'
import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { expectFewRequests } from './counted.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { countTaps } from './taps.ts'

const { admin, manager, teacher, parent, supervisor } = people
const { class4a, class4b } = classes

test('a manager reads the day of the school at once, and follows it while it is open @once', async ({
  page,
  house,
  t,
  signIn,
}) => {
  const paths: string[] = []
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  // The name of a course may be longer than its card.
  await ask(
    house.connection,
    `update courses set name = name || repeat(' للغات', 12) where school_id = '${schools.nile.id}'`,
  )
  await signIn(manager.phone)
  const registers = page.getByRole('region', { name: t('home.registers') })
  await expect(registers).toContainText('0/6')
  await expect(registers.getByRole('link', { name: class4a.name })).toBeVisible()
  await expect(page.getByRole('region', { name: t('home.absentToday') })).toContainText(t('home.noRegisterYet'))
  const waiting = page.getByRole('region', { name: t('home.waiting') })
  await expect(waiting.getByRole('link').first()).toBeVisible()
  await expect(page.getByRole('row', { name: class4a.name })).toBeVisible()
  expect(paths.filter((path) => path === '/Home/GetSchoolHome')).toHaveLength(1)
  expect(paths.filter((path) => /GetSchoolClasses|GetSheets/.test(path))).toEqual([])
  await expectNoSidewaysScroll(page)

  await test.step('a register that is taken elsewhere appears by itself, with whom to call', async () => {
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
      phoneNumber: supervisor.phone,
      password: 'kashkool',
    })
    const students4a = [{ studentId: students.omar.id, state: 'absent' }]
    await called(
      house,
      'Attendance/SaveAttendance',
      { classRoomId: class4a.id, date: today, studentsAttenndaceList: students4a },
      token,
    )
    await expect(registers).toContainText('1/6')
    const absent = page.getByRole('region', { name: t('home.absentToday') })
    await expect(absent.getByRole('link', { name: students.omar.firstName }).first()).toBeVisible()
    await expect(absent.locator('a[href^="tel:"]')).toHaveCount(1)
  })
  await expectFewRequests(page)
})

test('a visitor waits for few files @once', ({ page }) => expectFewRequests(page, { requests: 11, scripts: 3 }))

test('a teacher sees the own classes first and is one tap from the register', async ({ page, t, signIn }) => {
  const paths: string[] = []
  await signIn(teacher.phone)
  await expect(page.getByRole('heading', { name: t('home.unmarked') })).toBeVisible()
  page.on('request', (request) => paths.push(new URL(request.url()).pathname))
  const taps = await countTaps(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: t('home.unmarked') })).toBeVisible()
  expect(paths.filter((path) => path.startsWith('/Home/'))).toHaveLength(1)
  expect(paths.filter((path) => /GetSchoolClasses|GetSheets|School\/GetAll/.test(path))).toEqual([])
  await test.step('the active schools stand below, and are fetched when they are opened', async () => {
    const list = page.locator('main details').filter({ has: page.getByText(t('schools.title'), { exact: true }) })
    await list.locator('summary').click()
    await expect(list.getByRole('link', { name: schools.delta.name })).toBeVisible()
    await list.locator('summary').click()
  })
  taps.reset()
  await page.getByRole('main').getByRole('link', { name: class4b.name }).first().click()
  await expect(page.getByRole('button', { name: t('attendance.confirm') })).toBeVisible()
  expect(taps.count()).toBe(1)
  await expectFewRequests(page)
})

test('a payment is decided on the home of the platform in two clicks @once', async ({ page, t, signIn }) => {
  const taps = await countTaps(page)
  await signIn(admin.phone)
  const waiting = page.locator('[data-list=payments]')
  const approve = waiting.getByRole('button', { name: t('payments.approve') })
  await expect(approve).toBeVisible()
  taps.reset()
  await approve.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('payments.approve') })
    .click()
  // In the place of the payments, and under their number.
  await expect(page.getByText(t('payments.noneWaits'))).toHaveCount(2)
  expect(taps.count()).toBe(2)
})

test('a card of a child names it once, and says the month and the day in words', async ({ page, t, signIn }) => {
  await signIn(parent.phone)
  const card = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: students.omar.firstName }) })
  await expect(
    card
      .getByText(t('days.tomorrow'))
      .or(card.getByText(t('days.today')))
      .first(),
  ).toBeVisible()
  await expect(card.getByRole('link', { name: /\d+\/\d+/ }).first()).toBeVisible()
  const seen = await card.first().evaluate((element, name) => {
    const shown = [...element.querySelectorAll('bdi')].filter((one) => one.textContent?.includes(name))
    return shown.filter((one) => !one.closest('.sr-only')).length
  }, students.omar.firstName)
  expect(seen).toBe(1)
  await expectFewRequests(page)
})

test('the figures of a parent and of the platform stand in one line on the narrowest screen', async ({
  page,
  t,
  signIn,
  signOut,
}) => {
  await page.setViewportSize({ width: 320, height: 740 })
  /** Where texts begin and end in the direction of the page, and their tops. */
  const places = (texts: Locator) =>
    texts.evaluateAll((all) =>
      all.map((one) => {
        const { left, right, top } = one.getBoundingClientRect()
        const [start, end] = document.dir === 'rtl' ? [innerWidth - right, left] : [left, innerWidth - right]
        return { start: Math.round(start), end: Math.round(end), top: Math.round(top) }
      }),
    )
  await signIn(parent.phone)
  const marks = page.getByRole('region', { name: new RegExp(`^${t('today.marks')}: `) }).first()
  await expect(marks).toBeVisible()
  const [line] = await places(marks.getByRole('link'))
  const figures = await places(marks.locator('bdi').filter({ hasText: /^\d+(\.\d+)?\/\d+$/ }))
  expect(figures.length).toBeGreaterThan(1)
  const padding = 12
  for (const { end } of figures) expect(end).toBe(line!.end + padding)
  await signOut()

  await signIn(admin.phone)
  const tile = (title: string) =>
    page
      .getByRole('region', { name: t(title), exact: true })
      .first()
      .locator('bdi')
      .first()
  const [waiting, submitted] = [tile('home.paymentsWaiting'), tile('home.newSchools')]
  await expect(waiting.and(page.getByText(/^\d+$/))).toBeVisible()
  expect((await places(waiting))[0]!.top).toBe((await places(submitted))[0]!.top)
  const amount = page.getByText(t('settings.payment.transferAmount'), { exact: true }).first()
  const [label, figure] = [await places(amount), await places(amount.locator('+ span').locator('bdi'))]
  expect(figure[0]!.start).toBe(label[0]!.start)
})

test('everything of the school is found by keys from anywhere @once', async ({ page, t, signIn, narrow }) => {
  await signIn(manager.phone)
  await expect(page.getByRole('button', { name: t('finder.open') })).toBeVisible()
  if (narrow) await page.getByRole('button', { name: t('finder.open') }).click()
  else await page.keyboard.press('Control+KeyK')
  const field = page.getByRole('combobox', { name: t('finder.title') })
  let mayFail = () => {}
  const failing = new Promise<void>((resolve) => (mayFail = resolve))
  await page.route('**/Search/Find', async (route) => {
    await failing
    await route.fulfill({
      status: 500,
      contentType: 'application/problem+json',
      body: '{"detail":"Something went wrong"}',
    })
  })
  await field.fill(students.omar.firstName)
  const finder = page.getByRole('dialog', { name: t('finder.title') })
  await expect(finder.getByText(t('common.loading'))).toBeVisible()
  mayFail()
  await expect(finder.getByRole('alert')).toBeVisible()
  await expectAccessible(page)
  await page.unroute('**/Search/Find')
  await finder.getByRole('button', { name: t('common.tryAgain') }).click()
  await expect(page.getByRole('option', { name: students.omar.firstName }).first()).toBeVisible()
  await expectAccessible(page)
  await field.fill('4أ')
  await page.getByRole('option', { name: `${t('finder.take')} ${class4a.name}` }).click()
  await expect(page.getByRole('button', { name: t('attendance.confirm') })).toBeVisible()

  if (narrow) return
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/GetClassRoomStudents', async (route) => {
    await answered
    await route.continue()
  })
  const { firstName, middleName, lastName } = students.omar
  const omar = page.getByText([firstName, middleName, lastName].join(' '))
  await expect(omar.first()).toBeVisible()
  await page.keyboard.press('Control+KeyK')
  await field.fill('4ب')
  await page.getByRole('option', { name: `${t('finder.take')} ${class4b.name}` }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(class4b.name)
  await expect(omar).toHaveCount(0) // no student of one class under the name of another
  answer()
  await expect(page.getByRole('button', { name: t('attendance.confirm') })).toBeVisible()

  await page.keyboard.press('?')
  await expect(page.getByRole('dialog', { name: t('help.title').replace('{{screen}}', class4b.name) })).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+KeyK')
  await field.fill(t('settings.menu.grades'))
  await expect(page.getByRole('option')).toHaveText([t('settings.menu.grades')])
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/settings/grade')
})

test('a verb and a name open the form, what was opened last comes first, and what is not found leads on @once', async ({
  page,
  t,
  signIn,
  narrow,
}) => {
  const { id, firstName, middleName, lastName } = students.omar
  const name = [firstName, middleName, lastName].join(' ')
  const field = page.getByRole('combobox', { name: t('finder.title') })
  const options = page.getByRole('option')
  const search = async () => {
    const opener = page.getByRole('button', { name: t('finder.open') })
    await expect(opener).toBeVisible()
    if (narrow) await opener.click()
    else await page.keyboard.press('Control+KeyK')
    await expect(field).toBeVisible()
  }
  await signIn(manager.phone)
  await search()
  const transfer = `${t('actions.of.transfer.name')} · ${name}`
  for (const verb of ['transfer', 'نقل']) {
    await field.fill(`${verb} ${firstName}`)
    await expect(options.first()).toContainText(transfer)
  }
  await field.press('Enter')
  await expect(page).toHaveURL(`/students/${id}?view=staff&tab=file&open=class`)
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(options.filter({ hasText: class4b.name })).toBeVisible()
  await page.keyboard.press('Escape') // the classes
  await expect(options).toHaveCount(0)
  await page.keyboard.press('Escape') // the form
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)

  await search()
  await expect(options.first()).toContainText(name)
  await expectAccessible(page)
  await field.fill('شهادة قيد')
  await field.press('Enter')
  await expect(field).toHaveAttribute('placeholder', t('actions.whichStudent'))
  await options.filter({ hasText: name }).click()
  await expect(page).toHaveURL(`/papers?kind=enrolment&student=${id}`)
  await expect(page.getByRole('checkbox', { name: new RegExp(name) })).toBeChecked()

  await search()
  await field.fill('qqqq')
  await expect(options).toHaveCount(4)
  await expectAccessible(page)
  await options.filter({ hasText: t('actions.help') }).click()
  const help = page.getByRole('dialog', { name: t('help.title').replace('{{screen}}', t('papers.title')) })
  await expect(help.getByRole('heading', { name: t('actions.howDoI') })).toBeVisible()
  await expectAccessible(page)
  await help.getByRole('button', { name: t('actions.of.classList.name') }).click()
  await expect(field).toHaveAttribute('placeholder', t('actions.whichClass'))
  await options.filter({ hasText: class4b.name }).click()
  await expect(page).toHaveURL(`/papers?kind=classList&class=${class4b.id}`)

  await page.goto(`/child?student=${id}&view=staff`)
  await page.getByRole('button', { name: t('actions.more') }).click()
  await expect(page.getByRole('menuitem', { name: t('actions.of.transfer.name') })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: t('actions.of.leave.name') }).click()
  await expect(page.getByRole('dialog')).toContainText(firstName)
})

test('a parent finds what is for their child @once', async ({ page, t, signIn }) => {
  await signIn(parent.phone)
  await page.getByRole('button', { name: t('finder.open') }).click()
  await page.getByRole('combobox', { name: t('finder.title') }).fill(`غياب ${students.omar.firstName}`)
  await expect(page.getByRole('option').first()).toContainText(t('actions.of.excuse.name'))
  await page.getByRole('option').first().click()
  await expect(page).toHaveURL(new RegExp(`/students/${students.omar.id}\\?tab=attendance&excuse=`))
  await expect(page.getByRole('dialog')).toBeVisible()
})
