import { today } from '#test/world/clock.ts'
import { ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { dayAfter } from '#web/lib/days.ts'
import { expect, test } from './house.ts'
import { elsewhere } from './others.ts'

const { supervisor } = people
const { class4a } = classes

test('a class that is left open over midnight is on the next day, and nothing is taken or set where it would be refused @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(supervisor.phone)
  await page.goto(`/${class4a.id}`)
  const marks = page.getByRole('region', { name: t('attendance.register') }).locator('[data-mark]')
  const day = (at: string) => page.locator(`time[datetime="${at}"]`)
  await expect(marks).toHaveCount(20)
  await expect(day(today)).not.toHaveCount(0)
  await page.evaluate(() => {
    const before = Date
    const tomorrow = () => before.now() + 86_400_000
    globalThis.Date = new Proxy(before, {
      construct: (one, given: [], made) => Reflect.construct(one, given.length > 0 ? given : [tomorrow()], made),
      get: (one, name) => (name === 'now' ? tomorrow : Reflect.get(one, name)),
    })
    document.dispatchEvent(new Event('visibilitychange'))
  })
  await expect(day(dayAfter(today))).not.toHaveCount(0)
  await expect(day(today)).toHaveCount(0)

  await page.goto(`/${class4a.id}?tab=attendance&days=history&day=${dayAfter(today)}`)
  const students = page.getByRole('region', { name: t('attendance.register') }).getByRole('listitem')
  await expect(students).toHaveCount(20)
  await expect(marks).toHaveCount(0)
  const holiday = { kind: 'holiday', name: 'عاصفة', fromDay: today, toDay: today }
  await elsewhere(house, 'Calendar/SaveDays', { schoolId: class4a.schoolId, items: [holiday] })
  await page.goto(`/${class4a.id}`)
  await expect(page.getByRole('region', { name: t('attendance.register') })).toContainText(t('attendance.closed'))
  await ask(house.connection, `update class_rooms set active = false where id = '${class4a.id}'`)
  await page.goto(`/${class4a.id}`)
  await expect(students).toHaveCount(20)
  await expect(marks).toHaveCount(0)
  await page.getByRole('tab', { name: t('classes.homework') }).click()
  await expect(page.getByRole('list', { name: t('settings.homework.list') }).getByRole('listitem')).not.toHaveCount(0)
  await expect(page.getByRole('button', { name: t('settings.homework.add') })).toHaveCount(0)
})
