import type { Page } from '@playwright/test'
import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { choose } from './choose.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { admin, manager, newcomer } = people
const { nile } = schools

/** The names of permissions in the reader's language. */
const texts = {
  en: { grades: 'View grades', addGrade: 'Add a grade', section: 'View the school section', roles: 'Edit a role' },
  ar: { grades: 'عرض الصفوف الدراسية', addGrade: 'إضافة صف دراسي', section: 'عرض قسم المدرسة', roles: 'تعديل دور' },
}

const tick = async (page: Page, search: string, ...names: string[]) => {
  const dialog = page.getByRole('dialog')
  for (const name of names) {
    await dialog.getByRole('searchbox', { name: search }).fill(name)
    await dialog.getByRole('checkbox', { name, exact: true }).check()
  }
}

test('the platform makes a role, a school gives it, and what is turned off permits nothing at once', async ({
  page,
  house,
  t,
  comeAs,
  signIn,
  signOut,
  language,
}) => {
  const { grades, addGrade, section, roles } = texts[language]
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('listitem').filter({ hasText: name })
  const role = 'أمين السجلات وشؤون الطلاب والعاملين بالمدارس الرسمية المتميزة للغات'

  await test.step('a role with its permissions', async () => {
    await comeAs(admin.phone)
    await page.goto('/admin-settings/role')
    const platformRole = row(t('reference.roles.platformadministrator'))
    await expect(platformRole).toContainText(t('settings.roles.builtIn'))
    await expect(platformRole.getByRole('switch')).toHaveCount(0)
    await page.getByText(t('settings.roles.school'), { exact: true }).click()
    await page.getByRole('button', { name: t('settings.roles.add') }).click()
    await dialog.getByLabel(t('settings.roles.name')).fill(role)
    await tick(page, t('search'), grades, section)
    await expectAccessible(page)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    // A long name leaves room for the details of the role.
    const known = row(role).locator('p').last()
    expect((await known.boundingBox())!.width).toBeGreaterThan(100)
    await row(role).getByRole('link').click()
    await expect(row(grades)).toBeVisible()
    await page.getByRole('button', { name: t('settings.roleKeys.add') }).click()
    await expect(dialog.getByRole('checkbox', { name: grades, exact: true })).toHaveCount(0)
    await expect(dialog.getByRole('checkbox', { name: roles, exact: true })).toHaveCount(0)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('sentences.At least one permission is required'))
    await tick(page, t('search'), addGrade)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(row(addGrade)).toBeVisible()
    await row(addGrade)
      .getByRole('button', { name: new RegExp(t('settings.remove')) })
      .click()
    await dialog.getByRole('button', { name: t('settings.remove') }).click()
    await expect(row(addGrade)).toHaveCount(0)
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('the manager finds a person by phone and gives what the manager holds', async () => {
    await signOut()
    await signIn(manager.phone)
    await page.goto('/settings/assign-school-user-role')
    await page.getByRole('button', { name: t('settings.userRoles.add') }).click()
    await dialog.getByLabel(t('rights.phone')).fill('01999999999')
    await dialog.getByRole('button', { name: t('settings.find') }).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('rights.nobody'))
    await dialog.getByLabel(t('rights.phone')).fill(newcomer.phone)
    await dialog.getByRole('button', { name: t('settings.find') }).click()
    await expect(page.getByText(`${newcomer.firstName} ${newcomer.lastName}`)).toBeVisible()
    await page.route('**/OfficeRole/GetOfficeRoles', (route) => route.fulfill({ status: 500, body: '{}' }))
    await page.getByRole('button', { name: t('settings.rolesOfPerson.add') }).click()
    const again = dialog.getByRole('button', { name: t('common.tryAgain') })
    await expect(again).toBeVisible()
    await page.unroute('**/OfficeRole/GetOfficeRoles')
    await again.click()
    await expect(dialog.getByRole('checkbox').first()).toBeVisible()
    await expect(dialog.getByRole('checkbox', { name: t('reference.roles.platformadministrator') })).toHaveCount(0)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('sentences.At least one Role is required'))
    await tick(page, t('search'), role)
    await expectAccessible(page)
    const question = page.getByRole('dialog', { name: t('common.discardAsk') })
    await page.goBack()
    await question.getByRole('button', { name: t('common.keepWriting') }).click()
    await expect(question).toHaveCount(0)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(row(role)).toBeVisible()

    await page.getByRole('link', { name: t('rights.keysOfPerson') }).click()
    await expect(row(grades)).toContainText(role)
    await expect(row(grades).getByRole('button')).toHaveCount(0)
    await page.getByRole('button', { name: t('settings.keysOfPerson.add') }).click()
    await tick(page, t('search'), addGrade)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(row(addGrade)).toContainText(t('rights.direct'))
    await page.getByText(t('rights.why')).click()
    await choose(page, page, t('rights.permission'), grades)
    await expect(page.getByText(t('rights.allowed'), { exact: true })).toBeVisible()
    await expectNoSidewaysScroll(page)
    await expectAccessible(page)
  })

  await test.step('an inactive role permits nothing, and why says so', async () => {
    const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
      phoneNumber: admin.phone,
      password: 'kashkool',
    })
    const [made] = await ask<{ id: string }>(house.connection, `select id from roles where name = '${role}'`)
    await called(house, 'Role/ChangeRoleActivation', { roleId: made!.id, active: false }, token)
    await page.reload()
    await page.getByText(t('rights.why')).click()
    await choose(page, page, t('rights.permission'), grades)
    await expect(page.getByText(t('rights.notAllowed'), { exact: true })).toBeVisible()
    await expect(page.getByText(t('rights.because.roleInactive')).first()).toBeVisible()
  })

  await test.step('the administrator of the school keeps the role, and nobody changes their own rights', async () => {
    await page.goto(`/settings/assign-school-user-role?person=${manager.id}`)
    await expect(page.getByText(t('sentences.You cannot change your own rights'))).toBeVisible()
    await expect(page.getByRole('button', { name: t('settings.rolesOfPerson.add') })).toHaveCount(0)
    const kept = row(t('reference.roles.schoolmanager'))
    await expect(kept).toBeVisible()
    await expect(kept.getByRole('button', { name: new RegExp(t('settings.remove')) })).toHaveCount(0)
  })
})

