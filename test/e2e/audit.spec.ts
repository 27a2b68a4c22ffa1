import { actWords, kindWords } from '#contract/platform/audit/acts.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { admin, manager, parent, teacher } = people
const { omar } = students

test('everybody reads what is theirs of the audit: a person, a school, and the platform @once', async ({
  page,
  house,
  t,
  language,
  signIn,
  signOut,
}) => {
  const words = (act: string) => actWords[act]![language === 'ar' ? 1 : 0]
  const failing = called(house, 'API/Identity/Login', { phoneNumber: manager.phone, password: 'not this one' })
  await expect(failing).rejects.toThrow()
  const lines = page.getByRole('table', { name: t('settings.audit.title') })

  await test.step('a person: who signed in to their account, and who failed to', async () => {
    await signIn(manager.phone)
    await page.goto('/sessions')
    const own = page.getByRole('region', { name: t('sessions.lines') }).getByRole('listitem')
    await expect(own.filter({ hasText: t('sessions.event.failed') })).toHaveCount(1)
    await expect(own.filter({ hasText: t('sessions.event.signedIn') })).toContainText('127.0.0.1')
    await expectAccessible(page)
  })

  await test.step('a school: what was done in it, by kind and by person, and no sign-in', async () => {
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
      phoneNumber: manager.phone,
      password: 'kashkool',
    })
    await called(house, 'api/School/UpdateSchool', { id: schools.nile.id, about: 'مدرسة على النيل' }, token)
    await page.goto('/settings')
    await page.getByRole('link', { name: t('settings.menu.auditLog') }).click()
    const changed = lines.getByRole('row').filter({ hasText: words('schoolChanged') })
    await expect(changed).toContainText(manager.lastName)
    await expect(lines).not.toContainText(words('signedIn'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
    await changed.getByRole('button').click()
    await expect(page.getByTitle(t('settings.audit.everybody'))).toContainText(manager.firstName)
    await page
      .getByRole('button', { name: t('work.filters') })
      .first()
      .click()
    await choose(page, page, t('settings.audit.kind'), kindWords.settings[language === 'ar' ? 1 : 0])
    await expect(changed).toHaveCount(1)
    const from = page.getByLabel(t('settings.audit.from'), { exact: true })
    await from.fill('2026/01/01')
    await page.getByTitle(`${t('settings.remove')}: ${t('settings.audit.from')}`).click()
    await expect(from).toHaveValue('')
    await page.getByTitle(t('settings.audit.everybody')).click()
    await page.goto('/settings/audit-log?kind=accounts')
    await expect(page.getByText(t('settings.audit.empty'))).toBeVisible()
  })

  await test.step('the platform: accounts with addresses, and nothing of a school', async () => {
    await signOut()
    await signIn(admin.phone)
    await page.goto('/admin-settings/audit-log-admin')
    await expect(lines.getByRole('row').filter({ hasText: words('failed') })).toContainText('127.0.0.1')
    await expect(lines).not.toContainText(words('schoolChanged'))
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('nobody else', async () => {
    await signOut()
    await signIn(teacher.phone)
    await page.goto('/settings/audit-log')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.unauthorized'))
  })
})

test('the parents and the school see who opened the record of a child @once', async ({
  page,
  house,
  t,
  language,
  signIn,
  signOut,
}) => {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: teacher.phone,
    password: 'kashkool',
  })
  for (let time = 0; time < 2; time++) await called(house, 'Student/GetStudent', { studentId: omar.id }, token)
  const twice = language === 'ar' ? t('readers.times_two') : t('readers.times_other').replace('{{count}}', '2')
  const readers = page.getByRole('list', { name: t('readers.title') }).getByRole('listitem')
  const look = async (address: string) => {
    await page.goto(address)
    await page.getByText(t('readers.title'), { exact: true }).click()
    await expect(readers.filter({ hasText: teacher.lastName })).toContainText(twice)
    await expectNoSidewaysScroll(page)
    // Scrolled to the top, because a link that is partly under the fixed header would count as too small a target.
    await page.evaluate(() => window.scrollTo(0, 0))
    await expectAccessible(page)
  }
  await signIn(parent.phone)
  await look(`/child?student=${omar.id}&tab=record`)
  await signOut()
  await signIn(manager.phone)
  await look(`/settings/students?student=${omar.id}`)
})
