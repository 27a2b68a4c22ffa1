import { beforeEach, describe, expect, test } from 'vitest'
import { feeLists } from '#contract/money/fees/arrears.ts'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { feeGrants } from '#contract/money/fees/grants.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { readCode } from '#contract/results/papers/paper-code.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { notAllowed, notFound, refused } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, sql, begin, plan, charge, family, openTill, take } = await feesOfNile()
const { manager, deputy, parent, mother, classmatesParent, unpaidParent, omar, laila, classmate, nile, nileYear } =
  world
let of: Awaited<ReturnType<typeof begin>>
let familyId: string

beforeEach(async () => {
  of = await begin()
  const day = (days: number) => {
    const due = daysFrom(today, days)
    return due < of.startsOn ? of.startsOn : due
  }
  const parts = [{ dueOn: day(-40), amount: '1000' }, { dueOn: day(-5), amount: '1000' }, { dueOn: day(20) }]
  await plan([{ itemId: of.tuition, amount: '3000', parts }])
  await charge()
  await openTill()
  ;({ familyId } = await family(omar))
})

const school = { schoolId: nile.id }
const reverse = (receiptId: string, reason = 'كُتب لأسرة أخرى') =>
  as(manager)(feeDecisions.reverse, { ...school, receiptId, reason })

describe('a receipt', () => {
  test('is reversed by a receipt of its own, once, and both numbers stay', async () => {
    const { receipt } = await take({ familyId, amount: '1500', wayId: of.cash })
    const back = await reverse(receipt!.id)
    expect(back.receipt.content).toMatchObject({ kind: 'reversal', number: 2, reverses: `1/${today.slice(0, 4)}` })
    expect(back.family).toMatchObject({ owed: '3000.00', credit: '0.00' })
    expect(
      back.family.receipts.map(({ number, reverses, reversedBy }) => [number, reverses !== null, reversedBy !== null]),
    ).toEqual([
      [2, true, false],
      [1, false, true],
    ])
    await expect(reverse(receipt!.id)).rejects.toMatchObject(refused(409, 'This receipt has been reversed already'))
    await expect(reverse(back.receipt.id)).rejects.toMatchObject(refused(409, 'This is the receipt of a reversal'))
    await expect(reverse(newId())).rejects.toMatchObject(notFound)
  })

  test('is not reversed when the credit that it left was used', async () => {
    const { receipt } = await take({ familyId, amount: '3100', wayId: of.cash })
    const asked = { ...school, familyId, amount: '100', wayId: of.cash, reason: 'طلب ولي الأمر' }
    const { proposals } = await as(manager)(feeDecisions.refund, asked)
    await openTill('0', deputy)
    await as(deputy)(feeDecisions.confirm, { ...school, proposalId: proposals[0]!.id })
    await expect(reverse(receipt!.id)).rejects.toMatchObject(
      refused(409, 'The credit that this receipt left has been used already'),
    )
  })

  test('carries a code that the check of papers knows, also once it is reversed, and no other', async () => {
    const { receipt } = await take({ familyId, amount: '1500', wayId: of.cash })
    const { id, hash } = readCode(receipt!.code)!
    expect(id).toBe(receipt!.id)
    const check = () => asVisitor(papers.verify, { id, hash })
    expect(await check()).toMatchObject({
      state: 'valid',
      kind: 'receipt',
      number: `1/${today.slice(0, 4)}`,
      result: '1500.00 EGP',
    })
    expect(
      await asVisitor(papers.verify, { id, hash: hash.replace(/^./, (one) => (one === '0' ? '1' : '0')) }),
    ).toMatchObject({
      state: 'unknown',
    })
    await reverse(receipt!.id)
    expect(await check()).toMatchObject({ state: 'revoked', revokedOn: today })
  })

  test('is printed again as a copy', async () => {
    const { receipt } = await take({ familyId, amount: '1500', wayId: of.cash })
    expect(receipt!.copy).toBe(false)
    const [again] = await as(manager)(feeCounter.print, { ...school, receiptIds: [receipt!.id] })
    expect(again).toMatchObject({ copy: true, content: receipt!.content, code: receipt!.code })
  })
})

