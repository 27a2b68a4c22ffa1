import { beforeEach, describe, expect, test } from 'vitest'
import { Refused } from '#contract/language/caller.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feesOnline } from '#contract/money/online/online.ts'
import { feeStatements, statementLimits, uploadStatement } from '#contract/money/fees/statements.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import type { Person } from '#test/harness/app.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { formOf } from '#test/pictures/sending.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, app, tokenOf, sql, begin, plan, charge, family } = await feesOfNile()
const { manager, teacher, parent, otherManager, omar, classmate, nile, delta } = world
const schoolId = nile.id
let of: Awaited<ReturnType<typeof begin>>
let code: string
let familyId: string

beforeEach(async () => {
  of = await begin()
  await plan([
    { itemId: of.tuition, amount: '3000', parts: [{ dueOn: of.startsOn, amount: '1000' }, { dueOn: of.endsOn }] },
  ])
  await charge()
  ;({ code, familyId } = await family(omar))
})

const day = (days: number) => daysFrom(today, days)
async function read(text: string, person: Person = manager, school = schoolId) {
  const form = await formOf(
    { schoolId: school, fileName: 'bank.csv' },
    { bytes: Buffer.from(text), fileName: 'bank.csv', mime: 'text/csv' },
  )
  const answer = await app.inject({
    method: 'POST',
    url: `/${uploadStatement.path}`,
    payload: form.payload,
    headers: { ...form.headers, accept: 'application/problem+json', authorization: `Bearer ${await tokenOf(person)}` },
  })
  const json = answer.json()
  if (answer.statusCode !== 200) throw new Refused(answer.statusCode, json.detail, json)
  return json as { brought: number; known: number; left: number }
}
const lines = (show?: 'waiting' | 'posted', text?: string) =>
  as(manager)(feeStatements.lines, { schoolId, ...(show && { show }), ...(text && { text }) })
const match = (...matches: { lineId: string; familyId: string; toldId?: string }[]) =>
  as(manager)(feeStatements.match, { schoolId, matches })

const heading = 'بنك مصر,,,,\nالتاريخ,البيان,دائن,مدين,المرجع'
const statement = () =>
  [
    heading,
    `${day(-3)},تحويل كود ${code} من ولي أمر,1000.00,,FT1`,
    `${day(-2)},مصروفات بنكية,,25,FT2`,
    `${day(-1)},الإجمالي,2400,25,`,
    `${day(-2)},تحويل بلا اسم,700,,FT3`,
    `${day(-2)},تحويل بلا اسم,700,,FT3`,
    'الرصيد,,1700,,',
  ].join('\n')

describe('a statement', () => {
  test('is read once: what goes out and totals are left, and the same line in another file brings nothing', async () => {
    expect(await read(statement())).toMatchObject({ brought: 3, known: 0, left: 3 })
    expect(await read(statement())).toMatchObject({ brought: 0, known: 3, left: 3 })
    expect(await read(`${statement()}\n${day(-1)},جديد,5,,FT9`)).toMatchObject({ brought: 1, known: 3 })
    expect((await lines()).map(({ amount, reference }) => [amount, reference])).toEqual([
      ['5.00', 'FT9'],
      ['700.00', 'FT3'],
      ['700.00', 'FT3'],
      ['1000.00', 'FT1'],
    ])
    expect(await lines('waiting', 'FT9')).toHaveLength(1)
  })

  test('of an amount in one column takes what is positive, and any file without a day is refused', async () => {
    const one = `Date,Description,Amount\n${day(-1)},in,"1,250.50"\n${day(-1)},out,-80\n${day(5)},later,9`
    expect(await read(one)).toMatchObject({ brought: 1, left: 2 })
    expect((await lines())[0]).toMatchObject({ amount: '1250.50', about: 'in' })
    await expect(read('name,phone\nA,1')).rejects.toMatchObject(
      refused(400, 'This is no statement; it needs headings of the day and of the amount that came in'),
    )
    await expect(read(`Date,Amount\n${day(-1)},1.005`)).rejects.toMatchObject({ status: 400 })
    const tooLarge = 'a'.repeat(statementLimits.bytes + 1)
    await expect(read(tooLarge)).rejects.toMatchObject(refused(413, 'The file is larger than 5 MB'))
  })
})

