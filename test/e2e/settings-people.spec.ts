import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test, textsOf } from './house.ts'
import { expectAccessible } from './accessible.ts'
import { deliveringInboxes } from './others.ts'
import { paperOf, press } from './paper.ts'

const { manager, newcomer } = people
const { class4a, class4b } = classes

test('a teacher is linked by phone, gets a course with its classes, teaches, and is unlinked', async ({
  page,
  house,
  t,
  comeAs,
  signIn,
  signOut,
}) => {
  const worker = deliveringInboxes(house.connection)
  await comeAs(manager.phone)
  const dialog = page.getByRole('dialog')
  await test.step('what an invitation would teach is not lost by a slip', async () => {
    await page.goto('/settings/teachers?invitations=1')
    await page
      .getByRole('button', { name: t('settings.staffInvitations.add') })
      .first()
      .click()
    await choose(page, dialog, t('settings.staffInvitations.addCourse'), courses.art.name)
    await page.keyboard.press('Escape')
    const question = page.getByRole('dialog', { name: t('common.discardAsk') })
    await question.getByRole('button', { name: t('common.discard') }).click()
    await expect(dialog).toHaveCount(0)
  })
  await page.goto('/settings/teachers')
  await page.getByRole('button', { name: t('settings.teachers.add') }).click()
  await dialog.getByLabel(t('settings.teachers.phone')).fill('٠١٠٩٩٩٩٩٩٩٩')
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(page.getByText(t('settings.enterPhone'), { exact: true })).toBeVisible()
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(dialog.getByText(t('settings.teachers.nobody'))).toBeVisible()
  await expectAccessible(page)
  const paper = await paperOf(page)
  await press(dialog, t('letter.print'))
  await expect(paper.sheet.getByRole('article')).toHaveCount(1)
  await expect(paper.sheet).toContainText('01099999999')
  for (const language of ['ar', 'en'] as const)
    await expect(paper.sheet).toContainText(textsOf(language)('letter.staff.greeting'))
  await expect(paper.sheet.getByRole('img', { name: house.url })).toHaveCount(2)
  await expectAccessible(page)
  await paper.clear()

  await dialog.getByLabel(t('settings.teachers.phone')).fill(newcomer.phone)
  await dialog.getByRole('button', { name: t('settings.find') }).click()
  await expect(dialog.getByRole('status')).toContainText(newcomer.lastName)
  await dialog.getByRole('button', { name: t('settings.teachers.link') }).click()

  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`${newcomer.firstName} ${newcomer.lastName}`)
  await page.getByRole('button', { name: t('settings.teachers.give') }).click()
  await choose(page, dialog, t('settings.teachers.courseId'), courses.art.name)
  await choose(page, dialog, t('settings.teachers.classes'), class4a.name, class4b.name)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()

  const taught = page.getByRole('list', { name: `${t('settings.teachers.classes')}: ${courses.art.name}` })
  await expect(taught.getByRole('listitem')).toHaveText([class4a.name, class4b.name].map(containing))
  await expectNoSidewaysScroll(page)
  await taught.getByRole('button', { name: `${t('settings.remove')}: ${class4b.name}` }).click()
  await dialog.getByRole('button', { name: t('settings.remove'), exact: true }).click()
  await expect(taught.getByRole('listitem')).toHaveText([containing(class4a.name)])
  await page.reload()
  await expect(taught.getByRole('listitem')).toHaveText([containing(class4a.name)])

  await page.goto('/settings/teachers')
  await page.getByRole('button', { name: new RegExp(`${t('letter.print')}: ${newcomer.firstName}`) }).click()
  await signOut()
  await signIn(newcomer.phone)
  await page.goto('/inbox')
  await page.getByRole('button', { name: t('inbox.accept') }).click()
  await expect(page.getByText(t('inbox.accepted'), { exact: true })).toBeVisible()
  await page.goto('/my-classroom')
  await expect(page.getByRole('link', { name: containing(class4a.name) })).toBeVisible()
  await page.goto('/profile')
  await expect(page.getByRole('region', { name: t('profile.teachesAt') }).getByRole('link')).toHaveText(
    schools.nile.name,
  )
  await signOut()

  await signIn(manager.phone)
  await page.goto('/settings/teachers')
  const rows = page.getByRole('list', { name: t('settings.teachers.title') }).getByRole('listitem')
  await page.getByRole('searchbox').fill('مروه الشربينى') // folded: ة and ه, ي and ى
  await expect(rows).toHaveCount(1)
  await rows.getByRole('button', { name: new RegExp(t('settings.teachers.unlink')) }).click()
  await expect(dialog).toContainText(t('settings.teachers.unlinkMeans'))
  await dialog.getByRole('button', { name: t('settings.teachers.unlink') }).click()
  await expect(rows).toHaveCount(0)
  await expect(page.getByText(t('settings.noneFound'))).toBeVisible()
  await worker.stop()
})

