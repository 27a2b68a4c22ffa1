import { readFileSync } from 'node:fs'
import { zipSync } from 'fflate'
import { ask } from '#test/harness/ground.ts'
import { world } from '#test/world/world.ts'
import { expectAccessible } from './accessible.ts'
import { expect, expectNoSidewaysScroll, test } from './house.ts'

const { manager, nile } = world

test('pictures of a zip are found by the names of their files, stored, and taken back @once', async ({
  page,
  house,
  t,
  comeAs,
}) => {
  const students = await ask<{ id: string; code: string; image_url: string | null }>(
    house.connection,
    `select id, code, image_url from students where school_id = '${nile.id}' and active order by code limit 2`,
  )
  const icon = new Uint8Array(readFileSync('public/icon-192.png'))
  const zip = Buffer.from(
    zipSync({
      [`صور/${students[0]!.code}.png`]: icon,
      [`${students[1]!.code}.png`]: icon,
      'IMG_7.png': icon,
      'notes.txt': icon,
    }),
  )
  await comeAs(manager.phone)
  await page.goto('/settings/students?import=new')
  const part = page.locator('[data-import=pictures]')
  await page
    .locator('[data-import=picture-files]')
    .setInputFiles({ name: 'pictures.zip', mimeType: 'application/zip', buffer: zip })
  await expect(part).toContainText(t('imports.pictures.unknown_one').replace('{{count}}', '1').slice(0, 12))
  await expectNoSidewaysScroll(page)
  await expectAccessible(page)
  const urls = async () =>
    (
      await ask<{ image_url: string | null }>(
        house.connection,
        `select image_url from students where id in ('${students[0]!.id}', '${students[1]!.id}') order by code`,
      )
    ).map(({ image_url: url }) => url)
  const before = students.map(({ image_url: url }) => url)
  await part.getByRole('button', { name: /2|الصورتين/ }).click()
  await expect(part.getByRole('button', { name: t('imports.pictures.undo') })).toBeVisible()
  const stored = await urls()
  expect(stored.every((url, at) => url !== null && url !== before[at])).toBe(true)
  await part.getByRole('button', { name: t('imports.pictures.undo') }).click()
  await expect.poll(urls).toEqual(before)
})
