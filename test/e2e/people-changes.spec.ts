import { ask } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'
import { choose } from './choose.ts'
import { expect, test } from './house.ts'
import { openPart } from './student-page.ts'

const { manager, deputy, nile, parent, teacher, mathsTeacher, enteredTwice, enteredAgain } = world

test('a student who was entered twice is merged after a preview, and the two are given back @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto(`/settings/students?student=${enteredTwice.id}`)
  await page.getByRole('button', { name: t('merge.start') }).click()
  const dialog = page.getByRole('dialog')
  await test.step('where more students are found than the dialog shows at first, it shows them on request', async () => {
    const typed = await dialog.getByRole('searchbox').inputValue()
    await dialog.getByRole('searchbox').fill('')
    await dialog.getByRole('button', { name: t('common.loadMore') }).click()
    await expect(dialog.getByRole('listitem').nth(8)).toBeVisible()
    await dialog.getByRole('searchbox').fill(typed)
  })
  await dialog.getByRole('button', { name: new RegExp(enteredAgain.code) }).click()
  await expect(dialog.getByRole('table')).toContainText(t('merge.part.attendance'))
  await dialog.getByRole('button', { name: t('merge.merge'), exact: true }).click()
  await expect(dialog).toHaveCount(0)

  const done = page.getByRole('list', { name: t('merge.done') })
  await expect(done).toContainText(enteredAgain.code)

  await test.step('of the other entry nothing is written, and its forms are gone', async () => {
    await page.goto(`/settings/students?student=${enteredAgain.id}`)
    await expect(page.getByText(t('sentences.This student was merged with another'))).toBeVisible()
    await expect(page.getByLabel(t('settings.students.firstName'))).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: new RegExp(t('settings.edit')) })).toHaveCount(0)
    await openPart(page, t, t('student.file'), t('children.record'))
    await expect(page.getByRole('button', { name: t('settings.record.print') })).toBeVisible()
    await expect(page.getByRole('main').getByRole('textbox')).toHaveCount(0)
    await expect(page.getByRole('main').getByRole('button', { name: new RegExp(t('settings.edit')) })).toHaveCount(0)
    await expect(page.getByRole('button', { name: t('settings.guardian.add') })).toHaveCount(0)
    await page.goto(`/settings/students?student=${enteredTwice.id}`)
  })

  await done.getByRole('button', { name: new RegExp(`^${t('merge.undo')}`) }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('merge.undo') })
    .click()
  await expect(done).toContainText(t('merge.undone'))
})

test('a person changes the own number with a code to the old and to the new one @once', async ({
  page,
  t,
  comeAs,
  signIn,
  signOut,
  codes,
}) => {
  const phoneNumber = '01055554321'
  await comeAs(parent.phone)
  await page.goto('/profile')
  await page.getByRole('link', { name: t('profile.changeNumber') }).click()
  await page.getByLabel(t('numbers.change.phoneNumber')).fill(phoneNumber)
  await page.getByRole('button', { name: t('numbers.change.send') }).click()
  await page.getByLabel(t('numbers.change.oldCode')).fill(await codes.next(parent.phone))
  await page.getByLabel(t('numbers.change.newCode')).fill(await codes.next(phoneNumber))
  await page.locator('input[type=password]').fill('kashkool')
  await page.getByRole('button', { name: t('numbers.change.title') }).click()
  await expect(page.getByText(t('numbers.change.done')).first()).toBeVisible()
  await signOut()
  await signIn(phoneNumber)
})

test('a school changes the number of a person who stands there, and a second one confirms it @once', async ({
  page,
  house,
  t,
  comeAs,
  signIn,
  signOut,
  codes,
}) => {
  const phoneNumber = '01055554322'
  const dialog = page.getByRole('dialog')
  const askForCode = async (number: string) => {
    await dialog.getByLabel(t('numbers.change.phoneNumber')).fill(number)
    await dialog.getByRole('button', { name: t('numbers.setting.sendCode') }).click()
  }
  await comeAs(manager.phone)
  await page.goto('/settings/phone-changes')
  await page.getByLabel(t('numbers.setting.oldNumber')).fill(parent.phone)
  await page.getByRole('button', { name: t('settings.find') }).click()
  await askForCode('01055554323')
  await dialog.getByLabel(t('numbers.change.newCode')).fill('1')
  await dialog.getByRole('button', { name: t('numbers.change.back') }).click()
  await askForCode(phoneNumber)
  await dialog.getByLabel(t('numbers.change.newCode')).fill(await codes.next(phoneNumber))
  await dialog.getByRole('button', { name: t('numbers.setting.request') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(page.getByText(t('numbers.state.requested'), { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: t('common.confirm') })).toHaveCount(0)

  await signOut()
  await signIn(deputy.phone)
  await page.goto('/settings/phone-changes')
  await page.getByRole('button', { name: t('common.confirm') }).click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(page.getByText(t('numbers.state.confirmed'), { exact: true })).toBeVisible()

  await signOut()
  await ask(
    house.connection,
    `insert into user_permissions (user_id, permission_id, school_id) select '${teacher.id}', id, '${nile.id}' from permissions
     where key in ('ViewSchoolSettings', 'ViewClassesSettingSection', 'ChangePhoneNumbers')`,
  )
  await signIn(teacher.phone)
  await page.goto('/settings/phone-changes')
  await expect(page.getByText(t('numbers.setting.findNeeds'))).toBeVisible()
  await expect(page.getByLabel(t('numbers.setting.oldNumber'))).toHaveCount(0)
})

test('one teacher takes over from another after a preview, and everything is given back @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/teachers')
  const name = (person: { firstName: string; middleName: string; lastName: string }) =>
    `${person.firstName} ${person.middleName} ${person.lastName}`
  await page.getByRole('button', { name: `${t('settings.replacements.open')}: ${name(teacher)}` }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog, t('settings.replacements.toTeacherId'), name(mathsTeacher))
  await dialog.getByRole('button', { name: t('settings.replacements.preview') }).click()
  await expect(dialog.getByRole('listitem').first()).toBeVisible()
  await dialog.getByRole('button', { name: t('settings.replacements.back') }).click()
  await expect(dialog.getByRole('combobox', { name: t('settings.replacements.toTeacherId') })).toContainText(
    name(mathsTeacher),
  )
  await dialog.getByRole('button', { name: t('settings.replacements.preview') }).click()
  await dialog.getByRole('button', { name: t('settings.replacements.replace') }).click()
  await expect(dialog).toHaveCount(0)
  const list = page.getByRole('region', { name: t('settings.replacements.list') })
  await list
    .getByRole('button', { name: new RegExp(`^${t('settings.replacements.undo')}`) })
    .first()
    .click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.replacements.undo') })
    .click()
  await expect(list).toContainText(t('settings.replacements.state.undone'))
})
