import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'
import { doubts } from '#server/exchange/imports/check/agreement.queries.ts'
import { mayBeOnePerson } from './same-person.ts'

const app = await testApp()
const { upload, rows, sql } = importing(app)
const { manager, nile, mathsTeacher } = world
const call = app.as(manager)

const [course] = (await call(courses.list, { schoolId: nile.id })).map(({ name }) => name) as [string]
const heading = ['اسم المعلم', 'الموبايل', 'المواد']
const staff = (...lines: string[][]) => upload(csvOf([heading, ...lines]), { kind: 'staff' })
const [{ name }] = (await sql(
  `select concat_ws(' ', first_name, middle_name, last_name) as name from users where id = $1`,
  [mathsTeacher.id],
)) as [{ name: string }]
const decided = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems, decision }) => [outcome, problems[0]?.reason ?? null, decision])

test.each([
  ['منى علي', 'منى علي حسن', true],
  ['أ. منى علي', 'منى علي حسن', true],
  ['Mona Ali', 'منى علي حسن', true],
  ['', 'منى علي حسن', true],
  ['منى سعيد', 'منى علي حسن', false],
  ['سوسن رأفت', 'منى علي حسن', false],
])('%s may be %s: %s', (one, other, may) => {
  expect(mayBeOnePerson(one, other)).toBe(may)
})

test('a phone number gives no courses to a teacher of another name until it is decided that it is the same person', async () => {
  const draft = await staff(['وفاء زكريا الشاذلي', mathsTeacher.phone, course])
  expect(draft).toMatchObject({ changed: 0, problems: 1, doubted: 1 })
  expect(await decided(draft.id)).toEqual([['problem', doubts.ofPhone, null]])
  const { row } = await call(imports.decide, { importId: draft.id, row: 2, decision: 'same' })
  expect(row).toMatchObject({ decision: 'same', doubted: false, problems: [] })
  expect(await call(imports.decide, { importId: draft.id, row: 2 })).toMatchObject({ row: { doubted: true } })
  expect(await call(imports.decideAll, { importId: draft.id, decision: 'same' })).toMatchObject({ problems: 0 })
  await expect(call(imports.decideAll, { importId: draft.id, decision: 'new' })).rejects.toMatchObject({ status: 400 })
  expect((await staff([name, mathsTeacher.phone, course])).problems).toBe(0)
})

test('two rows with one phone number are not one new person where their names differ', async () => {
  const phone = '01077700091'
  const draft = await staff(['منى علي حسن', phone, course], ['منى علي', phone, course], ['سوسن رأفت', phone, course])
  expect((await decided(draft.id)).map(([outcome, reason]) => reason ?? outcome)).toEqual([
    'add',
    'same',
    'This phone number or address has another name in row 2',
  ])
})
