import { AsyncLocalStorage } from 'node:async_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import type pg from 'pg'
import { buildApp } from '#server/app.ts'
import { batches } from '#server/db/batch.ts'
import { requestAccount } from '#server/db/request-account.ts'
import { call } from '#test/access/call.ts'
import type { Plan } from '#test/access/plan.ts'
import { typicalCalls } from '#test/by-school/calls.ts'
import { carriedSettings, nameAsOnOneServer } from './for-citus.ts'
import { clock } from '#test/world/clock.ts'
import { sign, testKey } from '#test/harness/ground.ts'
import { unlimited } from '#test/harness/unlimited.ts'

/** A statement of the product with values it was asked with, and the calls that ask it. */
export type Sent = { text: string; values: unknown[]; calls: Set<Plan> }

export type Outcome = { status: number; text: string; problem: string | null }

/** The product over a database with the world, and the calls of everybody who is let in: each of them undone. */
export async function callsOn(connection: pg.ClientConfig, owner: pg.Client) {
  const app = await buildApp({
    key: testKey,
    clock,
    origins: ['http://localhost:3000'],
    trustProxy: null,
    web: null,
    ...unlimited,
    sign,
    connection: { ...connection, user: requestAccount },
  } as Parameters<typeof buildApp>[0])
  const { ground, plans } = await typicalCalls(app, owner)
  const sent = new Map<string, Sent>()
  const now = new AsyncLocalStorage<{ plan: Plan; problem: string | null }>()
  const { ask } = batches
  let carries = false

  batches.ask = function (asked) {
    if (asked.text === 'commit') return ask.call(this, { text: 'rollback', values: [] })
    const made = now.getStore()
    if (made) noteIn(sent, asked.text, asked.values, made.plan)
    const { text, values } = asked
    const carried = carries ? carriedSettings(text) : text
    const answer = ask.call(this, carried === text ? asked : { text: carried, values })
    answer.catch((problem: Error) => {
      if (carries) nameAsOnOneServer(problem)
      if (made) made.problem ??= problem.message
    })
    return answer
  }

  /** A statement that ended the server takes the calls behind it along, until it is there again: they are made once more. */
  async function outcomeOf(plan: Plan, times = 4): Promise<Outcome> {
    const made = { plan, problem: null as string | null }
    const { answer } = await now.run(made, () => call(ground, plan))
    if (answer.status !== 503 || !carries || times === 0)
      return { status: answer.status, text: answer.text, problem: made.problem }
    await pause(1500)
    return outcomeOf(plan, made.problem ? 0 : times - 1)
  }

  async function outcomes(): Promise<Outcome[]> {
    const all: Outcome[] = []
    for (const plan of plans) all.push(await outcomeOf(plan))
    return all
  }

  return {
    plans,
    sent,
    outcomes,
    /** Lets workers know the settings of a transaction too: set_config stays with the coordinator. */
    carrySettings: () => void (carries = true),
    close: async () => {
      batches.ask = ask
      await app.close()
    },
  }
}

function noteIn(sent: Map<string, Sent>, text: string, values: unknown[], call: Plan) {
  if (!/\b(from|update|into|join)\b/i.test(text)) return
  const known = sent.get(text) ?? { text, values, calls: new Set<Plan>() }
  known.calls.add(call)
  sent.set(text, known)
}
