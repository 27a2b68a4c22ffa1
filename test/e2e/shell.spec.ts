import type { Locator } from '@playwright/test'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { partsOf } from './student-page.ts'

const teacher = '01000000004'

test('the page speaks its visitor\u2019s language from the first paint, in its own font', async ({
  page,
  t,
  language,
}) => {
  const refused: string[] = []
  page.on('response', (answer) => answer.status() >= 400 && refused.push(answer.url()))
  await page.goto('/')
  await expect(page.locator('html')).toHaveAttribute('dir', language === 'ar' ? 'rtl' : 'ltr')
  await expect(page.getByRole('link', { name: t('header.joinUs') })).toBeVisible()
  expect(await page.evaluate(() => document.fonts.check('16px "Readex Pro"', 'كشكول Kashkool'))).toBe(true)
  expect(await page.evaluate(() => getComputedStyle(document.body).fontFamily)).toContain('Readex Pro')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  expect(refused, 'a visitor asks for nothing that is refused').toEqual([])
})

test('wrong credentials are refused in words, beside the field or above the button @once', async ({
  page,
  t,
  language,
}) => {
  await page.goto('/auth')
  await page.getByRole('button', { name: t('auth.login') }).click()
  await expect(page.getByLabel(t('auth.phoneNumber'))).toBeFocused()
  await expect(page.getByLabel(t('auth.phoneNumber'))).toHaveAttribute('aria-invalid', 'true')
  await expectAccessible(page)

  await page.getByLabel(t('auth.phoneNumber')).fill('٠١٠٠٠٠٠٠٠٠٤')
  await expect(page.getByLabel(t('auth.phoneNumber'))).toHaveValue(teacher)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('not this one')
  await page.getByRole('button', { name: t('auth.login') }).click()
  const refusal =
    language === 'ar' ? 'رقم الهاتف أو كلمة المرور غير صحيحة' : 'The phone number or password is not correct'
  await expect(page.locator('form').getByRole('alert')).toHaveText(refusal)
  const shown = page.getByRole('region', { name: /F8/ })
  await expect(shown.getByText(refusal)).toBeVisible()
  const toast = await shown.getByRole('listitem').boundingBox()
  const header = await page.getByRole('banner').boundingBox()
  expect(toast!.y + toast!.height, 'the toast covers nothing below the header').toBeLessThanOrEqual(header!.height)
  await page.emulateMedia({ media: 'print' })
  expect(await shown.getByText(refusal).isVisible(), 'not on paper').toBe(false)
  await page.emulateMedia({ media: null })
  await expectAccessible(page)
})

test('a person signs in, is greeted by name, and signs out of every tab @once', async ({
  page,
  context,
  t,
  signIn,
}) => {
  await signIn(teacher)
  const other = await context.newPage()
  await other.goto('/')
  await expect(other.getByRole('button', { name: t('header.account') })).toBeVisible()

  await page.getByRole('button', { name: t('header.account') }).click()
  await expect(page.getByRole('menu')).toContainText(t('header.welcome'))
  await expectAccessible(page)
  await page.getByRole('menuitem', { name: t('header.logout') }).click()

  await expect(page).toHaveURL('/auth')
  await expect(other.getByRole('link', { name: t('header.joinUs') })).toBeVisible()
  expect(await page.evaluate(() => localStorage.getItem('root'))).not.toContain(teacher)
})

