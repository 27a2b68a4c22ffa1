import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { courses } from '#test/world/schools.ts'
import { expect, test } from './house.ts'

const { supervisor } = people
const { class4a } = classes

test('all marks of a class stand in one grid, whose keys follow the direction of reading @once', async ({
  page,
  t,
  language,
  comeAs,
}) => {
  await comeAs(supervisor.phone)
  await page.goto(`/${class4a.id}?tab=marks&course=${courses.arabic.id}`)
  const grid = page.getByRole('grid', { name: t('classMarks.label') })

  await page.emulateMedia({ media: 'print' })
  expect(await grid.evaluate(({ parentElement: box }) => box!.scrollHeight - box!.clientHeight)).toBe(0)
  await page.emulateMedia({ media: 'screen' })

  await grid.getByRole('columnheader').first().focus()
  await page.keyboard.press('ArrowDown')
  const name = grid.getByRole('rowheader').first()
  await expect(name).toBeFocused()
  await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
  await expect(grid.getByRole('gridcell').first()).toBeFocused()
  await page.keyboard.press('End')
  await expect(name).toBeInViewport()
  await page.keyboard.press('Control+Home')
  await page.keyboard.press(language === 'ar' ? 'ArrowLeft' : 'ArrowRight')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toContainText(courses.arabic.name)
})
