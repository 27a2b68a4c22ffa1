import { workInBackground } from '#server/platform/jobs/worker.ts'
import { longWork } from '#server/run/start/long-work.ts'
import { clock } from '#test/world/clock.ts'
import { accountsOf, ask } from '#test/harness/ground.ts'
import { classes } from '#test/world/classes.ts'
import { people } from '#test/world/people.ts'
import { schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { choose, chooseContaining } from './choose.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { omar, laila } = students
const { class5b } = classes

test('several students get a note, are exported, printed, moved and deactivated at once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  await comeAs(people.manager.phone)
  await page.goto('/settings/students')
  const dialog = page.getByRole('dialog')
  const bar = page.getByRole('region', { name: t('settings.students.chosenOnes') })
  const press = (name: string) => bar.getByRole('button', { name: t(name), exact: true }).click()
  const chooseBoth = async () => {
    for (const { code } of [omar, laila]) {
      await page.getByRole('searchbox').fill(code)
      await page.getByRole('table').getByRole('row').filter({ hasText: code }).getByRole('checkbox').check()
    }
  }
  await chooseBoth()
  await expect(bar).toBeVisible()
  await expectAccessible(page)
  await expectNoSidewaysScroll(page)

  await press('exports.export')
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: t('exports.csv') }).click()
  const file = await (await download).createReadStream()
  const text = (await file.toArray()).join('')
  expect(text.trim().split('\n')).toHaveLength(3) // a heading and both students
  expect(text).toContain(omar.code)

  await page.evaluate(() => {
    globalThis.print = () =>
      void (document.documentElement.dataset.printed = document.querySelector('[data-paper]')!.textContent)
  })
  await press('settings.students.printThem')
  await expect(page.locator('html')).toHaveAttribute('data-printed', new RegExp(`${omar.code}|${laila.code}`))
  await expect(page.locator('[data-paper]')).toHaveCount(0)

  await press('settings.students.noteForThem')
  await dialog.getByRole('textbox').fill('اجتماع أولياء الأمور يوم الخميس')
  await expectAccessible(page)
  const question = page.getByRole('dialog', { name: t('common.discardAsk') })
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: t('common.keepWriting') }).click()
  await expect(question).toHaveCount(0)
  await dialog.getByRole('button', { name: t('settings.notes.add') }).click()
  await expect(dialog).toHaveCount(0)
  await expect(bar).toHaveCount(0)
  const notes = await ask<{ of: string }>(
    house.connection,
    `select student_id as of from student_notes where notes = 'اجتماع أولياء الأمور يوم الخميس'`,
  )
  expect(notes.map(({ of }) => of).toSorted()).toEqual([omar.id, laila.id].toSorted())

  await ask(house.connection, `update class_rooms set max_of_students = 21 where id = '${class5b.id}'`)
  await chooseBoth()
  await press('settings.students.moveThem')
  await chooseContaining(page, dialog, t('settings.students.classRoomId'), class5b.name)
  await dialog.getByRole('button', { name: t('settings.students.moveThem') }).click()
  await expect(dialog.getByRole('alert')).toContainText(t('sentences.This class is full'))
  await dialog.getByRole('button', { name: t('common.cancel') }).click()
  await expect(bar).toContainText(t('settings.students.chosen_one').replace('{{count}}', '1')) // the other student is already in it
  await press('settings.students.chooseNone')

  await chooseBoth()
  await press('settings.students.deactivateThem')
  await dialog.getByRole('button', { name: t('settings.students.deactivateThem') }).click()
  await expect(dialog).toHaveCount(0)
  const active = await ask<{ active: boolean }>(
    house.connection,
    `select active from students where id in ('${omar.id}', '${laila.id}')`,
  )
  expect(active.map((row) => row.active)).toEqual([false, false])

  await page.getByRole('searchbox').fill('')
  await choose(page, page, t('settings.students.seat'), t('settings.students.unpaid'))
  const unpaid = await ask(
    house.connection,
    `select id from students where not is_paid and school_id = (select school_id from students where id = '${omar.id}')`,
  )
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(unpaid.length)
})

test('seats of a whole school are renewed, and all its students written to, by work that can be left', async ({
  page,
  house,
  language,
  t,
  comeAs,
}) => {
  const many = 60
  await ask(
    house.connection,
    `with more as (
       insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid, seat_ended_on)
       select gen_random_uuid(), school_id, id, 'ST' || lpad((900000000 + n)::text, 10, '0'), 'طالب', 'رقم', 'كثير', false,
         '2025-01-01' from class_rooms, generate_series(1, ${many}) n where id = '${class5b.id}' returning *)
     insert into coin_entries (id, school_id, kind, coins, made_by)
     select gen_random_uuid(), '${schools.nile.id}', 'manual', count(*) * 2, '${people.manager.id}' from more`,
  )
  await comeAs(people.manager.phone)
  await page.goto('/settings/students')
  const dialog = page.getByRole('dialog')
  const card = page
    .getByRole('main')
    .locator('section')
    .filter({ has: page.getByRole('status') })
  const count = (key: string, n: number) =>
    t(`settings.students.${key}_${new Intl.PluralRules(language).select(n)}`).replace('{{count}}', String(n))

  await page.getByRole('button', { name: t('settings.students.renewAll') }).click()
  await dialog.getByRole('button', { name: t('settings.students.renew'), exact: true }).click()
  await expect(card).toContainText(t('settings.students.job.renewSeats.running'))
  await expectAccessible(page)
  await page.goto('/settings/classes') // the page is left while the work waits
  await page.goto('/settings/students')
  await expect(card).toContainText(t('settings.students.job.mayLeave'))
  const worker = workInBackground(accountsOf(house.connection), clock, longWork(50))
  await expect(card).toContainText(count('job.renewSeats.done', many + 2))
  await expectNoSidewaysScroll(page)

  await page.getByRole('searchbox').fill('كثير')
  await expect(page.getByText(count('count', many), { exact: true })).toBeVisible()
  await page.getByRole('button', { name: t('common.loadMore') }).click()
  await expect(page.getByRole('table').getByRole('checkbox')).toHaveCount(many)
  await page.getByRole('button', { name: t('settings.students.chooseShown') }).click()
  const bar = page.getByRole('region', { name: t('settings.students.chosenOnes') })
  await bar.getByRole('button', { name: t('settings.students.noteForThem') }).click()
  await dialog.getByRole('textbox').fill('رحلة يوم الأحد')
  await dialog.getByRole('button', { name: t('settings.notes.add') }).click()
  await expect(bar).toHaveCount(0)
  await expect(card.filter({ hasText: count('job.addNotes.done', many) })).toBeVisible()
  await worker.stop()
})
