import type { Page } from '@playwright/test'
import { classes } from '#test/world/classes.ts'
import { idOf } from '#test/world/ids.ts'
import { people } from '#test/world/people.ts'
import { courses } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const ofClass = `/${classes.class4a.id}`
const ofOmar = `/child?student=${students.omar.id}`

/** Every screen that is a list, by who opens it. A new one adds its address. */
const lists: [keyof typeof people, string[]][] = [
  [
    'teacher',
    [
      ofClass,
      ...['homework', 'exams', 'activity', 'notes'].map((tab) => `${ofClass}?tab=${tab}`),
      '/my-classroom',
      `${ofClass}?tab=exams&work=${idOf('exam', classes.class4a.id, courses.arabic.id, 1)}`,
    ],
  ],
  [
    'parent',
    [
      '/my-children',
      `${ofOmar}&tab=attendance`,
      `${ofOmar}&tab=exams`,
      `${ofOmar}&tab=homework`,
      `${ofOmar}&tab=activity`,
    ],
  ],
  [
    'manager',
    [
      '/schools',
      `${ofOmar}&view=staff&tab=attendance`,
      `${ofOmar}&view=staff&tab=exams`,
      ...['payment', 'school-contact', 'language', 'grade', 'course', 'classes', 'teachers', 'students', 'years'].map(
        (setting) => `/settings/${setting}`,
      ),
    ],
  ],
  ['deputy', ['/settings/exams', '/settings/assign-school-user-role']],
  [
    'admin',
    [
      '/payments?status=all',
      '/payments-transaction',
      '/school-list',
      '/admin-settings/coins-type',
      '/admin-settings/payment-type',
      '/admin-settings/role',
    ],
  ],
]

const sizes = [
  { width: 1280, height: 800 },
  { width: 390, height: 844 },
]

for (const [who, addresses] of lists)
  test(`the lists of ${who} begin in the upper third, at a desk and on a phone @once`, async ({ page, signIn }) => {
    test.setTimeout(20_000 + 6_000 * addresses.length)
    await signIn(people[who].phone)
    const tooLow: string[] = []
    for (const address of addresses) {
      await page.goto(address)
      for (const size of sizes) {
        await page.setViewportSize(size)
        const top = await topOfFirstRow(page)
        if (top > size.height / 3) tooLow.push(`${address} at ${Math.round(top)} of ${size.height}`)
        await expectNoSidewaysScroll(page)
      }
    }
    expect(tooLow).toEqual([])
  })

/** Where the first row of the list, the card or the student of it begins, once it is drawn. */
async function topOfFirstRow(page: Page) {
  // The table of a chart is only heard.
  const rows = page
    .getByRole('main')
    .locator(':is(tbody tr, ul[aria-label] > li, ul.grid > li, ol > li):not(.sr-only *)')
  const first = rows.filter({ hasNot: page.getByRole('status') }).first()
  let top = 0
  // A list that is drawn anew meanwhile is asked again.
  await expect
    .poll(async () => {
      top = (await first.boundingBox())?.y ?? 0
      return top
    })
    .toBeGreaterThan(0)
  return top
}