describe('two people', () => {
  const refund = (amount: string) =>
    as(manager)(feeDecisions.refund, { ...school, familyId, amount, wayId: of.cash, reason: 'طلب ولي الأمر' })

  test('pay credit back, never more than there is, and nobody confirms their own', async () => {
    await take({ familyId, amount: '3200', wayId: of.cash })
    await expect(refund('200.01')).rejects.toMatchObject(refused(409, 'This is more than the credit of the family'))
    const proposalId = (await refund('150')).proposals[0]!.id
    await expect(refund('100')).rejects.toMatchObject({ status: 409 })
    const confirm = { ...school, proposalId }
    await expect(as(manager)(feeDecisions.confirm, confirm)).rejects.toMatchObject(
      refused(403, 'Somebody else has to confirm what you proposed'),
    )
    await expect(as(deputy)(feeDecisions.confirm, confirm)).rejects.toMatchObject(refused(409, 'Open your till first'))
    await openTill('1000', deputy)
    expect(await as(deputy)(feeDecisions.confirm, confirm)).toMatchObject({ done: true })
    expect(await family(omar)).toMatchObject({ credit: '50.00', proposals: [] })
    await expect(as(deputy)(feeDecisions.refuse, confirm)).rejects.toMatchObject(
      refused(409, 'This request has already been decided'),
    )
  })

  test('write a debt off, or refuse to', async () => {
    const { dues } = await family(omar)
    const ask = (amount: string) =>
      as(manager)(feeDecisions.writeOff, { ...school, dueId: dues[0]!.id, amount, reason: 'ظرف الأسرة' })
    await expect(ask('1000.01')).rejects.toMatchObject(refused(409, 'This is more than what is owed'))
    const [first] = (await ask('400')).proposals
    await as(deputy)(feeDecisions.refuse, { ...school, proposalId: first!.id })
    expect((await family(omar)).owed).toBe('3000.00')
    const [second] = (await ask('400')).proposals
    await as(deputy)(feeDecisions.confirm, { ...school, proposalId: second!.id })
    expect((await family(omar)).owed).toBe('2600.00')
  })

  test('give a reduction above the limit of the school, and one alone below it', async () => {
    const reductions = [
      {
        name: 'حالة خاصة',
        kind: 'hardship' as const,
        measure: 'percent' as const,
        value: '50',
        byChild: [],
        itemIds: [],
        active: true,
      },
      {
        name: 'تفوق',
        kind: 'merit' as const,
        measure: 'amount' as const,
        value: '100',
        byChild: [],
        itemIds: [],
        active: true,
      },
    ]
    const saved = await as(manager)(feeSettings.saveReductions, { ...school, reductions })
    await as(manager)(feeSettings.save, {
      ...school,
      currency: 'EGP',
      onlyHighest: false,
      overdueNotices: false,
      reductionLimit: '500',
    })
    const grant = (reductionId: string) =>
      as(manager)(feeGrants.grant, {
        ...school,
        studentId: omar.id,
        yearId: nileYear.id,
        reductionId,
        reason: 'قرار المدير',
      })
    expect(await grant(saved.reductions[1]!.id)).toMatchObject({
      owed: '2900.00',
      proposals: [],
      grants: [{ name: 'تفوق' }],
    })
    await expect(grant(saved.reductions[1]!.id)).rejects.toMatchObject({ status: 409 })
    const { owed, proposals } = await grant(saved.reductions[0]!.id)
    expect([owed, proposals[0]!.amount]).toEqual(['2900.00', '1450.00'])
    await as(deputy)(feeDecisions.confirm, { ...school, proposalId: proposals[0]!.id })
    expect((await family(omar)).owed).toBe('1450.00')
  })
})

test('the open parts of a child who left that are due later are proposed, and one call takes them off', async () => {
  await sql(`update students set active = false, is_paid = false, seat_ended_on = $2, left_on = $2 where id = $1`, [
    omar.id,
    today,
  ])
  const { dues } = await family(omar)
  expect(dues.map(({ afterLeaving }) => afterLeaving)).toEqual([false, false, true])
  const left = await as(manager)(feeGrants.endLeft, { ...school, studentId: omar.id, reason: 'انتقل إلى مدرسة أخرى' })
  expect(left.owed).toBe('2000.00')
  await sql(`update students set active = true, is_paid = true, seat_ended_on = null, left_on = null where id = $1`, [
    omar.id,
  ])
})

test('arrears name who owes since when, and the journal has every line', async () => {
  await take({ familyId, amount: '1500', wayId: of.cash })
  const [row] = await as(manager)(feeLists.arrears, { ...school, text: 'عمر كريم' })
  expect(row).toMatchObject({ studentId: omar.id, overdue: '500.00', owed: '1500.00', days: 5 })
  const overview = await as(manager)(feeLists.overview, school)
  expect(overview).toMatchObject({ takenToday: '1500.00', receiptsToday: 1, till: { open: true, cash: '1500.00' } })
  const journal = await as(manager)(feeLists.journal, { ...school, dateFrom: today, dateTo: today, pageSize: 200 })
  const paid = journal.filter(({ kind }) => kind === 'payment')
  expect(paid.map(({ fromAccount, toAccount, amount }) => [fromAccount, toAccount, amount])).toEqual([
    ['owed', 'till', '1000.00'],
    ['owed', 'till', '500.00'],
  ])
})

