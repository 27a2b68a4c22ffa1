import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { expectAccessible } from './accessible.ts'
import { called, expect, test } from './house.ts'
import { deliveringInboxes } from './others.ts'

const { admin, manager, pendingManager, idleTeacher, newcomer } = people

test('people without a class or a child yet read why @once', async ({ page, house, t, signIn, signOut }) => {
  const worker = deliveringInboxes(house.connection)
  await signIn(idleTeacher.phone)
  await expect(page.getByText(t('home.noClassOfYours'))).toBeVisible()
  await signOut()
  await signIn(newcomer.phone)
  await expect(page.getByText(t('home.linkedNowhere'))).toBeVisible()
  await expect(page.getByRole('button', { name: t('home.beginSchool') })).toBeVisible()
  await expectAccessible(page)

  await test.step('what a school asks is answered at home', async () => {
    const login = { phoneNumber: manager.phone, password: 'kashkool' }
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', login)
    const link = { schoolId: schools.nile.id, teacherId: newcomer.id }
    await called(house, 'SchoolTeacher/AddSchoolTeacher', link, token)
    const question = page.getByRole('region', { name: t('home.questions') })
    await expect(question).toContainText(schools.nile.name)
    await question.getByRole('button', { name: t('inbox.accept') }).click()
    await expect(page.getByText(t('home.noClassOfYours'))).toBeVisible()
  })
  await worker.stop()
})

test('the front door lets a visitor look around with one tap, and leads a head of school to the form of a school @once', async ({
  page,
  t,
  signIn,
  signOut,
}) => {
  await page.goto('/')
  await expect(page.getByRole('img', { name: t('visitor.pictures') })).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: t('visitor.as.parent') }).click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText(people.parent.firstName)
  await signOut()

  await page.goto('/')
  await page.getByRole('link', { name: t('visitor.runsSchool') }).click()
  await page.waitForURL(/tab=register/)
  const way = new URL(page.url()).searchParams
  expect([way.get('tab'), way.get('next')]).toEqual(['register', '/?begin=school'])
  await signIn(newcomer.phone)
  await page.goto(way.get('next')!)
  await expect(page.getByRole('dialog', { name: t('settings.schoolInfo.add') })).toBeVisible()
})

test('a new school is led from step to step, at home and in its settings @once', async ({ page, house, t, signIn }) => {
  const worker = deliveringInboxes(house.connection)
  await signIn(pendingManager.phone)
  const steps = page.getByRole('region', { name: t('home.setup') })
  await expect(steps.getByRole('listitem')).toHaveCount(8)
  await expect(page.getByText(t('settings.notActive'))).toBeVisible()
  await expect(steps.getByText(t('home.afterApproval'))).toHaveCount(3)
  await steps.getByRole('button', { name: `${t('home.usual.take')}: ${t('home.steps.languages')}` }).click()
  const dialog = page.getByRole('dialog', { name: t('home.usual.languages') })
  await expect(dialog.getByRole('listitem')).not.toHaveCount(0)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(dialog).toBeHidden()
  // Closing goes back in the history, which a call of an address at once would be cut off by.
  await expect.poll(() => page.evaluate(() => (history.state as { over?: boolean } | null)?.over ?? false)).toBe(false)
  await page.goto('/settings')
  await expect(steps.getByRole('listitem')).toHaveCount(8)
  await steps
    .getByRole('listitem')
    .filter({ hasText: t('home.steps.grades') })
    .getByRole('link')
    .click()
  await expect(page).toHaveURL('/settings/grade')

  await test.step('people wait for the approval, which the open page notices', async () => {
    await page.goto('/settings/teachers')
    const waits = page.getByText(t('settings.teachers.afterApproval'))
    const link = page.getByRole('button', { name: t('settings.teachers.add') })
    await expect(waits).toBeVisible()
    await expect(link).toHaveCount(0)
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
      phoneNumber: admin.phone,
      password: 'kashkool',
    })
    const [coinType] = await ask<{ id: string }>(
      house.connection,
      'select coin_type_id as id from schools where coin_type_id is not null',
    )
    const approval = { schoolId: schools.pending.id, coinTypeId: coinType!.id }
    await called(house, 'api/School/ActivateNewSchool', approval, token)
    await expect(link).toBeVisible()
    await expect(waits).toHaveCount(0)
  })
  await worker.stop()
})
