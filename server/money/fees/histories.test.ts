import { expect, test } from 'vitest'
import { feeCounter } from '#contract/money/fees/counter.ts'
import { feeDecisions } from '#contract/money/fees/decisions.ts'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { daysFrom } from '#server/base/days.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { fraction, type Fraction, less, minus, plus, shown, times, zero } from '#test/money/fractions.ts'
import { world } from '#test/world/world.ts'

// The goal is ten thousand events of chance; every run does a few histories of twenty.
const histories = process.env.PROOF === 'on' ? 500 : 2
const eventsOfOne = 20

const { as, sql, begin, plan, charge, family, openTill, take, connection } = await feesOfNile()
const { giveKey } = tracesIn(connection)
const { manager, deputy, omar, nile } = world
const school = { schoolId: nile.id }

/** Whole numbers below a limit, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

/** What a family owes and has, kept in fractions by rules of its own: it knows nothing of postings and lines. */
type Books = { dues: Fraction[]; credit: Fraction; taken: Fraction; writtenOff: Fraction }

const sum = (all: readonly Fraction[]) => all.reduce(plus, zero)

function paidInOrder(dues: readonly Fraction[], amount: Fraction) {
  let left = amount
  const after = dues.map((due) => {
    const share = less(left, due) ? left : due
    left = minus(left, share)
    return minus(due, share)
  })
  return { after, left }
}

/** The parts by their percentages, rounded half up to what the currency has; the last takes the remainder. */
function partsOf(whole: Fraction, percents: readonly number[], unit: bigint) {
  const parts = percents.map((percent) => {
    const exactly = times(times(whole, fraction(BigInt(percent), 100_000n)), fraction(unit, 1n))
    return fraction((exactly.over * 2n + exactly.under) / (exactly.under * 2n), unit)
  })
  return [...parts, minus(whole, sum(parts))]
}

test(
  `${histories} histories of chance leave what an oracle in fractions says`,
  async () => {
    await giveKey(deputy, 'ReverseFees', nile)
    for (let nth = 0; nth < histories; nth++) await oneHistory(nth)
  },
  histories * 60_000,
)

async function oneHistory(seed: number) {
  const random = seeded(seed * 7919 + 5)
  const isThree = random(2) === 0
  const [unit, decimals] = isThree ? ([1000n, 3] as const) : ([100n, 2] as const)
  const of = await begin(isThree ? 'KWD' : 'EGP')
  const text = (amount: Fraction) => shown(amount, decimals)
  const some = (below: number) => fraction(BigInt(1 + random(below)), unit)

  const whole = some(2_000_000)
  const percents = Array.from({ length: random(4) }, () => 1 + random(30_000))
  const days = [...percents, 0].map((_, part) => daysFrom(of.startsOn, part * 20))
  await plan([
    {
      itemId: of.tuition,
      amount: text(whole),
      parts: days.map((dueOn, part) => ({
        dueOn,
        ...(part < percents.length && {
          percent: `${Math.floor(percents[part]! / 1000)}.${String(percents[part]! % 1000).padStart(3, '0')}`,
        }),
      })),
    },
  ]).catch(() => null)
  const books: Books = { dues: partsOf(whole, percents, unit), credit: zero, taken: zero, writtenOff: zero }
  if (books.dues.some((due) => !less(zero, due))) return
  await charge()
  await openTill()
  await openTill('0', deputy).catch(() => null)
  const { familyId } = await family(omar)
  const read = async () => (await as(manager)(feeFamilies.get, { ...school, familyId }))!
  const receipts: { id: string; before: Fraction[]; after: Fraction[]; credit: Fraction; amount: Fraction }[] = []

  for (let event = 0; event < eventsOfOne; event++) {
    const amount = some(1_200_000)
    const kind = random(10)
    if (kind < 5) {
      const before = books.dues
      const { after, left } = paidInOrder(before, amount)
      const { receipt } = await take({ familyId, amount: text(amount), wayId: of.cash })
      Object.assign(books, { dues: after, credit: plus(books.credit, left), taken: plus(books.taken, amount) })
      receipts.push({ id: receipt!.id, before, after, credit: left, amount })
    } else if (kind < 7 && receipts.length > 0) {
      const [one] = receipts.splice(random(receipts.length), 1)
      const isRefused = less(books.credit, one!.credit)
      const asked = { ...school, receiptId: one!.id, reason: 'كُتب خطأ' }
      const status = await as(manager)(feeDecisions.reverse, asked).then(() => 200, statusOf)
      expect(status).toBe(isRefused ? 409 : 200)
      if (isRefused) continue
      books.dues = books.dues.map((due, part) => plus(due, minus(one!.before[part]!, one!.after[part]!)))
      books.credit = minus(books.credit, one!.credit)
      books.taken = minus(books.taken, one!.amount)
    } else if (kind === 7) {
      const { after, left } = paidInOrder(books.dues, amount)
      const isRefused = less(books.credit, amount) || less(zero, left)
      const status = await as(manager)(feeCounter.useCredit, { ...school, familyId, amount: text(amount) }).then(
        () => 200,
        statusOf,
      )
      expect(status).toBe(isRefused ? 409 : 200)
      if (!isRefused) Object.assign(books, { dues: after, credit: minus(books.credit, amount) })
    } else if (kind === 8) {
      const asked = { ...school, familyId, amount: text(amount), wayId: of.cash, reason: 'طلب ولي الأمر' }
      const isRefused = less(books.credit, amount)
      if (await decided(() => as(manager)(feeDecisions.refund, asked), isRefused))
        Object.assign(books, { credit: minus(books.credit, amount), taken: minus(books.taken, amount) })
    } else {
      const part = random(books.dues.length)
      const dueId = (await read()).dues[part]!.id
      const asked = { ...school, dueId, amount: text(amount), reason: 'قرار المجلس' }
      const isRefused = less(books.dues[part]!, amount)
      if (await decided(() => as(manager)(feeDecisions.writeOff, asked), isRefused)) {
        books.dues = books.dues.map((due, at) => (at === part ? minus(due, amount) : due))
        books.writtenOff = plus(books.writtenOff, amount)
      }
    }
    const after = await read()
    expect([after.dues.map(({ open }) => open), after.owed, after.credit]).toEqual([
      books.dues.map(text),
      text(sum(books.dues)),
      text(books.credit),
    ])
    expect(after.statement.at(-1)!.balance).toBe(text(minus(sum(books.dues), books.credit)))
  }
  const [held] = await sql<Record<'till' | 'off', string>>(
    `select coalesce(sum(case when to_account = 'till' then amount when from_account = 'till' then -amount end), 0)::text as till,
       coalesce(sum(amount) filter (where to_account = 'writtenOff'), 0)::text as off from fee_lines`,
  )
  expect([Number(held!.till), Number(held!.off)]).toEqual([Number(text(books.taken)), Number(text(books.writtenOff))])
}

const statusOf = (problem: { status: number }) => problem.status

/** Proposes, and if that is not refused lets another person confirm. */
async function decided(propose: () => Promise<{ proposals: { id: string }[] }>, isRefused: boolean) {
  const answer = await propose().catch(statusOf)
  expect(answer === 409).toBe(isRefused)
  if (typeof answer === 'number') return false
  await as(deputy)(feeDecisions.confirm, { ...school, proposalId: answer.proposals[0]!.id })
  return true
}