describe('a parent', () => {
  test('reads what is owed for the children they pay for, with the receipts, and nobody else does', async () => {
    const { receipt } = await take({ familyId, amount: '1500', wayId: of.cash })
    const [own] = await as(parent)(feeLists.own, { studentId: omar.id })
    expect(own).toMatchObject({ schoolId: nile.id, owed: '1500.00', overdue: '500.00', currency: 'EGP' })
    expect(own!.receipts.map(({ id }) => id)).toEqual([receipt!.id])
    await expect(as(classmatesParent)(feeLists.own, { studentId: omar.id })).rejects.toMatchObject(notFound)
    await expect(as(manager)(feeLists.own, { studentId: omar.id })).rejects.toMatchObject({ status: 404 })
  })

  test('who does not pay finds nothing from the next call on', async () => {
    await sql(`update student_parents set pay_until = $2 where student_id = $1`, [omar.id, daysFrom(today, -1)])
    await expect(as(parent)(feeLists.own, { studentId: omar.id })).rejects.toMatchObject(notFound)
    expect(await as(mother)(feeLists.own, {})).toEqual([])
    await sql(`update student_parents set pay_until = null where student_id = $1`, [omar.id])
    expect(await as(mother)(feeLists.own, { studentId: omar.id })).toHaveLength(1)
  })

  test('who pays a share sees the sum due, and no receipt of the other payer', async () => {
    const mine = await take({ familyId, amount: '10', wayId: of.cash, payerId: mother.id })
    const other = await take({ familyId, amount: '20', wayId: of.cash, payerId: parent.id })
    const ids = async (person: { phone: string }) =>
      (await as(person)(feeLists.own, { studentId: omar.id }))[0]!.receipts.map(({ id }) => id)
    expect(await ids(mother)).toEqual([mine.receipt!.id])
    expect(await ids(parent)).toEqual([other.receipt!.id])
  })

  test('reaches no ledger of the school', async () => {
    for (const person of [parent, unpaidParent])
      await expect(as(person)(feeLists.arrears, school)).rejects.toMatchObject(notAllowed)
  })
})

describe('the database refuses', () => {
  const post = async (line: object) => {
    const id = newId()
    await sql(`insert into fee_postings (school_id, id, kind, day, made_by) values ($1, $2, 'payment', $3, $4)`, [
      nile.id,
      id,
      today,
      manager.id,
    ])
    const row: Record<string, unknown> = { school_id: nile.id, posting_id: id, nth: 0, ...line }
    const names = Object.keys(row)
    return sql(
      `insert into fee_lines (${names.join(', ')}) values (${names.map((_, nth) => `$${nth + 1}`).join(', ')})`,
      Object.values(row),
    )
  }

  test('a line below zero, of more decimals, of one account alone, or that takes more than there is', async () => {
    const [due] = (await family(omar)).dues
    const [{ id: tillId }] = await sql('select id from tills')
    const owed = {
      from_account: 'owed',
      to_account: 'till',
      student_id: omar.id,
      due_id: due!.id,
      way_id: of.cash,
      till_id: tillId,
    }
    await expect(post({ ...owed, amount: '-1' })).rejects.toThrow(/fee_lines_amount/)
    await expect(post({ ...owed, amount: '1.001' })).rejects.toThrow(/decimals/)
    await expect(post({ ...owed, amount: '1000.01' })).rejects.toThrow(/more left a part/)
    await expect(post({ ...owed, to_account: 'owed', amount: '1' })).rejects.toThrow(/fee_lines/)
    await expect(post({ ...owed, till_id: null, amount: '1' })).rejects.toThrow(/fee_lines_till/)
    const credit = { from_account: 'till', to_account: 'credit', family_id: familyId, way_id: of.cash, till_id: tillId }
    await expect(post({ ...credit, amount: '1' })).rejects.toThrow(/more left a credit/)
  })

  test('any change of what was posted, also by its owner', async () => {
    for (const table of ['fee_lines', 'fee_postings', 'fee_dues', 'fee_plans'])
      await expect(sql(`delete from ${table}`)).rejects.toThrow(/append-only/)
    await expect(sql(`update fee_lines set amount = amount + 1`)).rejects.toThrow(/append-only/)
  })

  test('parts that do not sum to their charge', async () => {
    const [charged] = await sql('select * from fee_charges limit 1')
    await expect(
      sql(
        `insert into fee_dues (school_id, id, charge_id, student_id, position, due_on, amount) values ($1, $2, $3, $4, 9, $5, 1)`,
        [nile.id, newId(), charged.id, charged.student_id, today],
      ),
    ).rejects.toThrow(/do not sum/)
  })
})

