import { beforeEach, expect, test } from 'vitest'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { notAllowed, tracesIn } from '#test/harness/traces.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const app = await feesOfNile()
const { as, sql, begin, plan, charge, family, openTill, take, connection } = app
const { giveKey } = tracesIn(connection)
const { upload, start, undo, rows } = importing(app)
const { manager, registrar, nile, omar, laila, classmate } = world
const schoolId = nile.id
let of: Awaited<ReturnType<typeof begin>>
let tuition: string

beforeEach(async () => {
  of = await begin()
  const { items } = await as(manager)(feeSettings.get, { schoolId })
  tuition = items[0]!.name
})

const headings = ['كود الأسرة', 'كود الطالب', 'اسم الطالب', 'البند', 'المبلغ المستحق', 'المبلغ المدفوع']
const codeOf = async ({ id }: { id: string }) =>
  (await sql<{ code: string }>('select code from students where id = $1', [id]))[0]!.code
const table = async (...lines: [family: string, student: { id: string }, item: string, due: string, paid: string][]) =>
  csvOf([
    headings,
    ...(await Promise.all(lines.map(async ([code, student, ...rest]) => [code, await codeOf(student), '', ...rest]))),
  ])
const send = (file: string) => upload(file, { kind: 'balances' })
const outcomes = async (importId: string) => (await rows(importId)).map(({ outcome }) => outcome)
const reasons = async (importId: string) =>
  (await rows(importId)).map(({ problems }) => problems.map(({ reason }) => reason).join())

/** What accounts hold: every line moves an amount, so that their sum is always zero. */
const accounts = async () => {
  const found = await sql<{ account: string; amount: string }>(
    `select account, sum(amount)::text as amount from (
       select to_account as account, amount from fee_lines union all select from_account, -amount from fee_lines) x group by 1`,
  )
  return Object.fromEntries(found.map(({ account, amount }) => [account, amount]))
}

test('families, what they owe and what they paid come in, without a till and without a receipt', async () => {
  const file = await table(
    ['F-17', omar, tuition, '١٢٬٠٠٠', '7,500.50'],
    ['f-17', laila, tuition, '9000', '9000'],
    ['F-18', classmate, tuition, '5000', '5600'],
  )
  const draft = await send(file)
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual([
    'feeFamily',
    'code',
    'fullName',
    'feeItem',
    'feeDue',
    'feePaid',
  ])
  expect(draft).toMatchObject({ added: 3, problems: 0, sums: { due: '26000.00', paid: '22100.50', currency: 'EGP' } })
  expect(await start(draft.id)).toMatchObject({ state: 'done', added: 3 })

  const first = await family(omar)
  expect(first.children.map(({ studentId }) => studentId).toSorted()).toEqual([omar.id, laila.id].toSorted())
  expect(first).toMatchObject({ confirmed: true, owed: '4499.50', overdue: '0.00', credit: '0.00', receipts: [] })
  expect(first.statement.map(({ kind, amount }) => [kind, amount])).toEqual([
    ['opening', '4499.50'],
    ['opening', '0.00'],
  ])
  expect(await family(classmate)).toMatchObject({ owed: '0.00', credit: '600.00', receipts: [] })
  expect(await accounts()).toEqual({
    owed: '4499.500',
    income: '-26000.000',
    opening: '22100.500',
    credit: '-600.000',
  })
  const [found] = await as(manager)(feeFamilies.list, { schoolId, text: 'f-17' })
  expect(found).toMatchObject({ familyId: first.familyId, owed: '4499.50' })
  const journal = await as(manager)(feeLists.journal, { schoolId, dateFrom: today, dateTo: today })
  expect(journal.filter(({ toAccount }) => toAccount === 'opening')).toHaveLength(4)

  // The same file a second time, and a till that never heard of it.
  const again = await send(file)
  expect(again).toMatchObject({ added: 0, same: 3, problems: 0 })
  await openTill()
  const { receipt } = await take({ familyId: first.familyId, amount: '4499.50', wayId: of.cash })
  expect(receipt!.content.number).toBe(1)
})

test('who was brought over is not charged again for the same item, and is for the others', async () => {
  await as(manager)(feeSettings.saveItems, {
    schoolId,
    items: [
      { id: of.tuition, name: tuition, active: true },
      { name: 'كتب', active: true },
    ],
  })
  const books = (await as(manager)(feeSettings.get, { schoolId })).items[1]!
  await start((await send(await table(['1', omar, tuition, '10000', '4000']))).id)
  await plan([
    { itemId: of.tuition, amount: '20000', parts: [{ dueOn: of.startsOn }] },
    { itemId: books.id, amount: '500', parts: [{ dueOn: of.startsOn }] },
  ])
  await charge()
  expect(await family(omar)).toMatchObject({ owed: '6500.00' })
  expect(await family(classmate)).toMatchObject({ owed: '20500.00' })
  const late = await send(await table(['2', classmate, tuition, '10000', '4000']))
  expect(await reasons(late.id)).toEqual(['This student has been charged for this item already'])
})

test('an undo takes everything back, and is refused once something was paid', async () => {
  const before = await accounts()
  const draft = await send(await table(['A', omar, tuition, '1000', '400'], ['A', laila, tuition, '800', '900']))
  await start(draft.id)
  expect(await undo(draft.id)).toMatchObject({ state: 'undone' })
  expect(Object.values(await accounts()).every((amount) => Number(amount) === 0)).toBe(true)
  expect(before).toEqual({})
  expect(await sql('select student_id from family_students')).toEqual([])
  expect(await as(manager)(feeFamilies.get, { schoolId, studentId: omar.id })).toBeNull()

  const second = await send(await table(['B', omar, tuition, '1000', '400'], ['B', laila, tuition, '800', '100']))
  await start(second.id)
  await openTill()
  await take({ familyId: (await family(omar)).familyId, amount: '50', wayId: of.cash })
  expect(await undo(second.id)).toMatchObject({
    state: 'done',
    reason: 'Later changes stand in the way of undoing this import',
  })
  expect((await rows(second.id, 'hindering')).map(({ hindrance }) => hindrance)).toEqual([
    'Something else happened to this balance later',
  ])
  expect(await family(omar)).toMatchObject({ owed: '1250.00' })
})

