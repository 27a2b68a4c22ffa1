import type pg from 'pg'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { newId } from '#server/db/ids.ts'
import { today } from '#test/world/clock.ts'
import type { testApp } from './app.ts'
import { sqlIn } from './database.ts'
import { refused, tracesIn } from './traces.ts'
import { world } from '#test/world/world.ts'

/** The tables of money and of what it buys. */
export const moneyTables = ['payment_requests', 'payment_transactions', 'coin_entries', 'schools']

export const ownSchool = refused(403, 'You cannot decide for your own school')
export const badDate = refused(400, 'This date cannot be used')
export const notPositive = refused(400, 'Transfer Amount must be a positive number')

/** Reads how many coins a school has (by default the first one), and gives coins to the first school without the product. */
export function coinsIn(connection: pg.ClientConfig) {
  const sql = sqlIn(connection)
  const { nile, manager } = world
  return {
    balance: async ({ id } = nile): Promise<number> =>
      (await sql('select coalesce(sum(coins), 0)::int as coins from coin_entries where school_id = $1', [id]))[0].coins,
    given: (coins: number) =>
      sql(`insert into coin_entries (id, school_id, kind, coins, made_by) values ($1, $2, 'manual', $3, $4)`, [
        newId(),
        nile.id,
        coins,
        manager.id,
      ]),
  }
}

type App = Pick<Awaited<ReturnType<typeof testApp>>, 'as' | 'connection'>

/** Requests coins for a school, by default today and in cash, and decides on the requests. */
export async function moneyIn({ as, connection }: App) {
  const { sql } = tracesIn(connection)
  await sql(`insert into payment_types (id, name, is_active) values ($1, 'no longer taken', false)`, [newId()])
  const named = await sql('select id, name from payment_types')
  const types: Record<string, string> = Object.fromEntries(named.map(({ id, name }) => [name, id]))
  let codes = 0

  const asking = (more: object = {}) => ({
    schoolId: world.nile.id,
    paymentTypeId: types.cash!,
    transferCode: `new ${++codes}`,
    transferDate: today,
    transferAmount: 120.5,
    ...more,
  })
  return {
    today,
    types,
    cash: types.cash!,
    asking,
    ask: (more: object = {}) => as(world.manager)(paymentRequests.add, asking(more)),
    approval: (requestId: string, more: object = {}) => ({
      requestId,
      paymentAmount: 120.5,
      paymentDate: today,
      ...more,
    }),
    coinsOf: async (school: { id: string }) =>
      (await as(world.admin)(schools.get, { schoolId: school.id })).availableCoins!,
  }
}
