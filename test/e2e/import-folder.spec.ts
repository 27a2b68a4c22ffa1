import { mkdirSync, writeFileSync } from 'node:fs'
import { importWork } from '#server/imports/store/import-work.ts'
import { workInBackground } from '#server/jobs/worker.ts'
import { clock } from '#test/clock.ts'
import { accountsOf } from '#test/ground.ts'
import { largeFolder } from '#test/imports/large-folder.ts'
import { csvOf } from '#test/imports/sending.ts'
import { world } from '#test/world.ts'
import { expect, expectAccessible, expectNoSidewaysScroll, test } from './house.ts'

test('a folder of a thousand students comes in with eight clicks at most @once', async ({
  page,
  house,
  t,
  signIn,
}, info) => {
  test.slow()
  const importer = workInBackground(accountsOf(house.connection), clock, [importWork])
  const folder = info.outputPath('school')
  mkdirSync(folder)
  for (const [name, rows] of Object.entries(largeFolder(1000))) writeFileSync(`${folder}/${name}`, csvOf(rows))
  writeFileSync(`${folder}/read me.txt`, 'no table')
  await signIn(world.manager.phone)
  await page.goto('/settings/students')

  let clicks = 0
  const click = async (role: 'link' | 'button', name: string | RegExp) => {
    clicks += 1
    await page.getByRole(role, { name }).first().click()
  }
  await click('link', t('settings.students.import'))
  const chooser = page.waitForEvent('filechooser')
  await click('button', t('imports.chooseFolder'))
  await (await chooser).setFiles(folder)

  await click('button', /\b25\b/)
  const files = page.locator('[data-import=files]')
  await click('button', t('imports.next'))
  await expect(files).toBeVisible()
  await files.locator('summary').click()
  await expect(files).toContainText('users.csv')
  await expect(files).toContainText(/2,?025/)
  await expect(files).not.toContainText('read me')
  await expect(page.locator('[data-import=staff]')).toContainText('25')
  // Guardians of a folder are asked to an account only where somebody wants that.
  const invited = page.getByText(t('imports.guardians_other').replace('{{count}}', '1000'))
  await expect(invited).toHaveCount(0)
  clicks += 1
  await page.getByRole('checkbox', { name: t('imports.folder.invites') }).click()
  await expect(invited).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await click('button', t('imports.start_other').replace('{{count}}', '1000'))
  await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible({ timeout: 60_000 })
  await expect(page.getByText(t('imports.folder.madeCourses_one').replace('{{count}}', '1'))).toBeVisible()
  expect(clicks).toBeLessThanOrEqual(8)
  await importer.stop()
})