test('a row that is not clear says why, and the others are brought without it', async () => {
  const draft = await upload(
    csvOf([
      [...headings, 'تاريخ الاستحقاق'],
      ['A', await codeOf(omar), '', tuition, '1000', '0', '2026-09-20'],
      ['A', await codeOf(omar), '', tuition, '1000', '0', '2026-09-20'],
      ['B', await codeOf(omar), '', tuition, '1000', '0', '2026-10-20'],
      ['C', '', 'لا أحد بهذا الاسم', tuition, '1000', '0', ''],
      ['C', 'ST9999999999', '', tuition, '1000', '0', ''],
      ['C', await codeOf(laila), 'اسم آخر تمامًا', tuition, '1000', '0', ''],
      ['C', await codeOf(laila), '', 'بند المريخ', '1000', '0', ''],
      ['C', await codeOf(laila), '', tuition, '10.005', '0', ''],
      ['C', await codeOf(laila), '', tuition, '-5', '0', ''],
      ['C', await codeOf(laila), '', tuition, '0', '', ''],
      ['C', await codeOf(laila), '', tuition, '100', '', '2026-13-40'],
    ]),
    { kind: 'balances' },
  )
  expect(await reasons(draft.id)).toEqual([
    '',
    'This balance is already in row 2',
    'This student has another family code in row 2',
    'This row means no student of the school',
    'No student of the school has this code',
    'The student with this code has another name',
    'The school has no item of this name; add it in the settings of fees',
    'Write the amount in digits, with no more decimals than the currency has',
    'Write the amount in digits, with no more decimals than the currency has',
    'Write what is due or what was paid',
    'Invalid date',
  ])
  await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
  expect(await start(draft.id)).toMatchObject({ added: 1, leftOut: 10 })
  expect((await family(omar)).dues).toMatchObject([{ dueOn: '2026-09-20', open: '1000.00' }])
  const other = await send(await table(['A', omar, tuition, '1000', '500']))
  expect(await reasons(other.id)).toEqual([
    'This balance was brought in before with other amounts; undo that import first',
  ])
})

test('children who are in two families already are not put into one by a table', async () => {
  await start((await send(await table(['', omar, tuition, '10', ''], ['', classmate, tuition, '10', '']))).id)
  const draft = await send(await table(['X', omar, tuition, '10', ''], ['X', classmate, tuition, '10', '']))
  expect(await outcomes(draft.id)).toEqual(['same', 'problem'])
  expect(await reasons(draft.id)).toEqual(['', 'This student is in another family already'])
})

test('only who manages fees brings balances in or reads them, and only after the school chose its currency', async () => {
  const file = await table(['A', omar, tuition, '10', ''])
  await giveKey(registrar, 'AssignMultipleStudentsToSchool', nile)
  await expect(upload(file, { kind: 'balances', as: registrar })).rejects.toMatchObject(notAllowed)
  const draft = await send(file)
  const read = await as(registrar)(imports.get, { importId: draft.id })
  expect(read).toMatchObject({ sums: null })
  expect(read.columns.find(({ meaning }) => meaning === 'feeDue')).toMatchObject({ hidden: true, samples: [] })
  await expect(as(registrar)(imports.start, { importId: draft.id })).rejects.toMatchObject(notAllowed)
  const cells = (await as(registrar)(imports.rows, { importId: draft.id }))[0]!.cells
  expect(cells.slice(3)).toEqual(['', '', ''])
  await sql(`set session_replication_role = replica; delete from fee_items; delete from fee_ways; delete from fee_settings;
    set session_replication_role = default`)
  await expect(send(file)).rejects.toMatchObject({ status: 409 })
})

test('a list that names no item of the school, or none at all, is about the item that a person says once', async () => {
  const { ways: _, version: baseVersion, ...settings } = await as(manager)(feeSettings.get, { schoolId })
  const more = [
    ...settings.items.map(({ id, name, rate, active }) => ({ id, name, rate, active })),
    { name: 'الكتب', active: true },
  ]
  const saved = await as(manager)(feeSettings.saveItems, { schoolId, items: more, baseVersion } as never)
  const books = (saved as typeof settings).items.find(({ name }) => name === 'الكتب')!.id
  const file = csvOf([
    ['كود الطالب', 'المصروفات الدراسية', 'الباص', 'إجمالي المطلوب', 'المسدد'],
    [await codeOf(omar), '900', '100', '1000', '400'],
    [await codeOf(laila), '900', '', '900', ''],
  ])
  const draft = await send(file)
  expect(draft.columns.map(({ meaning }) => meaning)).toEqual(['code', null, null, 'feeDue', 'feePaid'])
  expect(draft.unknownNames).toMatchObject([{ kind: 'feeItem', name: 'إجمالي المطلوب', rows: 2 }])
  expect(await reasons(draft.id)).toEqual(Array(2).fill('Choose for which item of fees these amounts are'))
  const meant = (id: string) =>
    as(manager)(imports.setColumns, { importId: draft.id, names: [{ kind: 'feeItem', name: 'إجمالي المطلوب', id }] })
  await expect(meant(schoolId)).rejects.toMatchObject({ status: 404 })
  expect(await meant(books)).toMatchObject({ added: 2, problems: 0, sums: { due: '1900.00', paid: '400.00' } })
})
