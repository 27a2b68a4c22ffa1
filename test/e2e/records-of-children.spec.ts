import { people } from '#test/world/people.ts'
import { students } from '#test/world/students.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { countTaps } from './taps.ts'

const { parent } = people
const { omar, laila } = students

test('a parent comes from the day to the records of all children, proposes in three taps and confirms all in one', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(parent.phone)
  const taps = await countTaps(page)
  await page.goto('/')
  await page
    .getByRole('link', { name: t('corrections.lacks.emergencyContact') })
    .first()
    .click()
  await expect(page.getByRole('heading', { level: 1, name: t('corrections.stillRight') })).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  const of = ({ firstName, middleName, lastName }: typeof omar) =>
    page.getByRole('region', { name: `${firstName} ${middleName} ${lastName}` })
  await expect(of(laila)).toBeVisible()
  taps.reset()
  await of(omar)
    .getByRole('listitem')
    .filter({ hasText: t('settings.record.birthPlace') })
    .getByRole('button')
    .click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel(t('corrections.value'), { exact: true }).fill('دمنهور')
  await dialog.getByRole('button', { name: t('corrections.send') }).click()
  await expect(of(omar)).toContainText('دمنهور')
  expect(taps.count()).toBeLessThanOrEqual(3)

  taps.reset()
  await page.getByRole('button', { name: t('corrections.confirm') }).click()
  await expect(page.getByText(t('corrections.confirmed'), { exact: true })).toBeVisible()
  expect(taps.count()).toBe(1)
})
