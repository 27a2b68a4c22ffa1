import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type * as z from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { auditRefusal, auditWrite, type ReadsAudited } from '#server/access/audit.ts'
import { authorise, hashOf, identify, needsSession, unprovedAt } from '#server/access/authorise.ts'
import { isProgramSecret, presentedBy, programCaller, programOf, withoutFields } from '#server/access/program.ts'
import { countProgramUse } from '#server/access/program.queries.ts'
import { markSession } from '#server/access/authorise.queries.ts'
import type { Clock } from '#server/base/clock.ts'
import { civilDay, homeZone, withCivilDays } from '#server/base/days.ts'
import { refusalOfDatabase } from './refusals.ts'
import { type Db, guessingTransaction } from '#server/db/db.ts'
import { confirmed, nameTransaction, storing } from '#server/db/speculation/ways.ts'
import { savepoint, undo } from '#server/db/savepoint.ts'
import { type Page, pageRequest } from '#server/db/page.ts'
import { Refusal, unauthenticated } from '#server/base/errors.ts'
import { bodiesOf } from './bodies.ts'
import type { Gate } from './gate.ts'
import type { Callers } from './callers.ts'
import { httpOf, secretOf } from './http.ts'
import { answeredBefore, keepAnswer, idempotencyKeys } from './idempotency.ts'
import { type Domain, isOutside, type Outside, type Run } from './implement.ts'
import { type CallLimits, oncePerPerson, secretSeen, uncounted } from './limits.ts'
import { plannedOnce } from './planned-once.ts'
import { read } from './read.ts'
import { type Replica, takenOnReplica } from './replica.ts'
import { bodyOf, savedSheetOf } from './sent.ts'
import { writtenAs } from './writer.ts'
import { type ReadQuota, UnusualReading } from '#server/access/read-quota.ts'
import type { Secrets } from '#server/base/secrets.ts'
import { readLines, type StudentRead, supporterOf } from '#server/access/support.ts'
import type { Caller } from '#server/access/caller.ts'

export type Served = {
  db: Db
  clock: Clock
  limits: CallLimits
  callers: Callers
  gate: Gate
  reads: ReadsAudited
  readQuota: ReadQuota
  secrets: Secrets
  lists: Lists
  /** A second database that answers some reads, if there is one. */
  replica: Replica | null
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The operation that a route answers; undefined for files and pages. */
    operation?: Operation
  }
}

/** All lists and tables that are served, by path in lower case. Each can also be exported as a file. */
export type Lists = Map<string, { operation: Operation; run: Run }>

/** The outcome of a call. `decided`: the call is allowed, and nothing has been done yet. */
export type Outcome =
  | { decided: true }
  /** `shape`: the schema by which `rows` are written. Absent for a stored answer, which is already written. */
  | { rows: unknown; shape: z.ZodMiniType | null; total?: number; replayed?: boolean }
  | { refused: Refusal }

/** Makes routes from the declared operations of a domain. Only here are calls identified, read, decided, run and answered. */
export function serve<Needs>(
  app: FastifyInstance,
  served: Served,
  { contract, functions }: Domain<Needs>,
  needs: Needs,
) {
  const answers = functions(needs)
  for (const [name, operation] of Object.entries(contract)) {
    const run = answers[name]!
    if (operation.paging || operation.table) served.lists.set(operation.path.toLowerCase(), { operation, run })
    app.route({
      method: operation.method,
      url: `/${operation.path}`,
      config: { operation },
      ...bodiesOf(served, operation),
      handler: async (request, reply) => answer(await outcomeOf(served, { operation, run }, request, reply), reply),
    })
  }
}

/** The call and how it is made. */
export type Called = {
  operation: Operation
  run: Run
  /** Only checks whether the call may be done; `run` is not called. */
  looking?: true
  /** The use of the session was already counted. */
  again?: true
  /** Runs before anything is read. */
  first?: (db: Db) => Promise<void>
  /** What is asked for, if it does not stand in a body, and the form of the address, which is listed; for programs alone. */
  asked?: (schoolId: string) => Input
  noted?: string
  /** If one path serves several operations: the operation that this input selects, with its own field names. */
  exactly?: (db: Db, input: Input) => Promise<{ operation: Operation; input: Input }>
}

type Input = Record<string, unknown>

/**
 * Passes a call through all checks: session, rate limit, input, rights, idempotency. A call that computes outside its
 * transaction passes them again afterwards.
 */