test('a hundred steps of chance leave what an oracle of whole piastres says', async () => {
  const random = seeded(20261130)
  const students = [omar, classmate]
  const oracle = new Map(students.map(({ id }) => [id, { dues: [100_000, 100_000, 100_000], credit: 0 }]))
  const receipts: { id: string; studentId: string; shares: number[]; credit: number }[] = []
  for (let step = 0; step < 100; step++) {
    const student = students[random(2)]!
    const state = oracle.get(student.id)!
    const shown = await family(student)
    const amount = 1 + random(60_000)
    const text = `${Math.floor(amount / 100)}.${String(amount % 100).padStart(2, '0')}`
    const choice = random(10)
    if (choice < 6) {
      const { receipt } = await take({ familyId: shown.familyId, amount: text, wayId: of.cash })
      const shares = fill(state.dues, amount)
      const left = amount - shares.reduce((sum, share) => sum + share, 0)
      state.dues = state.dues.map((due, nth) => due - shares[nth]!)
      state.credit += left
      receipts.push({ id: receipt!.id, studentId: student.id, shares, credit: left })
    } else if (choice < 9 && receipts.length > 0) {
      const [one] = receipts.splice(random(receipts.length), 1)
      const its = oracle.get(one!.studentId)!
      const answer = await reverse(one!.id).catch((problem: { status: number }) => problem.status)
      expect(answer === 409).toBe(one!.credit > its.credit)
      if (answer === 409) continue
      its.dues = its.dues.map((due, nth) => due + one!.shares[nth]!)
      its.credit -= one!.credit
    } else {
      const asked = { ...school, familyId: shown.familyId, amount: text }
      const owed = state.dues.reduce((sum, due) => sum + due, 0)
      const answer = await as(manager)(feeCounter.useCredit, asked).catch(
        (problem: { status: number }) => problem.status,
      )
      expect(answer === 409).toBe(amount > state.credit || amount > owed)
      if (answer === 409) continue
      const shares = fill(state.dues, amount)
      state.dues = state.dues.map((due, nth) => due - shares[nth]!)
      state.credit -= amount
    }
    const after = await family(student)
    expect([after.dues.map(({ open }) => piastres(open)), piastres(after.credit)]).toEqual([state.dues, state.credit])
    const balance = after.statement.at(-1)!.balance
    expect(piastres(balance)).toBe(state.dues.reduce((sum, due) => sum + due, 0) - state.credit)
  }
  const [books] = await sql(`
    select coalesce(sum(case when to_account = 'owed' then amount when from_account = 'owed' then -amount end), 0)::text as owed,
      sum(case when to_account = 'till' then amount when from_account = 'till' then -amount else 0 end)::text as till,
      sum(case when from_account = 'income' then amount when to_account = 'income' then -amount else 0 end)::text as income,
      sum(case when from_account = 'credit' then amount when to_account = 'credit' then -amount else 0 end)::text as credit from fee_lines`)
  expect(piastres(books.income) + piastres(books.credit)).toBe(piastres(books.owed) + piastres(books.till))
})

test('a family without credit cannot use any, and children move into one family with theirs', async () => {
  const use = { ...school, familyId, amount: '1' }
  await expect(as(manager)(feeCounter.useCredit, use)).rejects.toMatchObject({ status: 409 })
  const other = await family(classmate)
  await take({ familyId: other.familyId, amount: '3005', wayId: of.cash })
  const merged = await as(manager)(feeFamilies.confirm, {
    ...school,
    familyId,
    studentIds: [omar.id, classmate.id, laila.id],
  })
  expect(merged).toMatchObject({ owed: '3000.00', credit: '5.00', confirmed: true })
  expect(merged.children).toHaveLength(3)
})

test('the account of an entry that was merged with another is still found, and still owes', async () => {
  const account = await family(omar)
  const name = omar.firstName
  const found = async () => (await as(manager)(feeFamilies.list, { ...school, text: name })).map((row) => row.familyId)
  expect(await found()).toContain(account.familyId)
  await sql('update students set active = false, merged_into = $2 where id = $1', [omar.id, laila.id])
  expect(await found()).toContain(account.familyId)
  const still = await as(manager)(feeFamilies.get, { ...school, familyId: account.familyId })
  expect(still!.owed).toBe(account.owed)
  await sql('update students set active = true, merged_into = null where id = $1', [omar.id])
})

const piastres = (text: string) => Math.round(Number(text) * 100)

function fill(dues: readonly number[], amount: number) {
  let left = amount
  return dues.map((due) => {
    const share = Math.min(due, left)
    left -= share
    return share
  })
}

/** Whole numbers below a limit, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}
