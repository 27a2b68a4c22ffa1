import type { Page } from '@playwright/test'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { goOn, quietOf } from './going-on.ts'
import { expect, test } from './house.ts'

const { manager, parent, teacher } = people

test.use({ serviceWorkers: 'block' }) // a parent's service worker would bring the scripts

test('home is painted as it was before any script is there, and signing out forgets it @once', async ({
  page,
  t,
  signIn,
  signOut,
}) => {
  await test.step('at a school without figures and names', async () => {
    await signIn(manager.phone)
    await expect(page.getByRole('region', { name: t('home.registers') })).toContainText('0/6')
    const view = await keptView(page)
    expect(view).toContain(schools.nile.name)
    expect(view).toContain(t('home.registers'))
    expect(view).not.toContain('0/6')
    for (const { firstName } of Object.values(students)) expect(view).not.toContain(`"${firstName}`)
    await withoutScripts(page, async () => {
      await expect(page.locator('#root h1')).toHaveText(schools.nile.name)
      await expect(page.locator('#root [inert]')).toContainText(t('home.registers'))
      expect(await page.getByRole('heading').count()).toBe(0) // screen readers wait until the page can be used
    })
    await page.reload()
    await expect(page.getByRole('region', { name: t('home.registers') })).toContainText('0/6')
    await expect(page.locator('#root [inert]')).toHaveCount(0)
    await signOut()
    expect(await page.evaluate(() => localStorage.getItem('first'))).toBeNull()
  })

  await test.step('for a parent with the day, which is kept here anyway', async () => {
    await signIn(parent.phone)
    await expect(page.getByRole('main')).toContainText(students.omar.firstName)
    expect(await keptView(page)).toContain(students.omar.firstName)
    await withoutScripts(page, () => expect(page.locator('#root [inert]')).toContainText(students.omar.firstName))
  })

  await test.step('on another day without it', async () => {
    await page.evaluate(() => {
      const view = JSON.parse(localStorage.getItem('first') ?? '') as object
      localStorage.setItem('first', JSON.stringify({ ...view, day: 'the day before' }))
    })
    await withoutScripts(page, async () => {
      await expect(page.locator('#root h1')).toContainText(parent.firstName)
      await expect(page.locator('#root')).not.toContainText(students.omar.firstName)
    })
  })
})

test('a visitor reads what Kashkool is before any script is there, and nothing of it moves when they come @once', async ({
  page,
  t,
}) => {
  const desk = { width: 1280, height: 800 }
  const phone = { width: 390, height: 844 }
  for (const [size, read] of [
    [desk, [t('visitor.promise')]],
    [phone, [t('visitor.promise'), t('visitor.lead')]],
  ] as const) {
    await page.setViewportSize(size)
    const places = () =>
      Promise.all(read.map((text) => page.locator('#root').getByText(text, { exact: true }).boundingBox()))
    let before: Awaited<ReturnType<typeof places>> = []
    await withoutScripts(page, async () => {
      await expect(page.locator('#root h1')).toHaveText(t('visitor.promise'))
      before = await places()
      expect(before.every((box) => box && box.y > 0)).toBe(true)
    })
    await page.goto('/')
    await expect(page.getByRole('main')).toContainText(t('visitor.lead'))
    await expect(page.locator('#root [inert]')).toHaveCount(0)
    expect(await places()).toEqual(before)
  }
})

test('a part or a screen whose code cannot be fetched says so where it would open, and comes with another try @once', async ({
  page,
  t,
  signIn,
}) => {
  await signIn(teacher.phone)
  const school = page.getByRole('button', { name: new RegExp(`^${t('header.school')}: `) })
  await page.route('**/assets/**', (route) => route.abort())
  await school.click()
  const failure = page.getByRole('dialog', { name: t('errors.unexpected') })
  await expect(failure.getByRole('alert')).toContainText(t('errors.offline'))
  await expectAccessible(page)
  await failure.getByRole('button', { name: t('common.close') }).click()
  await expect(failure).toHaveCount(0)

  await school.click()
  await page.unroute('**/assets/**')
  await failure.getByRole('button', { name: t('common.tryAgain') }).click()
  await school.click()
  await expect(page.getByRole('option').first()).toBeVisible()

  await test.step('and a whole screen says so in its place', async () => {
    await page.route('**/assets/**', (route) => route.abort())
    await goOn(page, '/sessions')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.away'))
    await expect(page.getByRole('main')).toContainText(t('errors.notHere'))
    await page.unroute('**/assets/**')
    await page.getByRole('button', { name: t('common.tryAgain') }).click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(t('sessions.title'))
  })
})

test('a screen with texts of its own asks for its code while they are on their way @once', async ({ page, comeAs }) => {
  await comeAs(manager.phone)
  const quiet = quietOf(page)
  await page.goto('/')
  await quiet()
  for (const [address, texts] of [
    ['/papers', 'papers'],
    ['/notices', 'notices'],
    ['/change-number', 'numbers'],
    ['/results', 'results'],
  ] as const) {
    let letGo: () => void = () => undefined
    const waited = new Promise<void>((done) => (letGo = done))
    await page.route(`**/locales/*.${texts}.json*`, async (route) => {
      await waited
      await route.continue()
    })
    const code = page.waitForRequest(/\/assets\/[^/]+\.js$/)
    await goOn(page, address)
    await code
    letGo()
    await page.waitForFunction((to) => document.querySelector('main')?.dataset.address === to, address)
  }
})

/** What the browser stores once the page is idle. */
async function keptView(page: Page) {
  const kept = () => page.evaluate(() => localStorage.getItem('first'))
  await expect.poll(kept).not.toBeNull()
  return (await kept())!
}

async function withoutScripts(page: Page, look: () => Promise<void>) {
  await page.route('**/*.js', (route) => route.abort())
  await page.goto('/')
  await look()
  await page.unroute('**/*.js')
}
