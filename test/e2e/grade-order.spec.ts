import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { grades } from '#test/world/schools.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { manager } = people
const [fourth, fifth, sixth] = [grades.grade4.name, grades.grade5.name, grades.grade6.name]

test('grades are put into an order by keys and by dragging, and classes follow it @once', async ({
  page,
  t,
  comeAs,
}) => {
  await comeAs(manager.phone)
  await page.goto('/settings/grade')
  await page.getByRole('button', { name: t('settings.grade.order') }).click()
  const dialog = page.getByRole('dialog')
  const rows = dialog.getByRole('listitem').locator('p')
  const handle = (name: string) =>
    dialog.getByRole('button', { name: t('settings.grade.move').replace('{{name}}', name), exact: true })
  await expect(rows).toHaveText([fourth, fifth, sixth])
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await handle(fourth).focus()
  await page.keyboard.press('End')
  await expect(rows).toHaveText([fifth, sixth, fourth])
  await expect(handle(fourth)).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(rows).toHaveText([fifth, fourth, sixth])

  const [from, to] = [(await handle(fifth).boundingBox())!, (await rows.last().boundingBox())!]
  await page.mouse.move(from.x + from.width / 2, from.y + from.height / 2)
  await page.mouse.down()
  await page.mouse.move(from.x + from.width / 2, to.y + to.height / 2, { steps: 4 })
  await page.mouse.up()
  await expect(rows).toHaveText([fourth, sixth, fifth])

  await dialog.getByRole('button', { name: t('common.save') }).click()
  await expect(dialog).toHaveCount(0)
  const listed = page.getByRole('list', { name: t('settings.grade.title') }).getByRole('listitem')
  await expect(listed.first()).toContainText(fourth)
  await expect(listed.last()).toContainText(fifth)
  await page.goto('/settings/classes')
  const rooms = page.getByRole('list', { name: t('settings.classes.title') }).getByRole('listitem')
  await expect(rooms.first()).toContainText(classes.class4a.name)
  await expect(rooms.last()).toContainText(classes.class5b.name)
})
