import { expect, test } from 'vitest'
import { amountText, exact } from '#contract/money/fees/amounts.ts'
import { daysFrom } from '#server/base/days.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { onlineOfNile } from '#test/harness/online-of-nile.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

/** How many orders of things each mood of the gateway is tried in. */
const rounds = process.env.PROOF === 'on' ? 50 : 1

const online = await onlineOfNile({ late: 20, slow: 3000 })
const { as, sql, begin, plan, charge, family, openTill, take, save, setOut, atGateway, orderOf, own, read, wait } =
  online
const { manager, parent, mother, classmatesParent, omar, classmate, nile } = world

const moods =
  'once twice ten late never outOfOrder wrongSignature alteredAmount otherCurrency refund failing slow'.split(' ')

/** Whole numbers below a limit, the same in every run. */
function seeded(seed: number) {
  let state = seed
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

type Transaction = { id: number; amount: number; currency: string; success: boolean; parent: number | null }
type Order = { id: string; amount: number; currency: string; transactions: Transaction[] }

test.each(moods)(
  'with a gateway that is %s, three payers and a counter pay nothing twice, and the books are what came',
  async (mood) => {
    const random = seeded([...mood].reduce((sum, sign) => sum * 31 + sign.charCodeAt(0), 7))
    for (let round = 0; round < rounds; round++) await oneRound(mood, random)
  },
  600_000,
)

async function oneRound(mood: string, random: (below: number) => number) {
  const of = await begin()
  online.gateway.state.orders.clear()
  await online.mood('once')
  const parts = [7, 14, 21].map((days, nth) => ({ dueOn: daysFrom(today, days), ...(nth < 2 && { amount: '1000' }) }))
  await plan([{ itemId: of.tuition, amount: '3000', parts }])
  await charge()
  await save('paymob', 'sk-of-the-interleavings')
  await openTill()
  const { familyId } = await family(omar)
  const otherFamily = (await family(classmate)).familyId
  const dues = (await own(parent)).dues.map(({ id }) => id)
  const others = (await family(classmate)).dues.map(({ id }) => id)
  const payers = [
    [parent, [dues[0]!, dues[1]!], '2000'],
    [mother, [dues[1]!, dues[2]!], '2000'],
    [classmatesParent, [others[0]!], '1000'],
  ] as const
  const intents: string[] = []
  for (const [who, ids, amount] of payers) intents.push((await setOut(who, [...ids], amount)).id)
  const isOut = mood === 'failing' || mood === 'slow'
  const ofGateway = isOut ? 'never' : mood
  let counter = 0n
  const atCounter = async () => {
    const [id, from] = random(2) === 0 ? [familyId, dues] : [otherFamily, others]
    const amount = BigInt(100 + random(900)) * 1000n
    counter += amount
    await take({ familyId: id, amount: amountText(amount, 2), wayId: of.cash, dueIds: [from[random(from.length)]!] })
  }
  const acts = [
    ...intents.map((id) => async () => {
      await atGateway(await orderOf(id), random(6) === 0 ? 'decline' : 'pay', ofGateway)
    }),
    atCounter,
    atCounter,
  ]
  const ordered = acts.map((act) => [random(1000), act] as const).toSorted(([a], [b]) => a - b)
  await Promise.all(
    ordered.map(async ([, act], nth) => {
      await new Promise((over) => setTimeout(over, nth * random(15)))
      await act()
    }),
  )
  // What is late arrives, and what never came is read, also by a gateway that was out of order.
  await new Promise((over) => setTimeout(over, mood === 'late' ? 200 : 5))
  await wait(16)
  if (isOut) {
    await online.mood(mood)
    await read()
    await online.mood('once')
    await new Promise((over) => setTimeout(over, 250))
  }
  await read()
  await read()
  await isAsTheGatewaySays(counter)
}

/** An oracle that knows only what the gateway and the counter took. */
async function isAsTheGatewaySays(counter: bigint) {
  const orders = [...online.gateway.state.orders.values()] as unknown as Order[]
  const known = await sql<{
    transaction_id: string
    state: string
    kind: string
    amount: string
    posting_id: string | null
  }>('select transaction_id, state, kind, amount::text as amount, posting_id from gateway_payments')
  let posted = 0n
  let back = 0n
  for (const order of orders) {
    for (const { id, amount, currency, success, parent: of } of order.transactions) {
      const rows = known.filter((row) => row.transaction_id === String(id) || row.transaction_id.startsWith(`${id} `))
      const row = rows[0]
      expect(rows.length).toBeLessThanOrEqual(2)
      if (!success) {
        expect(rows).toEqual([])
        continue
      }
      const isMeant = amount === order.amount && currency === order.currency
      if (of === null) expect(row).toMatchObject({ kind: 'payment', state: isMeant ? 'posted' : 'unclear' })
      if (of === null && isMeant) posted += BigInt(amount) * 10n
      // Nobody asked for what went back, so it is posted by nobody.
      if (of !== null) expect(row?.state ?? 'unclear').toBe('unclear')
      if (of !== null && row?.posting_id) back += BigInt(amount) * 10n
    }
  }
  const [books] = await sql<{ clearing: string; till: string; credit: string; owed: string; charged: string }>(`
    select coalesce(sum(case when to_account = 'clearing' then amount when from_account = 'clearing' then -amount end), 0)::text as clearing,
      coalesce(sum(case when to_account = 'till' then amount when from_account = 'till' then -amount end), 0)::text as till,
      coalesce(sum(case when from_account = 'credit' then amount when to_account = 'credit' then -amount end), 0)::text as credit,
      coalesce(sum(case when to_account = 'owed' then amount when from_account = 'owed' then -amount end), 0)::text as owed,
      coalesce(sum(case when from_account = 'income' then amount end), 0)::text as charged from fee_lines`)
  expect(exact(books!.clearing)).toBe(posted - back)
  expect(exact(books!.till)).toBe(counter)
  expect(exact(books!.owed)).toBe(exact(books!.charged) - posted + back - counter + exact(books!.credit))
  // No part is paid twice: the proof of the ledger keeps each at zero or above, and here every payment is of its own parts.
  const [{ many } = { many: -1 }] = await sql<{ many: number }>('select count(*)::integer as many from fee_receipts')
  const [{ taken } = { taken: -1 }] = await sql<{ taken: number }>(
    `select count(*)::integer as taken from gateway_payments where kind = 'payment' and state = 'posted'`,
  )
  expect(many).toBe(taken + 2)
  const [below] = await sql<{ many: number }>(
    'select count(*)::integer as many from fee_due_balances where open < 0 or open > amount',
  )
  expect(below).toEqual({ many: 0 })
  const { length } = await as(manager)(feesOnlineOffice.unclear, { schoolId: nile.id, pageSize: 100 })
  expect(length).toBe(known.filter(({ state }) => state === 'unclear' || state === 'waiting').length)
}