test('a reload keeps the person, and no script can read the token @once', async ({ page, t, signIn }) => {
  await signIn(teacher)
  await page.reload()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  const seen = await page.evaluate(() => `${document.cookie} ${JSON.stringify(localStorage)}`)
  expect(seen).toContain(teacher)
  expect(JSON.parse(/"root":("(?:[^"\\]|\\.)*")/.exec(seen)?.[1] ?? '""') as string).toContain('"token":null')
})

test('on a shared computer nothing of the person is written down @once', async ({ page, t }) => {
  await page.goto('/auth')
  await page.getByLabel(t('auth.phoneNumber')).fill(teacher)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await page.getByLabel(t('auth.sharedComputer')).check()
  await page.getByRole('button', { name: t('auth.login') }).click()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  expect(await page.evaluate(() => JSON.stringify([localStorage, sessionStorage]))).not.toContain(teacher)
  let answer = () => {}
  const answered = new Promise<void>((resolve) => (answer = resolve))
  await page.route('**/API/Identity/Me', async (route) => (await answered, route.continue()))
  await page.reload()
  await expect(page.getByRole('main').getByRole('status')).toContainText(t('common.loading'))
  await expect(page.getByRole('heading', { name: t('visitor.promise') })).toHaveCount(0)
  answer()
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
})

test('the other language turns the page round and is remembered', async ({ page, t, language }) => {
  await page.goto('/')
  await page.getByRole('button', { name: t('header.otherLanguage') }).click()
  const other = language === 'ar' ? 'en' : 'ar'
  await expect(page.locator('html')).toHaveAttribute('lang', other)
  await expect(page.locator('html')).toHaveAttribute('dir', other === 'ar' ? 'rtl' : 'ltr')
  expect(await page.evaluate(() => localStorage.getItem('i18nextLng'))).toBe(other)
})

test('the dark is remembered before the first paint @once', async ({ page, t }) => {
  await page.goto('/')
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.getByRole('button', { name: t('header.light') })).toBeVisible()
  await page.emulateMedia({ colorScheme: 'light' })
  await page.getByRole('button', { name: t('header.dark') }).click()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload({ waitUntil: 'commit' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('the menu is beside a wide screen and folds; on a narrow one it is a drawer', async ({
  page,
  t,
  narrow,
  signIn,
}) => {
  await signIn(teacher)
  if (narrow) {
    await page.getByRole('button', { name: t('header.menu'), exact: true }).click()
    await expect(page.getByRole('dialog', { name: t('header.menu'), exact: true })).toBeVisible()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('header.menu'), exact: true })).toBeFocused()
  } else {
    await page.getByRole('button', { name: t('header.collapse') }).click()
    await page.reload()
    await expect(page.getByRole('button', { name: t('header.collapse') })).toHaveAttribute('aria-expanded', 'false')
    await expectAccessible(page)
  }
})

test('an unknown address is answered by the error page, with a way home @once', async ({ page, t }) => {
  await page.goto('/no/such/page')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.notFound'))
  await expect(page).toHaveTitle(`${t('errors.notFound')} · ${t('product')}`)
  await expectAccessible(page)
  await page.getByRole('link', { name: t('errors.home') }).click()
  await expect(page).toHaveURL('/')
  await expect(page.locator('main')).toBeFocused()
})

test('the first Tab offers the way past the header @once', async ({ page, t }) => {
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: t('header.skip') })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.locator('main')).toBeFocused()
})

test('an Arabic browser is offered Arabic in Arabic, once, and the page starts in English @once', async ({
  browser,
  house,
}) => {
  const visit = async () => {
    const context = await browser.newContext({
      baseURL: house.url,
      locale: 'ar-EG',
      viewport: { width: 360, height: 740 },
    })
    const visitor = await context.newPage()
    await visitor.goto('/')
    await expect(visitor.locator('html')).toHaveAttribute('lang', 'en')
    return { visitor, offer: visitor.getByText('عرض كشكول بالعربية؟', { exact: true }) }
  }
  const one = await visit()
  await expect(one.offer).toBeVisible()
  expect((await one.offer.boundingBox())!.height, 'one line').toBeLessThan(40)
  await expectAccessible(one.visitor)
  await one.visitor.getByRole('button', { name: 'لا، شكرًا' }).click()
  await expect(one.offer).toHaveCount(0)
  await one.visitor.reload()
  await expect(one.visitor.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(one.offer).toHaveCount(0)

  const other = await visit()
  await other.visitor.getByRole('button', { name: 'نعم', exact: true }).click()
  await expect(other.visitor.locator('html')).toHaveAttribute('dir', 'rtl')
  await expect(other.offer).toHaveCount(0)
})

test('English that the specification writes in lower case is shown as a sentence begins @once', async ({ page, t }) => {
  await page.goto('/')
  const joinUs = page.getByRole('link', { name: t('header.joinUs') })
  await expect(joinUs).toHaveText('join us')
  const shown = await joinUs.locator('span').evaluate((text) => getComputedStyle(text, '::first-letter').textTransform)
  expect(shown).toBe('uppercase')
})

test('menu entries and tabs begin as a sentence too, with the text as the specification writes it @once', async ({
  page,
  t,
  narrow,
  signIn,
}) => {
  await signIn(people.parent.phone)
  await page.goto('/my-children')
  await page
    .getByRole('link', { name: new RegExp(t('children.more')) })
    .first()
    .click()
  const begins = (text: Locator) => text.evaluate((found) => getComputedStyle(found, '::first-letter').textTransform)
  expect(await begins(partsOf(page, t('children.tabs')).first().locator('span'))).toBe('uppercase')
  if (!narrow)
    expect(
      await begins(
        page
          .getByRole('link', { name: t('menu.myChildren') })
          .first()
          .locator('span'),
      ),
    ).toBe('uppercase')
})

test('an address that was cut off in a message shows its screen, and no form that was filled in wrong @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(people.manager.phone)
  const main = page.locator('main')
  const cut = classes.class4a.id.slice(0, 20)
  const shown: [address: string, sentence: string][] = [
    [`/posts?id=${cut}`, t('posts.notForYou')],
    [`/settings/students?student=${cut}`, t('errors.noSuchPage')],
    [`/results?term=${cut}`, t('results.noTerm')],
    [`/settings/students?classRoomId=${cut}`, t('common.loadMore')],
    [`/${classes.class4a.id}?tab=exams&courseId=${cut}`, t('settings.exams.add')],
  ]
  for (const [address, sentence] of shown) {
    await page.goto(address)
    await expect(main.getByText(sentence, { exact: true })).toBeVisible()
    await expect(main.getByText(t('sentences.Invalid input'))).toHaveCount(0)
  }
})
