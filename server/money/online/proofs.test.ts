import { spawn } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { beforeEach, expect, test } from 'vitest'
import { gatewayAccounts } from '#contract/money/online/accounts.ts'
import { feeSettings } from '#contract/money/fees/settings.ts'
import { feesOnlineOffice } from '#contract/money/online/office.ts'
import { daysFrom } from '#server/base/days.ts'
import { callbackAlone } from '#test/harness/bundles.ts'
import { asRequests } from '#test/harness/database.ts'
import { testKey } from '#test/harness/ground.ts'
import { onlineOfNile } from '#test/harness/online-of-nile.ts'
import { refused } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { signedText } from './gateways/paymob.ts'

// The proof kills twenty times; an ordinary run kills twice.
const kills = process.env.PROOF === 'on' ? 20 : 2

const logged: string[] = []
const online = await onlineOfNile({}, { log: { write: (line: string) => void logged.push(line) } })
const { as, sql, app, connection, begin, plan, charge, family, save, setOut, intent, orderOf, own } = online
const { manager, otherManager, parent, omar, nile, delta } = world
const secret = 'sk-nile-of-the-proofs'

beforeEach(async () => {
  const of = await begin()
  const parts = [{ dueOn: daysFrom(today, 7), amount: '1000' }, { dueOn: daysFrom(today, 30) }]
  await plan([{ itemId: of.tuition, amount: '30000', parts }])
  await charge()
  await save('paymob', secret)
})

const first = async () => (await setOut(parent, [(await own(parent)).dues[0]!.id], '1000')).id
const accountOf = async (by = manager, school = nile) =>
  (await as(by)(gatewayAccounts.get, { schoolId: school.id })).accounts[0]!

/** A callback as Paymob sends it, signed for the school. */
function signed(order: string, id: number, of = secret) {
  const obj = {
    id,
    pending: false,
    amount_cents: 100000,
    success: true,
    is_auth: false,
    is_capture: false,
    is_standalone_payment: true,
    is_voided: false,
    is_refunded: false,
    is_3d_secure: true,
    integration_id: 4097558,
    has_parent_transaction: false,
    order: { id: Number(order) },
    created_at: '2026-11-03T09:33:44.592345',
    currency: 'EGP',
    source_data: { pan: '2346', type: 'card', sub_type: 'MasterCard' },
    error_occured: false,
    owner: 302852,
  }
  const hmac = createHmac('sha512', `hmac-${of}`).update(signedText(obj)).digest('hex')
  return { body: JSON.stringify({ type: 'TRANSACTION', obj }), hmac }
}

const tell = (path: string, { body, hmac }: { body: string; hmac: string }) =>
  app.inject({
    method: 'POST',
    url: `${path}?hmac=${hmac}`,
    payload: body,
    headers: { 'content-type': 'application/json' },
  })

test(
  `${kills} kills between a callback and its answer: told again, it is posted once`,
  async () => {
    const path = new URL((await accountOf()).callbackUrl).pathname
    const accountId = path.split('/').at(-1)!
    for (let nth = 0; nth < kills; nth++) {
      const due = (await own(parent)).dues.find(({ open }) => open !== '0.00')!
      // Each time something of the second, larger part.
      const id = nth === 0 ? await first() : await part(due.id)
      const callback = { accountId, ...signed(await orderOf(id), 192_500_000 + nth) }
      const parts = { connection: asRequests(connection), key: testKey.toString('base64'), callback }
      const child = spawn(process.execPath, [...callbackAlone, JSON.stringify(parts)], {
        stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      })
      await once(child, 'message')
      await pause((nth * 7) % 60)
      child.kill('SIGKILL')
      await once(child, 'exit')
      for (let again = 0; again < 2; again++) expect((await tell(path, callback)).statusCode).toBe(200)
      expect(['paid', 'unclear']).toContain((await intent(parent, id)).intentState)
      const rows = await sql(`select count(*)::integer as many from gateway_payments where transaction_id = $1`, [
        String(192_500_000 + nth),
      ])
      expect(rows).toEqual([{ many: 1 }])
    }
    const [{ posted, receipts }] = (await sql(`
      select (select count(*)::integer from gateway_payments where state = 'posted') as posted,
        (select count(*)::integer from fee_receipts) as receipts`)) as [{ posted: number; receipts: number }]
    expect(receipts).toBe(posted)
    expect(posted).toBeGreaterThan(0)
  },
  kills * 60_000,
)

/** Sets out to pay the rest of a part; its callbacks of 1,000 are another amount, and wait as unclear money, each once. */
async function part(dueId: string) {
  const due = (await own(parent)).dues.find(({ id }) => id === dueId)!
  return (await setOut(parent, [dueId], due.open)).id
}

