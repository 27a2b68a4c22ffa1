import { readSheet } from 'read-excel-file/node'
import { beforeEach, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { testApp } from '#test/harness/app.ts'
import { promoting } from '#test/harness/promoting.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { manager, omar, laila } = world
const { work, anew, start, allUp, planOf, done } = promoting(app)
work()
beforeEach(anew)

/** A list of a promotion as a workbook: its rows, by the headings of a language. */
async function workbook(input: object, language: 'en' | 'ar' = 'en') {
  const { rawPayload, statusCode } = await app.app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: { authorization: `Bearer ${await app.tokenOf(manager)}` },
    payload: { list: promotions.rows.path, input, format: 'xlsx', language },
  })
  expect(statusCode).toBe(200)
  const [headings, ...rows] = await readSheet(rawPayload)
  return rows.map((row) => Object.fromEntries(headings!.map((heading, nth) => [String(heading), row[nth]])))
}

const rowsOf = async (promotionId: string, show: 'all' | 'placed' | 'leave') => {
  const rows = []
  for (let pageNumber = 1; ; pageNumber++) {
    const page = await as(manager)(promotions.rows, { promotionId, show, pageNumber, pageSize: 200 })
    rows.push(...page)
    if (page.length < 200) return rows
  }
}

test('the plan, the outcome, the lists of the new classes and the leavers are workbooks with the same rows', async () => {
  const { id: promotionId } = await start()
  await allUp(promotionId)
  await as(manager)(promotions.decide, { promotionId, items: [{ studentId: omar.id, decision: 'wait' }] })
  const plan = await planOf(promotionId)
  const shown = await rowsOf(promotionId, 'all')
  const planned = await workbook({ promotionId })
  expect(planned.map((row) => [row['Student code'], row.Class, row['To class'], row['To grade']])).toEqual(
    shown.map(({ code, classRoomName, toClassName, toGradeName }) => [code, classRoomName, toClassName, toGradeName]),
  )
  const words = { up: 'Moves up', repeat: 'Repeats', wait: 'Waits', leave: 'Leaves' }
  expect(planned.map(({ Decision }) => Decision)).toEqual(shown.map(({ decision }) => words[decision!]))

  const lists = await workbook({ promotionId, show: 'placed' })
  expect(lists).toHaveLength(plan.up + plan.repeat)
  const classes = lists.map((row) => [row['To grade'], row['To class']].join(' '))
  for (const { name, gradeName, students } of plan.classes)
    expect([name, classes.filter((one) => one === `${gradeName} ${name}`).length]).toEqual([name, students])
  // The rows of each class are together.
  expect(classes.filter((one, nth) => one !== classes[nth - 1])).toHaveLength(new Set(classes).size)

  await done(promotionId)
  expect((await workbook({ promotionId, show: 'placed' })).map((row) => row['Student code'])).toEqual(
    (await rowsOf(promotionId, 'placed')).map(({ code }) => code),
  )
  const leavers = await workbook({ promotionId, show: 'leave' }, 'ar')
  expect(leavers).toHaveLength(plan.leave)
  expect(new Set(leavers.map((row) => row['ما حدث'] ?? row['النتيجة']))).toEqual(new Set(['غادر']))
  const outcome = await workbook({ promotionId })
  const outcomeOf = (code: string) => outcome.find((row) => row['Student code'] === code)?.Outcome
  expect([outcomeOf(omar.code), outcomeOf(laila.code)]).toEqual(['Stayed', 'Moved'])
})
