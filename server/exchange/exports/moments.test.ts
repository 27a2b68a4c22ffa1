import Papa from 'papaparse'
import { expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { momentIn } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, tokenOf, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, nile } = world

/** The columns of an export that contain times, by their English headings. */
async function moments(list: string, headings: string[]) {
  const answer = await app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: { authorization: `Bearer ${await tokenOf(manager)}` },
    payload: { list, input: { schoolId: nile.id }, format: 'csv', language: 'en' },
  })
  const [heading, ...rows] = Papa.parse<string[]>(answer.body.slice(1).trimEnd(), { delimiter: ',' }).data
  return rows.map((row) => headings.map((name) => row[heading!.indexOf(name)]))
}

test('the moments of an export are read by the clock of the school', async () => {
  await sql(`update schools set time_zone = 'Asia/Dubai' where id = $1`, [nile.id])
  const [first] = await as(manager)(grades.list, { schoolId: nile.id })
  const [row] = await moments(grades.list.path, ['Made on', 'Changed on'])
  expect(row).toEqual([first!.createDate, first!.lastModifyDate].map((at) => momentIn(at, 'Asia/Dubai')))
  expect(row![0]).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d$/)
  expect(momentIn('2026-11-02T21:30:00.000Z', 'Asia/Dubai')).toBe('2026-11-03 01:30')
})
