import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { people } from '#test/world/people.ts'
import { ask } from '#test/harness/ground.ts'
import { choose } from './choose.ts'
import { called, expect, test } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { paste } from './paste.ts'
import { countTaps } from './taps.ts'

const { manager, deputy, teacher, newcomer } = people

test('a form that needs something else first leads to it', async ({ page, house, t, comeAs }) => {
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', {
    phoneNumber: newcomer.phone,
    password: 'kashkool',
  })
  await called(house, schoolSettings.add.path, { name: 'مدرسة نسائم الصباح', about: 'جديدة', vesion: 'قريبة' }, token)
  await comeAs(newcomer.phone)
  await page.goto('/settings/classes')
  const dialog = page.getByRole('dialog')
  await page
    .getByRole('button', { name: t('settings.classes.add') })
    .first()
    .click()
  await expect(dialog).toContainText(t('settings.noGrade'))
  await expect(dialog.getByRole('link', { name: t('settings.menu.language') })).toBeVisible()
  await expectAccessible(page)
  await dialog.getByRole('link', { name: t('settings.menu.grades') }).click()
  await expect(page).toHaveURL('/settings/grade')
  await expect(page.getByText(t('settings.grade.empty'))).toBeVisible()

  await page.goto('/settings/teachers')
  await expect(page.getByText(t('settings.teachers.empty'))).toBeVisible()
  await expect(page.getByText(t('settings.teachers.afterApproval'))).toBeVisible()
})

test('a school says what it is, and in which languages it teaches', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/school-info')
  await page.getByLabel(t('settings.schoolInfo.name')).fill('')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByText(t('sentences.School Name is required'))).toBeVisible()
  await page.getByLabel(t('settings.schoolInfo.name')).fill('مدرسة شاطئ النيل')
  await choose(page, page, t('settings.schoolInfo.timeZone'), 'Asia/Riyadh')
  await page.getByRole('button', { name: t('common.save') }).click()
  await expect(page.getByRole('region', { name: /F8/ }).getByText(t('settings.saved'))).toBeVisible()
  await expectAccessible(page)

  const dialog = page.getByRole('dialog')
  await page.goto('/settings/language')
  const arabic = t('reference.languages.arabic')
  await page.getByRole('button', { name: `${t('settings.remove')}: ${arabic}` }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(
    t('sentences.This language is still used by classes or courses'),
  )
})

test('a school publishes its contacts, and removes one that was published by mistake', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/school-info')
  await page.getByRole('link', { name: t('settings.contact.title') }).click()
  await page.getByRole('button', { name: t('settings.contact.add') }).click()
  const dialog = page.getByRole('dialog')
  await choose(page, dialog, t('settings.contact.contactTypeId'), t('reference.contactTypes.phone'))
  await dialog.getByLabel(t('settings.contact.value'), { exact: true }).fill('02 5555 1234')
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)
  await page.getByRole('searchbox').fill(t('reference.contactTypes.mobile'))
  await expect(page.getByText('02 5555 1234')).toHaveCount(0)
  await expect(page.getByText('01000001001', { exact: true })).toBeVisible()
  await page.getByRole('searchbox').fill('5555')
  await page.getByRole('button', { name: `${t('settings.remove')}: 02 5555 1234` }).click()
  await dialog.getByRole('button', { name: t('settings.remove') }).click()
  await expect(page.getByText('02 5555 1234')).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused()

  // With the keyboard, the row after a removed one gets the focus, and one key too many presses nothing in it.
  await page.getByRole('searchbox').fill('')
  const rows = page.getByRole('list', { name: t('settings.contact.title') }).getByRole('listitem')
  const second = await rows.nth(1).textContent()
  await rows.first().getByRole('button').last().press('Enter')
  await dialog.getByRole('button', { name: t('settings.remove') }).press('Enter')
  await expect(rows.first()).toHaveText(second!)
  await expect(rows.first()).toBeFocused()
})

test('the administrator hands the school over to another manager, and to nobody else', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/school-info')
  const phone = page.getByLabel(t('settings.schoolInfo.managerPhone'))
  const find = page.getByRole('main').getByRole('button', { name: t('settings.find') })
  const handOver = page.getByRole('button', { name: t('settings.schoolInfo.handOver') })
  await phone.fill('01099999999')
  await find.click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.enterPhone'))

  await phone.fill(teacher.phone)
  await find.click()
  await handOver.click()
  await expectAccessible(page)
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.schoolInfo.handOver') })
    .click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(
    t('sentences.The new administrator must already be a manager of this school'),
  )

  await phone.fill(deputy.phone)
  await find.click()
  await expect(page.getByText(deputy.lastName)).toBeVisible()
  await handOver.click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('settings.schoolInfo.handOver') })
    .click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.schoolInfo.handedOver'))
  await expect(phone).toHaveCount(0)
})