test('a year goes from its beginning to its end, and its controls with it', async ({ page, t, comeAs }) => {
  await comeAs(manager.phone)
  await page.goto('/settings/current-year')
  const dialog = page.getByRole('dialog')
  const button = (key: string) => page.getByRole('button', { name: t(key), exact: true })
  const before = (await page.getByRole('heading', { level: 2 }).filter({ hasText: '/' }).textContent()) ?? ''

  await button('settings.years.deactivate').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(page.getByText(t('settings.currentYear.none'))).toBeVisible()
  for (const key of ['years.edit', 'years.deactivate', 'years.complete', 'currentYear.add'])
    await expect(button(`settings.${key}`)).toHaveCount(0)
  await expectAccessible(page)

  await button('settings.years.add').click()
  await dialog.getByLabel(t('settings.years.name')).fill(before)
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.A year with this name already exists'))
  await dialog.getByLabel(t('settings.years.name')).fill('2040/2041')
  await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
  await expect(page.getByRole('heading', { name: '2040/2041' })).toBeVisible()
  await expect(page.getByText(t('settings.currentYear.empty'))).toBeVisible()

  const months = page.getByRole('list', { name: t('settings.currentYear.title') }).getByRole('listitem')
  for (const name of ['سبتمبر', 'أكتوبر']) {
    await button('settings.currentYear.add').click()
    await dialog.getByLabel(t('settings.months.name')).fill(name)
    await dialog.getByRole('button', { name: t('settings.add'), exact: true }).click()
    await expect(months.filter({ hasText: name })).toHaveCount(1)
  }
  const october = months.filter({ hasText: 'أكتوبر' })
  await october.getByRole('button', { name: new RegExp(t('settings.edit')) }).click()
  await dialog.getByLabel(t('settings.months.startDate')).fill('2040-10-31')
  await dialog.getByLabel(t('settings.months.endDate')).fill('2040-10-01')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.Invalid date'))
  await dialog.getByLabel(t('settings.months.startDate')).fill('2040-10-01')
  await dialog.getByLabel(t('settings.months.endDate')).fill('2040-10-31')
  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(october).toContainText('2040/10/01')
  await october.getByRole('switch').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(october.getByRole('switch')).not.toBeChecked()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await button('settings.years.complete').click()
  await expect(dialog).toContainText(t('settings.years.completeMeans'))
  await dialog.getByLabel(t('settings.years.typeName')).fill('2039')
  await dialog.getByRole('button', { name: t('settings.years.complete') }).click()
  await expect(dialog.getByRole('alert')).toHaveText(t('sentences.Type the name of the year as it is written'))
  await dialog.getByLabel(t('settings.years.typeName')).fill('2040/2041')
  await dialog.getByRole('button', { name: t('settings.years.complete') }).click()
  await expect(button('settings.years.add')).toBeVisible()

  await page.goto('/settings/years')
  const years = page.getByRole('list', { name: t('settings.years.title') }).getByRole('listitem')
  const completed = years.filter({ hasText: '2040/2041' })
  await expect(completed).toContainText(t('settings.years.completed'))
  await expect(completed.getByRole('button')).toHaveText(t('settings.years.reopen'))
  await expect(button('settings.years.add')).toBeVisible()
  await years.filter({ hasText: before }).getByRole('button').click()
  await dialog.getByRole('button', { name: t('common.confirm') }).click()
  await expect(years.filter({ hasText: before })).toContainText(t('settings.years.current'))
  await expect(button('settings.years.add')).toHaveCount(0)
})

const containing = (text: string) => new RegExp(text)
