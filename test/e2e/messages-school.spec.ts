import { beginnings } from '#contract/messages/threads/threads.ts'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const { manager, mother, supervisor, deputy } = people
const { omar } = students

test('the head opens a thread with a reason that both sides read, and the teacher hands it to the office', async ({
  page,
  t,
  comeAs,
  house,
}) => {
  const main = page.locator('main')
  const dialog = page.getByRole('dialog')
  const words = 'متى يعود كتاب عمر؟'
  const reason = 'شكوى وصلت إلى المكتب'
  const send = async (path: string, data: object) => {
    const answer = await page.request.post(`/${path}`, { data, headers: { origin: house.url } })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  const become = async (phone: string, path: string) => {
    await page.goto('about:blank')
    await page.context().clearCookies()
    await comeAs(phone)
    await page.goto(path)
  }

  await comeAs(manager.phone)
  await send(threadReview.saveSettings.path, {
    schoolId: schools.nile.id,
    opens: ['supervisor', 'office'],
    officeIds: [deputy.id],
    frameFrom: '08:00',
    frameTo: '15:00',
    nightFrom: '20:00',
    nightTo: '07:00',
    answerDays: 2,
    words: [],
  })
  await page.context().clearCookies()
  await comeAs(mother.phone)
  const text = { subject: 'other', bothParents: true, body: words }
  await send(beginnings.begin.path, { studentIds: [omar.id], toId: supervisor.id, ...text })

  await test.step('the head, on the page of the student', async () => {
    await become(manager.phone, `/students/${omar.id}?tab=messages`)
    await main.getByRole('button', { name: t('threads.open') }).click()
    await expectAccessible(page)
    await dialog.getByLabel(t('threads.reason')).fill(reason)
    await dialog.getByRole('button', { name: t('threads.open') }).click()
    await expect(main.getByText(words)).toBeVisible()
    await expect(main.getByText(reason)).toBeVisible()
    await expect(main.getByText(t('threads.closed.reads'))).toBeVisible()
    await expect(main.getByRole('button', { name: t('threads.report') })).toHaveCount(0)
    await expectNoSidewaysScroll(page)
  })

  await test.step('the teacher reads that, and hands it over', async () => {
    await become(supervisor.phone, '/messages')
    await main.getByRole('link', { name: new RegExp(t('threads.of.other')) }).click()
    await expect(main.getByText(reason)).toBeVisible()
    await main.getByRole('button', { name: t('threads.handOver') }).click()
    await dialog.getByRole('button', { name: new RegExp(t('threads.office')) }).click()
    await expect(main.getByText(t('threads.none'))).toBeVisible()
  })

  await test.step('the office has it, and the mother reads who has it now', async () => {
    await become(deputy.phone, '/messages')
    await main.getByRole('link', { name: new RegExp(t('threads.of.other')) }).click()
    await expect(main.getByText(words)).toBeVisible()
    await become(mother.phone, '/messages')
    await main.getByRole('link', { name: new RegExp(t('threads.of.other')) }).click()
    await expect(main.getByText(reason)).toBeVisible()
    await expect(main.getByText(t('threads.office')).first()).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })
})
