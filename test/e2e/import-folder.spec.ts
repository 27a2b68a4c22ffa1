import { mkdirSync, writeFileSync } from 'node:fs'
import { schoolSettings } from '#contract/platform/schools/school-settings.ts'
import { newId } from '#server/db/ids.ts'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workInBackground } from '#server/platform/jobs/worker.ts'
import { clock } from '#test/world/clock.ts'
import { accountsOf, ask } from '#test/harness/ground.ts'
import { largeFolder } from '#test/imports/large-folder.ts'
import { csvOf } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'
import { called, expect, expectNoSidewaysScroll, test } from './house.ts'
import { expectAccessible } from './accessible.ts'

const { newcomer } = world

const students = process.env.PROOF === 'on' ? 1000 : 400

test(`an empty school has ${students} students, their guardians and sixty staff with sixteen clicks at most @once`, async ({
  page,
  house,
  t,
  comeAs,
}, info) => {
  test.setTimeout(1_200_000)
  const importer = workInBackground(accountsOf(house.connection), clock, [importWork])
  const folder = info.outputPath('school')
  mkdirSync(folder)
  for (const [name, rows] of Object.entries(largeFolder(students, 60))) writeFileSync(`${folder}/${name}`, csvOf(rows))
  writeFileSync(`${folder}/read me.txt`, 'no table')
  await newSchoolOf(house, newcomer)
  await comeAs(newcomer.phone)
  await page.goto('/')

  let clicks = 0
  const began = performance.now()
  const click = async (role: 'link' | 'button', name: string | RegExp, within = page.locator('body')) => {
    clicks += 1
    await within.getByRole(role, { name }).first().click()
  }
  for (const step of ['languages', 'grades', 'year']) {
    await click('button', `${t('home.usual.take')}: ${t(`home.steps.${step}`)}`)
    await click('button', t('home.usual.add'), page.getByRole('dialog'))
    await expect(page.getByRole('dialog')).toHaveCount(0)
  }
  await click('link', `${t('home.stepAdd')}: ${t('home.steps.students')}`)
  await click('link', t('settings.students.import'))
  const chooser = page.waitForEvent('filechooser')
  await click('button', t('imports.chooseFolder'))
  await (await chooser).setFiles(folder)

  await click('button', new RegExp(`\\b${students / 40}\\b`))
  const files = page.locator('[data-import=files]')
  await click('button', t('imports.next'))
  await expect(files).toBeVisible()
  await files.locator('summary').click()
  await expect(files).toContainText('users.csv')
  await expect(files).toContainText(new Intl.NumberFormat('en').format(2 * students + 60))
  await expect(files).not.toContainText('read me')
  await expect(page.getByText(t('imports.folder.inviteStaff_other').replace('{{count}}', '60'))).toBeVisible()
  // Guardians of a folder are invited only if somebody chooses so.
  const invited = page.getByText(t('imports.guardians_other').replace('{{count}}', String(students)))
  await expect(invited).toHaveCount(0)
  clicks += 1
  await page.getByRole('checkbox', { name: t('imports.folder.invites') }).click()
  await expect(invited).toBeVisible()
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)

  await click('button', t('imports.start_other').replace('{{count}}', String(students)))
  await expect(page.getByRole('heading', { name: t('imports.done') })).toBeVisible({ timeout: 600_000 })
  await expect(page.getByText(t('imports.folder.madeCourses_one').replace('{{count}}', '1'))).toBeVisible()
  await expect(page.getByText(t('imports.folder.madeInvitations_other').replace('{{count}}', '60'))).toBeVisible()
  info.annotations.push({ type: 'clicks', description: `${clicks} in ${Math.round(performance.now() - began)} ms` })
  console.log(`${clicks} clicks in ${Math.round(performance.now() - began)} ms`)
  expect(clicks).toBeLessThanOrEqual(16)
  await importer.stop()
})

/** A school that has just been activated, with coins for its students and nothing else. */
async function newSchoolOf(house: { url: string; connection: Parameters<typeof ask>[0] }, person: { phone: string }) {
  const login = { phoneNumber: person.phone, password: 'kashkool' }
  const { token } = await called<{ token: string }>(house, 'API/Identity/Login', login)
  const school = { name: 'مدرسة الوصول', about: 'مدرسة جديدة', vesion: 'مدرسة جديدة' }
  const { id } = await called<{ id: string }>(house, schoolSettings.add.path, school, token)
  await ask(
    house.connection,
    `update schools set active = true, activated_at = now(), coin_type_id = (select coin_type_id from schools where id = '${world.nile.id}')
     where id = '${id}'`,
  )
  await ask(
    house.connection,
    `insert into coin_entries (id, school_id, kind, coins, made_by)
     values ('${newId()}', '${id}', 'manual', 5000, '${world.admin.id}')`,
  )
}
