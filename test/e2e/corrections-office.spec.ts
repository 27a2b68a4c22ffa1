import { recordProposals } from '#contract/people/official-records/proposals.ts'
import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { choose } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { paperOf, press } from './paper.ts'

const { manager, parent } = people
const { omar, laila } = students

test('the office narrows corrections to a field and accepts all of it at once, and prints what is missing', async ({
  page,
  t,
  language,
  comeAs,
  house,
}) => {
  await comeAs(parent.phone)
  const ask = async (studentId: string, field: string, value: string) => {
    const answer = await page.request.post(`/${recordProposals.ask.path}`, {
      data: { studentId, field, value },
      headers: { origin: house.url },
    })
    expect(answer.status(), await answer.text()).toBe(200)
  }
  for (const child of [omar, laila]) await ask(child.id, 'birthPlace', 'دمنهور')
  await ask(omar.id, 'address', '18 شارع عباس العقاد')
  await page.context().clearCookies()
  await comeAs(manager.phone)

  await page.goto('/waiting?kind=proposals')
  const queue = page.getByRole('list', { name: t('waiting.title') })
  await expect(queue.getByRole('listitem')).toHaveCount(3)
  await choose(page, page.locator('main'), t('corrections.field'), t('settings.record.birthPlace'))
  await expect(queue.getByRole('listitem')).toHaveCount(2)
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const two = language === 'ar' ? 'acceptAll_two' : 'acceptAll_other'
  await page.getByRole('button', { name: t(`corrections.${two}`).replace('{{count}}', '2') }).click()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: t('corrections.accept') })
    .click()
  await expect(queue.getByRole('listitem')).toHaveCount(1)
  await expect(queue).toContainText(t('settings.record.address'))

  await page.goto('/settings/students?statistics=day')
  await choose(page, page.locator('main'), t('settings.missing.which'), t('settings.missing.emergencyContact'))
  await expect(page.getByRole('table', { name: t('settings.missing.title') })).toContainText(omar.lastName)
  const paper = await paperOf(page)
  await press(page, t('settings.missing.letters'))
  const letter = paper.sheet.locator('article').filter({ hasText: `${omar.firstName} ${omar.middleName}` })
  await expect(letter).toContainText(t('settings.missing.letter.asks'))
  await expect(letter).toContainText(t('settings.missing.emergencyContact'))
  await expect(letter.getByRole('img')).toHaveAccessibleName(/\/my-children\/records$/)
  await paper.clear()
})