test('a person sees why something is closed, and what is open', async ({ page, t, comeAs, language }) => {
  await comeAs(people.teacher.phone)
  await page.goto('/settings/grade')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(t('errors.unauthorized'))
  await expect(page.getByText(t('rights.because.notGiven')).first()).toBeVisible()
  await expect(page.getByText(t('reference.roles.schoolmanager')).first()).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('link', { name: t('rights.own') }).click()
  const own = page.getByRole('region', { name: t('rights.own') })
  await own.locator('summary').filter({ hasText: nile.name }).first().click()
  await choose(page, own, t('rights.permission'), texts[language].grades)
  await expect(own.getByText(t('rights.notAllowed'), { exact: true })).toBeVisible()
  await choose(page, own, t('rights.place'), t('rights.platform'))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})

test('the platform finds a person by phone and gives app-wide what it holds itself', async ({ page, t, comeAs }) => {
  await comeAs(admin.phone)
  await page.goto('/admin-settings/assign-user-role')
  await page.getByLabel(t('rights.phone')).fill(newcomer.phone)
  await page.getByRole('button', { name: t('settings.find') }).click()
  const dialog = page.getByRole('dialog')
  const row = (name: string) => page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) })
  await expect(row(t('reference.roles.standard'))).toContainText(t('rights.everybody'))
  await expect(row(t('reference.roles.standard')).getByRole('button')).toHaveCount(0)
  await page.getByRole('button', { name: t('settings.rolesOfPerson.add') }).click()
  await expect(dialog.getByRole('checkbox', { name: t('reference.roles.schoolmanager') })).toHaveCount(0)
  await tick(page, t('search'), t('reference.roles.platformadministrator'))
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(row(t('reference.roles.platformadministrator'))).toBeVisible()
  await page.getByRole('link', { name: t('rights.keysOfPerson') }).click()
  await expect(page.getByRole('button', { name: t('settings.keysOfPerson.add') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
})
