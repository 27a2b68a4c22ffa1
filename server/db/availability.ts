import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import { DatabaseAway } from './lost.ts'
import { databaseTimes } from './request-account.ts'

/** Whether the database can be reached; shared by all pools of a process. */
export type Availability = {
  /** Throws DatabaseAway while the database does not answer. */
  check: () => void
  /** To be called when a connection was lost, because others that were opened earlier may be lost too. */
  lost: (problem: unknown) => void
  /** To be called when calls wait for a connection, because the database may have stopped answering. */
  look: () => void
  /** Connections opened before this moment (performance.now) are not used again. */
  trustedSince: () => number
  /** Registers `drop`, which is called when the database is found to be unavailable. */
  whenAway: (drop: () => void) => void
  stop: () => Promise<void>
}

export type AvailabilityLog = {
  error: (facts: object, message: string) => void
  warn: (facts: object, message: string) => void
}

/** The pause in ms between two attempts while the database does not answer. */
const every = 500

/**
 * A circuit breaker for the database. After a lost connection it asks the database on a separate connection. Without an answer the
 * database is unavailable, and all calls are refused at once until it answers again. It logs once that the database is unavailable and
 * once that it is back. `patience`: how long an answer may take, in ms.
 */
export function availability(
  connection: pg.ClientConfig,
  log: AvailabilityLog,
  patience = databaseTimes.answer,
): Availability {
  const dropping: (() => void)[] = []
  let trusted = 0
  let away: number | null = null
  let looking: Promise<void> | null = null
  const stopping = new AbortController()

  async function untilItAnswers(suspicion: unknown) {
    for (let cause = await failure(); cause !== null; cause = await failure()) {
      if (stopping.signal.aborted) return
      if (away === null) leave(cause)
      await pause(every, null, { signal: stopping.signal }).catch(() => {})
    }
    if (away !== null) comeBack()
    else if (suspicion) log.warn({ cause: causeOf(suspicion) }, 'a connection to the database was lost')
  }

  function leave(cause: unknown) {
    away = performance.now()
    log.error({ cause: causeOf(cause) }, 'the database is away')
    for (const drop of dropping) drop()
  }

  function comeBack() {
    const seconds = Math.round((performance.now() - away!) / 100) / 10
    trusted = performance.now()
    away = null
    log.warn({ seconds }, 'the database is back')
  }

  /** Null if the database answers. */
  const failure = () =>
    answers(connection, patience).then(
      () => null,
      (problem: unknown) => problem,
    )

  function look(suspicion: unknown = null) {
    if (looking || stopping.signal.aborted) return
    looking = untilItAnswers(suspicion).finally(() => {
      looking = null
    })
  }

  return {
    check() {
      if (away !== null) throw new DatabaseAway()
    },
    lost(problem) {
      trusted = performance.now()
      look(problem)
    },
    look: () => look(),
    trustedSince: () => trusted,
    whenAway: (drop) => void dropping.push(drop),
    async stop() {
      stopping.abort()
      await looking
    },
  }
}

/** For a pool without a circuit breaker: connections that were opened before a lost one are still not used again. */
export function unwatched(): Availability {
  let trusted = 0
  return {
    check: () => {},
    lost() {
      trusted = performance.now()
    },
    look: () => {},
    trustedSince: () => trusted,
    whenAway: () => {},
    stop: async () => {},
  }
}

/** Throws unless the database answers in time on a separate connection. */
async function answers(connection: pg.ClientConfig, patience: number) {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
  })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query('select')
  } finally {
    // Not awaited, because a server that does not answer will not answer the end of the connection either.
    client.end().catch(() => {})
  }
}

const causeOf = (problem: unknown) => {
  const { code, message } = problem as { code?: string; message?: string }
  return code ?? message
}
