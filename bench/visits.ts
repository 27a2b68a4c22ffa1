import { Agent, get } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { eventStream } from '#contract/platform/live/live.ts'
import { type Answer, type Sent, send } from './load.ts'

/** One call of the morning. `took`: ms from the moment when it was due until its answer. */
export type TimedCall = { name: string; writes: boolean; status: number; took: number; at: number }

/** A person of the bench, by number. `due`: when the first call of the visit should be made; each later one follows an answer. */
export type Visitor = {
  ask: (name: string, sent: Sent, writes?: boolean) => Promise<Answer>
  /** Listens to a topic for some seconds, or until the end. `changed` is called at each event. */
  listen: (topic: Record<string, string>, seconds: number, changed?: () => void) => void
}

/** Everybody who calls, each from an address of their own, as browsers do. */
export function visitors(port: number) {
  const agent = new Agent({ keepAlive: true, maxSockets: 2000 })
  const asked: TimedCall[] = []
  const streams = new Set<ReturnType<typeof get>>()
  const headersOf = (person: number) => ({
    'accept-encoding': 'br',
    'x-forwarded-for': `10.${(person >> 16) & 255}.${(person >> 8) & 255}.${person & 255}`,
  })

  function visitor(person: number, due = performance.now()): Visitor {
    const headers = headersOf(person)
    let from = due
    return {
      async ask(name, sent, writes = false) {
        const begun = from
        const answer = await send(agent, port, { ...sent, headers })
        const now = performance.now()
        asked.push({ name, writes, status: answer.status, took: now - begun, at: now })
        from = now
        return answer
      },
      listen(topic, seconds, changed) {
        const path = `/${eventStream.path}?${new URLSearchParams(topic)}`
        const begun = performance.now()
        const stream = get(
          {
            agent: false,
            host: '127.0.0.1',
            port,
            path,
            headers: { ...headers, authorization: `Bearer session ${person}` },
          },
          (answer) => {
            const now = performance.now()
            asked.push({ name: 'stream', writes: false, status: answer.statusCode!, took: now - begun, at: now })
            answer.on('data', (text: Buffer) => text.includes('event: changed') && changed?.())
            answer.on('error', () => {})
          },
        )
        streams.add(stream)
        stream.on('error', () => {}).on('close', () => streams.delete(stream))
        if (Number.isFinite(seconds)) setTimeout(() => stream.destroy(), seconds * 1000).unref()
      },
    }
  }

  return {
    asked,
    visitor,
    close: () => {
      streams.forEach((stream) => stream.destroy())
      agent.destroy()
    },
  }
}

/** Lets people arrive at random and independently, this many a second, whether or not earlier ones were answered. */
export async function arrivals(perSecond: number, until: number, arrive: (due: number) => Promise<unknown>) {
  const visits: Promise<unknown>[] = []
  for (let due = performance.now() + gap(perSecond); due < until; due += gap(perSecond)) {
    await pause(Math.max(0, due - performance.now()))
    visits.push(arrive(due))
  }
  await Promise.all(visits)
}

const gap = (perSecond: number) => (-Math.log(1 - Math.random()) / perSecond) * 1000
