import { people } from '#test/world/people.ts'
import { classes } from '#test/world/classes.ts'
import { students } from '#test/world/students.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paperOf, press } from './paper.ts'

const { manager, parent } = people
const { omar } = students
const { class4a } = classes

test('a parent proposes an address, and the office takes it from the queue', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  await comeAs(parent.phone)
  await page.goto(`/child?student=${omar.id}&tab=record`)
  const address = page.getByRole('listitem').filter({ hasText: t('settings.record.address') })
  await expect(address).toContainText(t('corrections.notShown'))
  await address.getByRole('button').click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('corrections.value'), { exact: true }).fill('18 شارع عباس العقاد')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('corrections.send') }).click()
  await expect(address).toContainText('18 شارع عباس العقاد')
  await expect(address).toContainText(t('corrections.state.waits'))
  await page.getByRole('button', { name: t('corrections.confirm') }).click()
  await expect(page.getByText(t('corrections.confirmedOn'))).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await signOut()
  await signIn(manager.phone)
  await page.goto('/waiting?kind=proposals')
  const chosen = page.getByRole('region', { name: t('waiting.chosen') })
  await expect(chosen).toContainText('18 شارع عباس العقاد')
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await chosen.getByRole('button', { name: t('corrections.accept') }).click()
  await expect(page.getByText(t('corrections.accepted'), { exact: true })).toBeVisible()
  await expect(page.getByText(t('waiting.none'))).toBeVisible()
  await page.goto('/waiting?kind=proposals&list=decided')
  await page.getByRole('button', { name: t('absence.undo') }).click()
  await expect(page.getByText(t('waiting.noneDecided'))).toBeVisible()
})

test('a parent enters an alert and a contact; the register says that there is one, and the gate whom to call', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  await comeAs(parent.phone)
  await page.goto(`/child?student=${omar.id}&tab=record`)
  await page.getByRole('button', { name: t('safety.addAlert') }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('safety.toDo'), { exact: true }).fill('البخاخ في حقيبته')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText('البخاخ في حقيبته')).toBeVisible()
  await page.getByRole('button', { name: t('safety.addContact') }).click()
  await dialog.getByLabel(t('safety.name'), { exact: true }).fill('هبة ماهر الجندي')
  await dialog.getByLabel(t('safety.phone'), { exact: true }).fill('02 24000003')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText('هبة ماهر الجندي', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await signOut()
  await signIn(manager.phone)
  await page.goto(`/${class4a.id}`)
  await expect(page.locator(`[data-student="${omar.id}"]`)).toContainText(t('attendance.hasAlert'))
  await page.goto('/gate')
  await page.getByRole('searchbox', { name: t('safety.find') }).fill('عمر كريم')
  await page.getByRole('button', { name: 'عمر كريم الجندي' }).click()
  await expect(page.getByText('هبة ماهر الجندي', { exact: true })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const people = page.getByRole('region', { name: t('safety.mayFetch') })
  await people.getByRole('button').first().click()
  await expect(page.getByText(t('safety.act.handedOver'), { exact: true })).toBeVisible()
})

test('the school asks for a trip with one place, and a parent signs up and withdraws', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  await comeAs(manager.phone)
  await page.goto('/forms')
  await page.getByRole('button', { name: t('forms.add') }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog, t('forms.kindOf'), t('forms.kind.trip'))
  await dialog.getByLabel(t('forms.name'), { exact: true }).fill('رحلة إلى المتحف')
  await dialog.getByLabel(t('forms.body'), { exact: true }).fill('نعود في الثانية.')
  await dialog.getByLabel(t('forms.places'), { exact: true }).fill('1')
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await page.getByRole('button', { name: t('forms.report') }).click()
  await expect(page.getByRole('table', { name: 'رحلة إلى المتحف' })).toBeVisible()
  const asked = page.getByRole('listitem').filter({ hasText: 'رحلة إلى المتحف' })
  const remind = asked.getByRole('button', { name: new RegExp(`^${t('forms.remind_other').split(' ')[0]} `) })
  await remind.click()
  await expect(asked).toContainText(t('forms.reminded'))
  await expect(remind).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await signOut()
  await signIn(parent.phone)
  await page.goto(`/child?student=${omar.id}`)
  const form = page.getByRole('listitem').filter({ hasText: 'رحلة إلى المتحف' })
  await form.getByRole('button', { name: t('forms.agree.trip') }).click()
  await expect(form).toContainText(t('forms.answer.agreed'))
  const same = form.getByRole('button', { name: new RegExp(t('forms.sameFor').split('{{')[0]!) })
  await same.click()
  await expect(same).toHaveCount(0)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  await form.getByRole('button', { name: t('forms.withdraw') }).click()
  await expect(form).toContainText(t('forms.answer.withdrawn'))
  const paper = await paperOf(page)
  await press(form, t('forms.paper.print'))
  for (const words of ['نعود في الثانية.', t('forms.paper.agreed'), t('forms.paper.withdrawn'), 'SHA-256'])
    await expect(paper.sheet).toContainText(words)
  await paper.clear()
})
