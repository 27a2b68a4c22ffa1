import type { ServerResponse } from 'node:http'
import { type LiveChange, type LiveTopic, live } from '#contract/platform/live/live.ts'
import { authorise, identify } from '#server/access/authorise.ts'
import type { Clock } from '#server/base/clock.ts'
import type { Db } from '#server/db/db.ts'
import { busy, invalid, notFound, slowDown } from '#server/base/errors.ts'
import { type ListeningConnection, ping } from '#server/db/listening.ts'
import type { LiveEvents } from './port.ts'
import type { Caller } from '#server/access/caller.ts'

/** `every` (ms): how often a keep-alive is sent and the rights of each listener are checked again. */
export type LiveFigures = { every: number; perPerson: number }

export const liveFigures: LiveFigures = { every: 20_000, perPerson: 5 }

/** One tab that listens. */
type Stream = { personId: string; secret: string; topics: Topic[]; out: ServerResponse }

type Topic = { topic: LiveTopic; id: string }

/**
 * In ms. A new listener also gets the signals of this time before, because a screen first reads its data and starts to listen a
 * moment later.
 */
const recalled = 10_000

/** With more unread bytes than this, a listener is too slow and gets no more events. */
const unreadAtMost = 64 * 1024

/**
 * Sends the changes that any process has stored to the tabs of this process, over one connection to the database. A tab is
 * disconnected when its session ends, when it loses its right, and when it may have missed a signal. It then reconnects and
 * reads everything again.
 */
export function liveEvents(
  db: Db,
  time: Clock,
  listen: (listener: (payload?: string) => void) => ListeningConnection,
  { every, perPerson }: LiveFigures,
): LiveEvents {
  const streams = new Set<Stream>()
  const recent = recentSignals()
  const line = listen((payload) => (payload === undefined ? letAllGo() : tell(payload)))
  let stopped = false
  let looking = false
  let hears = false
  const clock = setInterval(() => void look(), every).unref()

  function tell(payload: string) {
    const changed = topicIn(payload)
    if (changed) recent.keep(changed, payload)
    for (const stream of streams)
      if (stream.topics.some(({ topic, id }) => topic === changed?.topic && id === changed.id))
        write(stream, asEvent(payload))
  }

  function write(stream: Stream, text: string) {
    if (stream.out.writableLength <= unreadAtMost) return void stream.out.write(text)
    streams.delete(stream)
    stream.out.destroy()
  }

  /** Stops writing to the stream, even if its end has not been sent completely. */
  function letGo(stream: Stream) {
    streams.delete(stream)
    stream.out.end()
  }

  const letAllGo = () => streams.forEach(letGo)

  /** Listens to the database from now on, even if no tab is listening. */
  async function hear() {
    hears = true
    await line.query(ping).catch(() => {})
  }

  async function look() {
    recent.forget()
    for (const stream of streams) write(stream, ':\n\n')
    if (looking || !hears) return
    looking = true
    await hear()
    for (const stream of streams) if (!(await stillMay(db, stream, time.now()))) letGo(stream)
    looking = false
  }

  return {
    exactly(topic, input) {
      const id = topic && input[topic]
      if (!id) throw invalid('Required')
      return { operation: live[topic], input: { id } }
    },

    admit: (topic, caller, id) => mustBeOwn(topic, caller, id),

    async open({ caller, secret, topics, begin }) {
      // From here on, every stored change is received.
      hears = true
      await line.query(ping)
      if (stopped) throw busy()
      const own = [...streams].filter(({ personId }) => personId === caller.id)
      if (own.length >= perPerson) throw slowDown(every / 1000)

      const stream = { personId: caller.id, secret, topics, out: begin() }
      // A stream that is closed already emits no further 'close', so it must not be added.
      if (stream.out.destroyed) return
      streams.add(stream)
      stream.out.on('close', () => streams.delete(stream)).on('error', () => streams.delete(stream))
      // Spreads the reconnects of many tabs that are disconnected at once.
      stream.out.write(`retry: ${2000 + Math.floor(Math.random() * 3000)}\n\n`)
      for (const topic of topics) for (const payload of recent.of(topic)) write(stream, asEvent(payload))
    },

    // Listening begins at the start, because the first tab has also read its data a moment before.
    start: () => void hear(),

    async stop() {
      stopped = true
      clearInterval(clock)
      letAllGo()
      await line.close()
    },
  }
}

const asEvent = (payload: string) => `event: changed\ndata: ${payload}\n\n`

/** The signals of the last moments, by topic. */
function recentSignals() {
  const signals = new Map<string, { payload: string; at: number }[]>()
  const keyOf = ({ topic, id }: Topic) => `${topic} ${id}`
  const fresh = (key: string) => {
    const since = performance.now() - recalled
    return (signals.get(key) ?? []).filter(({ at }) => at >= since)
  }
  return {
    keep(topic: Topic, payload: string) {
      const key = keyOf(topic)
      signals.set(key, [...fresh(key), { payload, at: performance.now() }])
    },
    of: (topic: Topic) => fresh(keyOf(topic)).map(({ payload }) => payload),
    forget() {
      for (const key of signals.keys()) if (fresh(key).length === 0) signals.delete(key)
    },
  }
}

/** The topic of a signal; null if the signal is not ours. */
function topicIn(payload: string): Topic | null {
  try {
    return JSON.parse(payload) as LiveChange
  } catch {
    return null
  }
}

/**
 * Whether a listener would be accepted now. The check does not count as use of the session, so an idle session ends even if a
 * tab is open.
 */
const stillMay = (db: Db, { secret, topics }: Stream, now: Date) =>
  db
    .transaction()
    .execute(async (tx) => {
      const caller = await identify(tx, secret, now)
      for (const { topic, id } of topics) {
        mustBeOwn(topic, caller!, id)
        await authorise(tx, live[topic], caller, { id })
      }
      return caller !== null
    })
    .catch(() => false)

/** The events of a person are sent only to that person. */
function mustBeOwn(topic: LiveTopic, caller: Caller, id: string) {
  if (live[topic].access.to === 'self' && id !== caller.id) throw notFound()
}