test('what a gateway says to one school changes nothing of another, also with the same keys', async () => {
  await as(otherManager)(feeSettings.save, {
    schoolId: delta.id,
    currency: 'EGP',
    onlyHighest: false,
    overdueNotices: false,
  })
  const id = await first()
  const order = await orderOf(id)
  const nilePath = new URL((await accountOf()).callbackUrl).pathname
  await save('paymob', 'sk-of-delta', {}, otherManager, delta)
  const deltaPath = new URL((await accountOf(otherManager, delta)).callbackUrl).pathname
  expect((await tell(deltaPath, signed(order, 192_600_001))).statusCode).toBe(401)
  await save('paymob', secret, { baseVersion: (await accountOf(otherManager, delta)).version }, otherManager, delta)
  expect((await tell(deltaPath, signed(order, 192_600_002))).statusCode).toBe(200)
  expect((await intent(parent, id)).intentState).toBe('open')
  const unclear = await as(otherManager)(feesOnlineOffice.unclear, { schoolId: delta.id })
  expect(unclear).toMatchObject([{ why: 'noIntent', transactionId: '192600002' }])
  expect(await as(manager)(feesOnlineOffice.unclear, { schoolId: nile.id })).toEqual([])
  // The same transaction of the gateway is money of each school that it is reported to.
  expect((await tell(nilePath, signed(order, 192_600_002))).statusCode).toBe(200)
  expect((await intent(parent, id)).intentState).toBe('paid')
})

test('a signature that moved digits from the order to the merchant is refused once the merchant is known', async () => {
  const id = await first()
  const path = new URL((await accountOf()).callbackUrl).pathname
  const order = await orderOf(id)
  const callback = signed(order, 192_700_001)
  expect((await tell(path, callback)).statusCode).toBe(200)
  const moved = JSON.parse(callback.body) as { obj: { order: { id: number }; owner: number; id: number } }
  moved.obj.order.id = Number(order.slice(0, -1))
  moved.obj.owner = Number(`${order.slice(-1)}302852`)
  expect((await tell(path, { body: JSON.stringify(moved), hmac: callback.hmac })).statusCode).toBe(401)
  expect((await family(omar)).receipts).toHaveLength(1)
})

test('keys are in no row that can be read, no log, no answer and no example', async () => {
  const id = await first()
  const path = new URL((await accountOf()).callbackUrl).pathname
  await tell(path, signed(await orderOf(id), 192_800_001))
  await tell(path, { ...signed(await orderOf(id), 192_800_002), hmac: 'f'.repeat(128) })
  await online.mood('failing')
  await expect(setOut(parent, [(await own(parent)).dues[1]!.id], '29000')).rejects.toMatchObject({ status: 409 })
  await online.mood('once')
  const tables = await sql<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
  )
  const where: string[] = []
  for (const { name } of tables) {
    const [{ many } = { many: 0 }] = await sql<{ many: number }>(
      `select count(*)::integer as many from ${name} t where t::text like '%' || $1 || '%' or encode(convert_to(t::text, 'utf8'), 'escape') like '%' || $1 || '%'`,
      [secret],
    )
    if (many > 0) where.push(name)
  }
  expect(where).toEqual([])
  expect(logged.join('\n')).not.toContain(secret)
  expect((await app.inject('/openapi.json')).body).not.toContain(secret)
  expect(JSON.stringify(await accountOf())).not.toContain(secret)
  expect((await accountOf()).keys.find(({ keyName }) => keyName === 'secretKey')?.last4).toBe(secret.slice(-4))
})

test('keys change only with the code of who has an authenticator, and only for hosts of the operator', async () => {
  await expect(save('paymob', secret, { host: 'localhost:5432' })).rejects.toMatchObject(
    refused(400, 'The operator does not allow this host'),
  )
  await expect(save('paymob', secret, { host: '169.254.169.254' })).rejects.toMatchObject({ status: 400 })
  await expect(save('moyasar', secret, { keys: {} })).rejects.toMatchObject(
    refused(400, 'Enter all keys of this gateway'),
  )
  await sql(`insert into second_factors (user_id, sealed_secret, last_step) values ($1, $2, null)`, [
    manager.id,
    online.sealed('second factor', 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'),
  ])
  expect((await as(manager)(gatewayAccounts.get, { schoolId: nile.id })).codeNeeded).toBe(true)
  await expect(save('paymob', 'sk-another-secret')).rejects.toMatchObject(
    refused(400, 'Enter the code of your authenticator'),
  )
  // What changes no key asks for none.
  await save('paymob', '', { keys: {}, active: false })
  await sql('delete from second_factors')
})
