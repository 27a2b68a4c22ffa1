import { ask } from '#test/harness/ground.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { another, elsewhere, registered } from './others.ts'
import { paperOf, press } from './paper.ts'

const { manager, newcomer } = people
const newPhone = '01200000088'

test('parents are linked by phone, seen by them at once, and a number without an account is invited', async ({
  page,
  browser,
  house,
  t,
  language,
  comeAs,
  codes,
}) => {
  const { eldest } = students
  const name = [eldest.firstName, eldest.middleName, eldest.lastName].join(' ')
  const family = await another(browser, house, { t, language, phoneNumber: newcomer.phone, password: 'kashkool' })
  await family.goto('/my-children')
  await expect(family.getByText(t('children.empty'))).toBeVisible()

  await comeAs(manager.phone)
  await page.goto(`/settings/students?student=${eldest.id}`)
  const dialog = page.getByRole('dialog')
  const parents = page.getByRole('list', { name: t('settings.parents.title') }).locator('> li')
  await expect(parents).toHaveCount(1)
  const look = async (phone: string) => {
    await page.getByRole('button', { name: t('settings.parents.add') }).click()
    await dialog.getByLabel(t('settings.parents.phone')).fill(phone)
    await dialog.getByRole('button', { name: t('settings.find') }).click()
  }
  await look(newcomer.phone)
  await expect(dialog.getByRole('status')).toContainText(newcomer.lastName)
  await dialog.getByRole('button', { name: t('settings.parents.link'), exact: true }).click()
  await expect(dialog.getByText(t('sentences.Required'))).toBeVisible()
  await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.guardian'))
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.parents.link'), exact: true }).click()
  await expect(parents).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await family.reload()
  await expect(family.getByRole('heading', { name })).toBeVisible()

  const linked = parents.filter({ hasText: newcomer.phone })
  await linked.getByRole('button', { name: new RegExp(t('parentRights.fetch.yes')) }).click()
  await dialog.getByRole('button', { name: t('parentRights.end'), exact: true }).click()
  await expect(linked).toContainText(t('parentRights.fetch.no'))
  await linked.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await elsewhere(house, 'StudentParent/UpdateStudentParent', {
    studentId: eldest.id,
    parentId: newcomer.id,
    relationId: (await ask(house.connection, `select id from relation_types where name = 'father'`))[0]!.id,
  })
  await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.mother'))
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('reference.relations.father'))
  await dialog.getByRole('button', { name: t('versions.keepMine') }).click()
  await expect(linked).toContainText(t('reference.relations.mother'))
  await linked.getByRole('button', { name: new RegExp(t('settings.parents.unlink')) }).click()
  await expect(dialog).toContainText(t('settings.parents.unlinkMeans'))
  await dialog.getByRole('button', { name: t('settings.parents.unlink') }).click()
  await expect(parents).toHaveCount(1)
  await family.reload()
  await expect(family.getByText(t('children.empty'))).toBeVisible()

  for (const phone of ['01200000099', newPhone]) {
    await look(phone)
    await expect(page.getByText(t('settings.enterPhone'), { exact: true })).toBeVisible()
    await choose(page, dialog, t('settings.parents.relationId'), t('reference.relations.mother'))
    if (phone === newPhone) await expectAccessible(page)
    await dialog.getByRole('button', { name: t('settings.parents.invite'), exact: true }).click()
    await expect(parents.filter({ hasText: phone })).toContainText(t('settings.parents.waits'))
  }
  await page.getByRole('button', { name: `${t('settings.parents.withdraw')}: 01200000099` }).click()
  await dialog.getByRole('button', { name: t('settings.parents.withdraw') }).click()
  await expect(parents).toHaveCount(2)

  const invitation = parents.filter({ hasText: newPhone })
  const paper = await paperOf(page)
  await press(invitation, `${t('letter.print')}: ${newPhone}`)
  await expect(paper.sheet).toContainText(t('letter.parent.greeting'))
  await expect(paper.sheet).toContainText(name)
  await expectAccessible(page)
  await paper.clear()
  await expect(invitation.getByRole('button', { name: `${t('settings.parents.sms')}: ${newPhone}` })).toHaveCount(0)
  await page.goto('/settings/school-info')
  // It shows what is stored, not what was pressed.
  await page.getByRole('checkbox', { name: t('notices.schoolInvitations') }).click()
  await expect(page.getByText(t('settings.saved'), { exact: true })).toBeVisible()
  await page.goto(`/settings/students?student=${eldest.id}`)
  await invitation.getByRole('button', { name: `${t('settings.parents.sms')}: ${newPhone}` }).click()
  await expect(dialog).toContainText(t('settings.parents.smsMeans'))
  await dialog.getByRole('button', { name: t('settings.parents.sms') }).click()
  await expect(invitation).toContainText(t('settings.parents.smsSent'))

  const password = 'a new password'
  await registered(house, newPhone, password, codes)
  await page.reload()
  await expect(parents).toHaveCount(2)
  await expect(parents.filter({ hasText: t('settings.parents.waits') })).toHaveCount(0)
  const invited = await another(browser, house, { t, language, phoneNumber: newPhone, password })
  await invited.goto('/my-children')
  await expect(invited.getByRole('heading', { name })).toBeVisible()
})