describe('a line', () => {
  test('proposes the family whose code it has, else one that owes this amount and is named', async () => {
    const { children } = await family(classmate)
    const name = children[0]!.studentName
    await read(
      [
        heading,
        `${day(-1)},code ${code},10,,A`,
        `${day(-1)},من ${name} رسوم,1000,,B`,
        `${day(-1)},من ${name} رسوم,999,,C`,
        `${day(-1)},لا يذكر أحدًا,1000,,D`,
      ].join('\n'),
    )
    const proposed = new Map((await lines()).map((line) => [line.reference, line.proposals]))
    expect(proposed.get('A')).toMatchObject([{ familyId, by: 'code', owed: '3000.00' }])
    expect(proposed.get('B')).toMatchObject([{ familyId: (await family(classmate)).familyId, by: 'amount' }])
    expect([proposed.get('C'), proposed.get('D')]).toEqual([[], []])
  })

  test('becomes a payment once, in no till, with its reference; what is not matched stays', async () => {
    await read(statement())
    const [first] = (await lines('waiting')).filter(({ reference }) => reference === 'FT1')
    expect(await match({ lineId: first!.id, familyId })).toEqual({ done: true, changed: 1 })
    const paid = await as(manager)(feeFamilies.get, { schoolId, familyId })
    expect(paid).toMatchObject({
      owed: '2000.00',
      receipts: [{ reference: 'FT1', amount: '1000.00', receivedOn: day(-3) }],
    })
    expect(await sql('select from fee_lines where till_id is not null')).toHaveLength(0)
    await expect(match({ lineId: first!.id, familyId })).rejects.toMatchObject(
      refused(409, 'This line is a payment already'),
    )
    expect(await lines('waiting')).toHaveLength(2)
    expect(await lines('posted')).toMatchObject([{ id: first!.id, familyId, receiptNumber: `1/${today.slice(0, 4)}` }])
  })

  test('stands beside the transfer that a parent reported, which becomes taken with it, once', async () => {
    const tell = (reference: string, amount = '1000') =>
      as(parent)(feesOnline.tell, {
        clientOperationId: newId(),
        schoolId,
        amount,
        day: day(-2),
        reference,
        note: 'القسط الأول',
      })
    const told = await tell('IPN-4471')
    await tell('IPN-9999', '250')
    await read([heading, `${day(-1)},تحويل IPN 4471,1000,,T1`, `${day(-1)},بلا مرجع,250,,T2`].join('\n'))
    const byReference = new Map((await lines()).map((line) => [line.reference, line]))
    expect(byReference.get('T1')!.proposals).toMatchObject([
      { familyId, by: 'told', told: { id: told.id, reference: 'IPN-4471', note: 'القسط الأول' } },
    ])
    expect(byReference.get('T2')!.proposals).toMatchObject([{ by: 'told', told: { reference: 'IPN-9999' } }])
    await match({ lineId: byReference.get('T1')!.id, familyId, toldId: told.id })
    const [mine] = (await as(parent)(feesOnline.own, {})).told.filter(({ id }) => id === told.id)
    expect(mine).toMatchObject({ toldState: 'taken' })
    await expect(match({ lineId: byReference.get('T2')!.id, familyId, toldId: told.id })).rejects.toMatchObject(
      refused(409, 'This request has already been decided'),
    )
    expect(await lines('waiting')).toHaveLength(1)
  })

  test('waits again when its receipt is reversed, and can be posted to another family', async () => {
    await read(statement())
    const [first] = (await lines('waiting')).filter(({ reference }) => reference === 'FT1')
    await match({ lineId: first!.id, familyId })
    const { receipts } = (await as(manager)(feeFamilies.get, { schoolId, familyId }))!
    await as(manager)(feeDecisions.reverse, { schoolId, receiptId: receipts[0]!.id, reason: 'أسرة أخرى' })
    expect(await as(manager)(feeFamilies.get, { schoolId, familyId })).toMatchObject({
      owed: '3000.00',
      credit: '0.00',
    })
    expect(await lines('waiting')).toHaveLength(3)
    const other = await family(classmate)
    await match({ lineId: first!.id, familyId: other.familyId })
    expect(await family(classmate)).toMatchObject({ owed: '2000.00' })
  })

  test('of several, all become payments or none, and twenty at once give one receipt', async () => {
    await read(statement())
    const [one, two] = await lines('waiting')
    const missing = { lineId: '01890000-0000-7000-8000-000000000001', familyId }
    await expect(match({ lineId: one!.id, familyId }, missing)).rejects.toMatchObject(notFound)
    await expect(match({ lineId: one!.id, familyId }, { lineId: one!.id, familyId })).rejects.toMatchObject({
      status: 400,
    })
    expect(await lines('posted')).toHaveLength(0)
    const tried = await Promise.allSettled(Array.from({ length: 20 }, () => match({ lineId: two!.id, familyId })))
    expect(tried.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(await sql('select from fee_receipts')).toHaveLength(1)
  })
})

test('statements are closed to who does not take fees, and to other schools', async () => {
  await expect(read(statement(), teacher)).rejects.toMatchObject(notAllowed)
  await expect(read(statement(), otherManager)).rejects.toMatchObject(notFound)
  await expect(read(statement(), manager, delta.id)).rejects.toMatchObject(notFound)
  await read(statement())
  const [line] = await lines()
  const others = { schoolId, matches: [{ lineId: line!.id, familyId }] }
  await expect(as(teacher)(feeStatements.match, others)).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(feeStatements.match, { ...others, schoolId: delta.id })).rejects.toMatchObject({
    status: 409,
  })
  await expect(as(otherManager)(feeStatements.lines, { schoolId })).rejects.toMatchObject(notFound)
})
