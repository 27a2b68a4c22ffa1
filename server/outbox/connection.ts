import pg from 'pg'

/** Asks something of the database. Throws when that failed; the next question is asked on a new connection. */
export type Ask = <T>(question: (client: pg.ClientBase) => Promise<T>) => Promise<T>

export type OutboxLine = { ask: Ask; close: () => Promise<void> }

/** What a line may listen to. */
const calls = { outbox: 'listen outbox', imports: 'listen imports', notices: 'listen notices', live: 'listen live' }

export type Hears = keyof typeof calls

/**
 * A connection as the owner that hears of what is new, made anew when it is lost. A database that keeps silent is lost after
 * five seconds. `ring` is called for everything it hears of, with what was said, and with nothing when the line is lost: the
 * next question calls again.
 */
export function outboxLine(owner: pg.ClientConfig, ring: (said?: string) => void, hears: Hears = 'outbox'): OutboxLine {
  let line: Promise<pg.Client> | null = null
  // One question at a time.
  let turn: Promise<unknown> = Promise.resolve()

  async function call() {
    const client = new pg.Client({
      ...owner,
      application_name: `kashkool ${hears}`,
      connectionTimeoutMillis: 2000,
      query_timeout: 5000,
      keepAlive: true,
    })
    client.on('notification', ({ payload = '' }) => ring(payload))
    client.on('error', () => {})
    await client.connect()
    await client.query(calls[hears]).catch((problem) => {
      void client.end().catch(() => {})
      throw problem
    })
    return client
  }

  function dial() {
    const dialled = call()
    dialled.then(
      (client) => client.on('end', () => hangUp(dialled)),
      () => {},
    )
    return dialled
  }

  function hangUp(lost: Promise<pg.Client>) {
    if (line !== lost) return
    line = null
    lost.then((client) => client.end()).catch(() => {})
    ring()
  }

  async function asked<T>(question: (client: pg.ClientBase) => Promise<T>) {
    line ??= dial()
    const mine = line
    try {
      return await question(await mine)
    } catch (problem) {
      hangUp(mine)
      throw problem
    }
  }

  return {
    ask(question) {
      const answer = turn.then(() => asked(question))
      turn = answer.catch(() => {})
      return answer
    },
    async close() {
      const last = line
      line = null
      await last?.then((client) => client.end()).catch(() => {})
    },
  }
}
