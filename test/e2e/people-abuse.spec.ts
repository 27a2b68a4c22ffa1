import type { Page } from '@playwright/test'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expect, test } from './house.ts'
import { goOn } from './going-on.ts'

const { parent, deltaParent } = people

test('case 17: what next= says never leads away from here @once', async ({ page, house, t }) => {
  const foreign: string[] = []
  page.on('request', (request) => {
    if (/^https?:/.test(request.url()) && !request.url().startsWith(house.url)) foreign.push(request.url())
  })
  await page.goto(`/auth?next=${encodeURIComponent('//evil.example/')}`)
  await enter(page, t, parent.phone)
  await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
  await expect(page).toHaveURL('/')

  // The first by its address, as from a message; the others without reloading the product each time.
  for (const [nth, next] of elsewhere.entries()) {
    const address = `/auth?next=${encodeURIComponent(next)}`
    await (nth === 0 ? page.goto(address) : goOn(page, address))
    await expect(page, next).toHaveURL(`${house.url}/`)
  }
  for (const next of ['/my-children', `/${classes.class4a.id}?tab=attendance`, '/sessions']) {
    await page.goto(`/auth?next=${encodeURIComponent(next)}`)
    await expect(page).toHaveURL(house.url + next)
  }
  expect(foreign).toEqual([])
})

// One of each kind; every address that came up stands in the test of `safeNext`.
const elsewhere = [
  'https://evil.example',
  '////evil.example',
  '/\\evil.example',
  '/\t/evil.example',
  '/%2f/evil.example',
  'javascript:alert(1)',
]

for (const marked of [true, false])
  test(`case 19: on a computer ${marked ? 'marked as shared' : 'that nobody marked'} the second person finds nothing of the first`, async ({
    page,
    house,
    t,
  }) => {
    await page.goto('/auth')
    if (marked) await page.getByLabel(t('auth.sharedComputer')).check()
    await enter(page, t, parent.phone)
    await expect(page.getByRole('main')).toContainText(students.omar.firstName)
    await page
      .getByRole('main')
      .getByRole('link', { name: new RegExp(students.omar.firstName) })
      .first()
      .click()
    await expect(page.getByRole('heading', { level: 1 })).toContainText(students.omar.firstName)
    await openMenu(page, t('header.account'), t('profile.title'))
    await expect(page.getByLabel(t('profile.firstName'))).toHaveValue(parent.firstName)
    const here = await traces(page)
    expect(here).toContain(`${parent.phone} in page`) // the search does find the canaries during the session
    if (marked) expect(here.filter((found) => !/ in (page|fields)$/.test(found))).toEqual([])
    await openMenu(page, t('header.account'), t('sessions.title'))
    await expect(page.getByRole('main').getByRole('listitem').first()).toBeVisible()

    await openMenu(page, t('header.account'), t('header.logout'))
    await expect(page).toHaveURL('/auth')
    await expect(page.getByRole('button', { name: t('header.account') })).toHaveCount(0)
    await expect(page.getByLabel(t('auth.phoneNumber'))).toHaveValue('')
    expect(await traces(page)).toEqual([])

    await enter(page, t, deltaParent.phone) // without a reload, which would empty the memory
    await expect(page.getByRole('button', { name: t('header.account') })).toBeVisible()
    await expect(page).toHaveURL('/')
    expect(await traces(page)).toEqual([])
    await page.context().setOffline(true) // everything that is shown now was stored here
    let steps = 0
    for (await page.goBack(); page.url().startsWith(house.url); await page.goBack()) {
      await page.waitForTimeout(300)
      expect(await traces(page), `going back to ${page.url()}`).toEqual([])
      await expect(page.getByText(t('sessions.current'))).toHaveCount(0)
      steps++
    }
    expect(steps).toBeGreaterThanOrEqual(4)
  })

/** Data of the first person and their children. An id in an old address stays in the history, but it opens nothing. */
const canaries = [parent.phone, parent.middleName, students.omar.firstName, students.laila.firstName]

async function enter(page: Page, t: (key: string) => string, phoneNumber: string) {
  await page.getByLabel(t('auth.phoneNumber')).fill(phoneNumber)
  await page.getByLabel(t('auth.password'), { exact: true }).fill('kashkool')
  await page.getByRole('button', { name: t('auth.login') }).click()
}

async function openMenu(page: Page, button: string, entry: string) {
  await page.getByRole('button', { name: button }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

/** Where a canary is found: on the page, in its fields, in the browser's storage, or in the state of the history. */
const traces = (page: Page) =>
  page.evaluate(async (words) => {
    const inDatabases = async () => {
      const found: unknown[] = []
      for (const { name } of await indexedDB.databases()) {
        const database = await new Promise<IDBDatabase>((resolve, reject) => {
          const opening = indexedDB.open(name!)
          opening.onsuccess = () => resolve(opening.result)
          opening.onerror = () => reject(opening.error!)
        })
        for (const store of database.objectStoreNames) {
          const all = database.transaction(store).objectStore(store).getAll()
          found.push(await new Promise((resolve) => (all.onsuccess = () => resolve(all.result))))
        }
        database.close()
      }
      return JSON.stringify(found)
    }
    const inCaches = async () => {
      const texts: string[] = []
      for (const name of await caches.keys()) {
        const cache = await caches.open(name)
        for (const request of await cache.keys()) texts.push(request.url, await (await cache.match(request))!.text())
      }
      return texts.join(' ')
    }
    const places = {
      page: document.documentElement.outerHTML,
      fields: [...document.querySelectorAll('input')].map(({ value }) => value).join(' '),
      title: document.title,
      localStorage: JSON.stringify(localStorage),
      sessionStorage: JSON.stringify(sessionStorage),
      cookie: document.cookie,
      history: JSON.stringify(history.state),
      databases: await inDatabases(),
      caches: await inCaches(),
    }
    return Object.entries(places).flatMap(([place, text]) =>
      words.filter((word) => text.includes(word)).map((word) => `${word} in ${place}`),
    )
  }, canaries)
