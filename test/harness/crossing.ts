import { expect } from 'vitest'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { sqlIn } from './database.ts'
import { whoWaits } from './waiting.ts'

/**
 * Makes two calls meet: both wait for a locked row and continue at the same moment, the first one first. If each has already locked what
 * the other locks next, one of them ends in a deadlock.
 */
export function crossingIn(connection: pg.ClientConfig) {
  const sql = sqlIn(connection)
  const waiting = () => sql(whoWaits)

  /** The results of the two calls, after checking that neither was refused as busy. */
  return async function crossing<First, Second>(
    locked: string,
    values: unknown[],
    first: () => Promise<First>,
    second: () => Promise<Second>,
  ) {
    const outcomes = await withClient(connection, async (client) => {
      await client.query('begin')
      await client.query(locked, values)
      const one = Promise.allSettled([first()])
      await expect.poll(waiting, { interval: 10 }).toHaveLength(1)
      const two = Promise.allSettled([second()])
      await Promise.race([two, expect.poll(waiting, { interval: 10 }).toHaveLength(2)])
      expect(await waiting(), 'calls that wait').toHaveLength(2)
      await client.query('commit')
      return [...(await one), ...(await two)] as const
    })
    const problems = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
    expect(problems.filter(({ status = 500 }) => status >= 500)).toEqual([])
    return outcomes
  }
}