test('a new school goes from nothing to classes with teachers in 26 clicks, 31 on a phone', async ({
  page,
  house,
  t,
  narrow,
  signIn,
}) => {
  const taps = await countTaps(page)
  await signIn(newcomer.phone)
  taps.reset()
  const dialog = page.getByRole('dialog')
  await page.getByRole('button', { name: t('home.beginSchool') }).click()
  const form = dialog.filter({ hasText: t('settings.schoolInfo.addHint') })
  await form.getByLabel(t('settings.schoolInfo.name')).fill('مدرسة نسائم الصباح')
  await form.getByLabel(t('settings.schoolInfo.about')).fill('مدرسة ابتدائية جديدة')
  await form.getByLabel(t('settings.schoolInfo.vision')).fill('تعليم قريب من البيت')
  await form.getByRole('button', { name: t('settings.schoolInfo.send') }).click()
  await expect(page.getByRole('region', { name: /F8/ })).toContainText(t('settings.schoolInfo.submitted'))
  await expect(page).toHaveURL('/')
  const steps = page.getByRole('region', { name: t('home.setup') })
  await steps.getByRole('link', { name: `${t('home.stepAdd')}: ${t('home.steps.languages')}` }).click()

  const open = async (setting: string) => {
    if (narrow && page.url() !== `${house.url}/settings`)
      await page.getByRole('link', { name: t('settings.title') }).click()
    await page
      .getByRole('navigation', { name: t('settings.title') })
      .getByRole('link', { name: t(`settings.menu.${setting}`) })
      .click()
  }
  await page.getByRole('button', { name: t('settings.language.add') }).click()
  await choose(page, dialog, t('settings.language.languageId'), t('reference.languages.arabic'))
  await dialog.getByRole('button', { name: t('settings.add') }).click()
  await expect(dialog).toHaveCount(0)

  await open('grades')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  await paste(page.getByLabel(t('settings.grade.name')).first(), [['الصف الأول'], ['الصف الثاني'], ['الصف الثالث']])
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.grade.title') }).getByRole('listitem')).toHaveCount(3)

  await open('classes')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  const both = t('settings.classes.gender3')
  const language = t('reference.languages.arabic')
  const rows = ['الأول', 'الثاني', 'الثالث'].flatMap((grade) =>
    ['أ', 'ب'].map((letter) => [`فصل ${grade} ${letter}`, `الصف ${grade}`, language, both, '30']),
  )
  await paste(page.getByLabel(t('settings.classes.name')).first(), rows)
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.classes.title') }).getByRole('listitem')).toHaveCount(6)

  await open('course')
  await page.getByRole('button', { name: t('settings.addSeveral') }).click()
  const courses = ['لغة عربية', 'رياضيات'].map((course) => [course, language, `${course} للمرحلة الأولى`])
  await paste(page.getByLabel(t('settings.course.name')).first(), courses)
  await page.getByRole('button', { name: t('settings.addAll') }).click()
  await expect(page.getByRole('list', { name: t('settings.course.title') }).getByRole('listitem')).toHaveCount(2)

  // Teachers can be linked once the platform has admitted the school (api.md §12, schools).
  await ask(
    house.connection,
    `update schools set active = true, activated_at = now(), coin_type_id = (select id from coin_types limit 1)
     where name = 'مدرسة نسائم الصباح'`,
  )
  await open('teacher')
  await page.getByRole('button', { name: t('settings.teachers.add') }).click()
  await dialog.getByLabel(t('settings.teachers.phone')).fill(teacher.phone)
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await dialog.getByRole('button', { name: t('settings.teachers.link') }).click()
  await page.getByRole('button', { name: t('settings.teachers.give') }).click()
  await choose(page, dialog, t('settings.teachers.courseId'), 'رياضيات')
  await choose(page, dialog, t('settings.teachers.classes'), 'فصل الأول أ', 'فصل الثاني أ')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  const taught = page.getByRole('list', { name: `${t('settings.teachers.classes')}: رياضيات` })
  await expect(taught.getByRole('listitem')).toHaveCount(2)
  expect(taps.count()).toBe(narrow ? 31 : 26)
})
