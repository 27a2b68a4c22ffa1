import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Operation } from '#contract/language/operation.ts'
import { idOf } from '#test/world/ids.ts'
import type { Body } from './body.ts'
import { bodiesOf } from './calls.ts'
import { freshPhone } from './calls-of-people.ts'
import { changed, checksums } from './checksums.ts'
import type { Graph } from './graph.ts'
import { type Answer, bytesOf, judge } from './judge.ts'
import { asked, type Expected } from './oracle/expected.ts'
import { oracle } from './oracle/oracle.ts'
import type { Persona } from './people.ts'
import { undone } from './undone.ts'

/** Everything a run needs: the app, its database as the owner, and the rows as they stood. */
export type Ground = { app: FastifyInstance; owner: pg.Client; graph: Graph; today: string }

/** One call with what came of it. */
export type Call = {
  operation: Operation
  persona: Persona
  about: string
  shown: boolean
  by?: string
  expected: Expected
  answer: Answer
  body: Record<string, unknown>
}

export type Run = { calls: Call[]; wrong: string[] }

/** Makes the planned calls of an operation, and says what is not as the oracle wants it. */
export async function run(ground: Ground, operation: Operation, plans: Plan[]): Promise<Run> {
  const before = await checksums(ground.owner)
  const changing = ({ expected }: Plan) => operation.writes && expected.status === 200
  const call = (plan: Plan) => made(ground, operation, plan)
  const calls = await inParallel(
    plans.filter((plan) => !changing(plan)),
    call,
  )
  calls.push(...(await undone(ground.owner, () => inParallel(plans.filter(changing), call, 1))))

  const wrong = [...calls.flatMap(complaints), ...unlike(calls)]
  const after = changed(before, await checksums(ground.owner))
  if (after.length > 0) wrong.push(`${operation.path}: calls that store nothing changed ${after.join(', ')}`)
  return { calls, wrong }
}

/** `by`: who of those that stand in the table as one. */
export type Plan = Body & { persona: Persona; expected: Expected; by?: string }

/** Every call of an operation, each with what the oracle expects. */
export function planned(ground: Ground, operation: Operation, personas: Persona[]): Plan[] {
  const line = oracle[operation.path]
  if (!line)
    throw new Error(
      `${operation.path} has no line in the oracle: write in test/access/oracle/ what it must answer to whom ` +
        `(by api.md §12, without looking at the code) and name it in test/access/oracle/oracle.ts`,
    )
  const bodies = bodiesOf(operation, ground.today)
  return personas.flatMap((persona) =>
    bodies.filter(worthAsking(persona)).map((one) => {
      const body = onceOnly(operation, one.body)
      return { ...one, body, persona, expected: line(asked(ground.graph, persona.personId, body)) }
    }),
  )
}

/** What is wrong with the answer to one call. */
export const tried = async (ground: Ground, operation: Operation, plan: Plan) =>
  complaints(await made(ground, operation, plan))

async function made({ app }: Ground, operation: Operation, plan: Plan): Promise<Call> {
  const { persona, body } = plan
  const reply = await app.inject({
    method: operation.method,
    url: `/${operation.path}`,
    headers: persona.secret ? { authorization: `Bearer ${persona.secret}` } : {},
    ...(operation.method === 'POST' && { payload: body }),
  })
  const answer = { status: reply.statusCode, headers: reply.headers, text: reply.body }
  return { ...plan, operation, answer }
}

/** A right password signs the same person in whoever asks, and costs time. */
const worthAsking = (persona: Persona) => (one: Body) => !persona.secret || one.body.password !== 'kashkool'

let calls = 0

/**
 * What counts once only is another each time: failures to sign in make the next try from that phone wait, codes go to a
 * phone but now and then, and a phone's saving that comes twice is answered as the first time.
 */
function onceOnly({ path }: Operation, body: Record<string, unknown>) {
  if (body.phoneNumber === freshPhone || (path === 'API/Identity/Login' && body.password !== 'kashkool'))
    return { ...body, phoneNumber: `0129${String(++calls).padStart(7, '0')}` }
  return body.clientOperationId === idOf('operation', 'fresh')
    ? { ...body, clientOperationId: idOf('operation', ++calls) }
    : body
}

const complaints = (call: Call) =>
  judge(call.answer, call.expected).map(
    (what) => `${call.operation.path} as ${call.by ?? call.persona.name} (${call.about}) ${what}`,
  )

/** What does not exist and what is not for somebody's eyes are told in the same bytes. */
function unlike(calls: Call[]): string[] {
  const wrong: string[] = []
  for (const sentence of new Set(calls.flatMap(({ expected }) => ('sentence' in expected ? expected.sentence : [])))) {
    const alike = calls.filter(
      ({ answer, expected }) =>
        [401, 403, 404].includes(answer.status) && 'sentence' in expected && expected.sentence === sentence,
    )
    const first = alike[0]
    const other = alike.find(({ answer }) => bytesOf(answer) !== bytesOf(first!.answer))
    if (other)
      wrong.push(
        `${other.operation.path} answers ${other.answer.status} as ${other.persona.name} (${other.about}) in other ` +
          `bytes than as ${first!.persona.name} (${first!.about})`,
      )
  }
  return wrong
}

/** A few at a time: as many as the app has connections to answer them. */
export async function inParallel<T, R>(all: T[], work: (one: T) => Promise<R>, atOnce = 8): Promise<R[]> {
  const results: R[] = []
  let next = 0
  const worker = async () => {
    while (next < all.length) {
      const at = next++
      results[at] = await work(all[at]!)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker))
  return results
}