export async function outcomeOf(
  served: Served,
  called: Called,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome> {
  const outcome = isProgramSecret(secretOf(request))
    ? await inTransaction(served, called, request, reply)
    : await takenOnReplica(served, called, (by, what) => inTransaction(by, what, request, reply))
  if (!isOutside(outcome)) return outcome
  const computed = await outcome.outside()
  const run: Run = (context) => outcome.next(context, computed)
  const counted = { ...served, limits: uncounted }
  return (await inTransaction(counted, { ...called, run }, request, reply)) as Outcome
}

async function inTransaction(
  { db, clock, limits, callers, gate, reads, readQuota, secrets }: Served,
  { operation, run, looking, again, first, exactly, asked, noted }: Called,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Outcome | Outside> {
  const secret = secretOf(request)
  const now = clock.now()
  if (secret) callers.admit(request, secret)
  else await limits.visitor(request)
  const count = oncePerPerson(limits)
  const work = async (tx: Db): Promise<Outcome | Outside> => {
    await nameTransaction(tx, request.id, { isPlannedOnce: plannedOnce.has(operation.path) })
    await first?.(tx)
    if (isProgramSecret(secret)) return ofProgram(tx, secret)
    const caller = await identify(tx, secret, now, unprovedAt(operation))
    if (secret) await secretSeen({ limits, callers }, { request, secret, isLive: caller !== null })
    if (!caller && needsSession(operation.access)) throw unauthenticated()
    if (caller) await count(caller.id, operation.writes)

    const sent = sentIn(operation, request)
    const used = caller?.isUnmarked && !looking && !again ? caller.sessionId : null
    if (used) await storing(tx)
    const exact = exactly ? await exactly(tx, sent) : { operation, input: sent }
    const outcome = await savepoint(tx, () =>
      decided(tx, exact.operation, run, { ...exact, looking, caller, now, request, reply, reads, readQuota, secrets }),
    ).catch(async (problem): Promise<Outcome | Outside> => {
      const refused = refusalIn(problem)
      if (caller) await auditRefusal(tx, { ...exact, caller, refused, requestId: request.id })
      if (caller && refused instanceof UnusualReading)
        await readQuota.tell(tx, { operation: exact.operation, caller, requestId: request.id }, refused)
      return { refused }
    })
    if (used) await markSession(tx, used, hashOf(secret!))
    return outcome
  }
  /** A program is counted and refused by its key, and stores nothing but that. */
  const ofProgram = async (tx: Db, programSecret: string): Promise<Outcome | Outside> => {
    const today = civilDay(now, 'UTC')
    const presented = presentedBy(secrets, programSecret, now)
    const found = presented && (await programOf(tx, presented.hash, today))
    await secretSeen({ limits, callers }, { request, secret: programSecret, isLive: Boolean(found) })
    if (!presented || !found) throw unauthenticated()
    const program = { ...found, scopes: found.scopes.filter((one) => presented.scopes?.includes(one) ?? true) }
    await limits.program(program.id)
    await storing(tx)
    let caller: Caller | undefined
    let input: Input = {}
    const outcome = await savepoint(tx, async () => {
      caller = programCaller(program, operation, request.ip)
      input = asked ? read(operation.input, asked(program.schoolId)) : sentIn(operation, request)
      const call = { input, looking, caller, now, request, reply, reads, readQuota: ofPrograms, secrets }
      return (await decided(tx, operation, run, call)) as Outcome
    }).catch(async (problem): Promise<Outcome> => {
      const refused = refusalIn(problem)
      if (caller) await auditRefusal(tx, { operation, input, caller, refused, requestId: request.id })
      return { refused }
    })
    await countProgramUse(tx, presented.hash, { today, outcome, noted })
    return 'rows' in outcome ? { ...outcome, rows: withoutFields(outcome.rows, operation) } : outcome
  }
  const entering = {
    who: callers.turnOf(request),
    writes: operation.writes,
    operation: operation.path,
    sheet: savedSheetOf(operation, request),
  }
  return gate.pass(entering, () => guessingTransaction(db, work))
}

const sentIn = (operation: Operation, request: FastifyRequest): Input =>
  read(operation.input, operation.method === 'GET' ? request.query : bodyOf(operation, request))

/** The refusal that a problem is; anything else, and what the server itself failed at, is thrown. */
function refusalIn(problem: unknown): Refusal {
  const refused = problem instanceof Refusal ? problem : refusalOfDatabase(problem)
  if (!refused || refused.status >= 500) throw refused ?? problem
  return refused
}

/** A program has limits of its own: it reads lists, and no student after the other. */
const ofPrograms: ReadQuota = { count: async () => {}, tell: async () => {} }

/** Sends the outcome of a call. Throws its refusal. */
export function answer(outcome: Outcome, reply: FastifyReply) {
  if ('refused' in outcome) throw outcome.refused
  if ('decided' in outcome) return reply
  if (outcome.total !== undefined) reply.header('x-total-count', outcome.total)
  if (outcome.replayed) reply.header('idempotency-replayed', 'true')
  return reply.header('content-type', 'application/json; charset=utf-8').send(textOf(outcome))
}

const textOf = ({ rows, shape }: { rows: unknown; shape: z.ZodMiniType | null }) =>
  shape ? writtenAs(shape, rows) : JSON.stringify(rows)

type Call = Pick<Served, 'reads' | 'readQuota' | 'secrets'> & {
  caller: Caller | null
  now: Date
  input: Input
  looking: true | undefined
  request: FastifyRequest
  reply: FastifyReply
}

/** What a function answered; `total` for a page of a list: how many rows there are. */
type Answered = { rows: unknown; total?: number }

async function decided(
  tx: Db,
  operation: Operation,
  run: Run,
  { caller, now, input, looking, request, reply, reads, readQuota, secrets }: Call,
): Promise<Outcome | Outside> {
  const keys = idempotencyKeys(operation, caller, request, { input, secrets })
  const scope = await authorise(tx, operation, caller, input, now).catch((problem) => {
    if (keys.length === 0 || !isGone(problem, operation)) throw problem
    return problem
  })
  if (operation.writes) await storing(tx)
  const before = await answeredBefore(tx, keys)
  if (before) return { rows: before.answer, shape: null, replayed: before.replayed }
  if (scope instanceof Refusal) throw scope

  // A read has no other effects. Any other function runs only after the caller is known to be allowed. The save of a sheet has
  // no effects that a rollback cannot undo.
  if (operation.writes && !operation.sheet) await confirmed(tx)
  const studentsRead: StudentRead[] = []
  const place = scope?.school?.id ?? null
  const supporter = supporterOf(scope)
  const http = httpOf(request, reply)
  const result = await run({
    db: tx,
    user: supporter ?? caller,
    now,
    input: withCivilDays(operation.input, input, scope?.school?.timeZone ?? homeZone),
    page: pageRequest(operation.paging, input),
    http,
    readsStudent: (studentId: string, schoolId: string | null = place) => {
      if (caller && !isParentOf(scope)) studentsRead.push({ studentId, schoolId })
    },
    audit: (kind: string, id: string, schoolId: string | null = place, detail?: { rows: number }) =>
      auditWrite(tx, { operation, caller, schoolId, kind, id, http, detail }),
    ...datedAt(now, scope),
  })
  await confirmed(tx)
  if (isOutside(result)) {
    await undo(tx)
    return result
  }
  if (looking) return { decided: true }
  if (!operation.writes) for (const { studentId } of studentsRead) await readQuota.count(tx, caller!, studentId)
  const { rows, ...total }: Answered = operation.paging ? (result as Page<unknown>) : { rows: result }
  for (const line of readLines(supporter, studentsRead, rows, place))
    reads.add({ ...line, operation, caller: caller!, requestId: request.id })
  const shape = operation.output
  if (keys.length > 0) await keepAnswer(tx, keys, textOf({ rows, shape }))
  return { rows, shape, ...total }
}

/**
 * Whether the target of a call does not exist. A removal that is repeated finds nothing and gets the same answer as the first
 * time; that something was removed reveals nothing.
 */
const isGone = (problem: unknown, { output }: Operation): problem is Refusal =>
  problem instanceof Refusal && problem.status === 404 && output === Done

/** Whether the caller may see the rows as a parent of the children they are about. */
const isParentOf = (scope: Awaited<ReturnType<typeof authorise>>) =>
  scope !== null && 'reach' in scope && scope.reach.of === 'children'

/** Adds the current day at the school. */
function datedAt(now: Date, scope: Awaited<ReturnType<typeof authorise>>) {
  const school = scope?.school
  return school ? { ...scope, school: { ...school, today: civilDay(now, school.timeZone) } } : scope
}
