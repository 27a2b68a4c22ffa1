import { readSheet } from 'read-excel-file/node'
import { expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { whenOver } from '#test/harness/when-over.ts'
import { fileThreads } from './file-threads.ts'

const workbook = new URL('workbook.mjs', import.meta.url)
const sheets = [{ title: 'names', rows: [['Omar']], rightToLeft: false }]
const busy = { status: 503, retryAfter: expect.any(Number) }

/** One running thread and one waiting file. Each file can be abandoned. */
function threads(figures: Partial<Parameters<typeof fileThreads>[0]> = {}) {
  const { make, stop } = fileThreads({ atOnce: 1, waiting: 1, megabytes: 200, ...figures })
  whenOver(stop)
  return (content: unknown = sheets) => {
    const controller = new AbortController()
    const file = make(workbook, content, controller.signal)
    file.catch(() => {})
    return { file, abandon: () => controller.abort() }
  }
}

test('so many files are made at once, so many wait, and more are refused', async () => {
  const file = threads()
  const [first, second, third] = [file(), file(), file()]
  await expect(third.file).rejects.toMatchObject(busy)
  for (const made of [first, second]) expect(await readSheet(await made.file)).toEqual([['Omar']])
  expect(await readSheet(await file().file)).toEqual([['Omar']])
})

test('a file that nobody waits for any more is not made, and the next one is', async () => {
  const file = threads()
  const [running, waiting] = [file(), file()]
  waiting.abandon()
  await expect(waiting.file).rejects.toMatchObject(busy)
  const next = file()
  running.abandon()
  await expect(running.file).rejects.toMatchObject(busy)
  expect(await readSheet(await next.file)).toEqual([['Omar']])
})

test('a file that takes more memory than one may is refused, and no other suffers', async () => {
  const file = threads({ megabytes: 16 })
  const rows = Array.from({ length: 40_000 }, (_, nth) => [`${nth}`, 'x'.repeat(200)])
  const large = file([{ title: 'names', rows, rightToLeft: false }])
  await expect(large.file).rejects.toThrow()
})

test('of many workbooks that are asked for at once some are refused as the service is busy, and the others come', async () => {
  const { wire } = await testApp()
  const body = {
    list: 'ClassRoom/GetSchoolClasses',
    input: { schoolId: world.nile.id },
    language: 'en',
    format: 'xlsx',
  }
  const exported = () => wire(exportList.path, body, { as: world.manager })
  const answers = await Promise.all(Array.from({ length: 40 }, exported))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 503]))
  for (const { status, headers } of answers)
    if (status === 503) expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await exported()).status).toBe(200)
})
