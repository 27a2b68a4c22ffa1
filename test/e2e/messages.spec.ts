import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { countTaps } from './taps.ts'

test('a parent writes in three taps, the teacher answers in two, and the parent reports a text', async ({
  page,
  t,
  comeAs,
  house,
}) => {
  const main = page.locator('main')
  const dialog = page.getByRole('dialog')
  const asked = 'هل نسي عمر كتاب العلوم في الفصل؟'
  const answered = 'نعم، هو في درج مكتبي.'
  const become = async (phone: string) => {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await comeAs(phone)
    await page.goto('/messages')
  }
  /** The thread of this test in the list of who is signed in. */
  const thread = () => main.getByRole('link', { name: new RegExp(`${t('threads.of.other')}`) }).first()

  await comeAs(people.manager.phone)
  const settings = {
    schoolId: schools.nile.id,
    opens: ['supervisor', 'office'],
    officeIds: [people.deputy.id],
    frameFrom: '08:00',
    frameTo: '15:00',
    nightFrom: '20:00',
    nightTo: '07:00',
    answerDays: 2,
    words: [],
  }
  const saved = await page.request.post(`/${threadReview.saveSettings.path}`, {
    data: settings,
    headers: { origin: house.url },
  })
  expect(saved.status(), await saved.text()).toBe(200)
  await page.context().clearCookies()
  await comeAs(people.mother.phone)
  const taps = await countTaps(page)
  await page.goto('/messages')
  await expectAccessible(page)

  await test.step('to whom, what, and Send', async () => {
    taps.reset()
    await main.getByRole('link', { name: t('threads.write') }).click()
    await dialog.getByRole('button', { name: new RegExp(people.supervisor.lastName) }).click()
    await expectAccessible(page)
    await dialog.getByLabel(t('threads.text')).fill(asked)
    await dialog.getByRole('button', { name: t('threads.send') }).click()
    await expect(main.getByText(asked)).toBeVisible()
    expect(taps.count()).toBeLessThanOrEqual(3)
    await expectNoSidewaysScroll(page)
  })

  await test.step('the teacher opens the thread and answers', async () => {
    await become(people.supervisor.phone)
    taps.reset()
    await thread().click()
    await expect(main.getByText(asked)).toBeVisible()
    await main.getByLabel(t('threads.text')).fill(answered)
    await main.getByRole('button', { name: t('threads.send') }).click()
    await expect(main.getByText(answered)).toBeVisible()
    expect(taps.count()).toBeLessThanOrEqual(2)
    await expectAccessible(page)
  })

  await test.step('the parent reads it and reports it', async () => {
    await become(people.mother.phone)
    await thread().click()
    await expect(main.getByText(answered)).toBeVisible()
    await main.getByRole('button', { name: t('threads.report') }).click()
    await dialog.getByLabel(t('threads.reason')).fill('كُتبت لغيري')
    await dialog.getByRole('button', { name: t('threads.report') }).click()
    await expect(main.getByText(t('threads.reported')).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
  })
})
