import { Agent, request } from 'node:http'
import { setTimeout } from 'node:timers/promises'

export type Sent = { path: string; body?: unknown; token?: string | null; headers?: Record<string, string> }

export type Answer = { status: number; bytes: number; took: number }

/** Sends requests with this number of clients at once, each on its own connection, for a time or for a number of requests. */
export async function load(
  port: number,
  clients: number,
  until: { seconds: number } | { requests: number },
  next: () => Sent,
): Promise<Answer[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients })
  const answers: Answer[] = []
  const end = 'seconds' in until ? performance.now() + until.seconds * 1000 : Number.POSITIVE_INFINITY
  let left = 'requests' in until ? until.requests : Number.POSITIVE_INFINITY
  await Promise.all(
    Array.from({ length: clients }, async () => {
      while (performance.now() < end && left-- > 0) answers.push(await send(agent, port, next()))
    }),
  )
  agent.destroy()
  return answers
}

/** Sends this number of requests a second for a time, even if earlier ones have not been answered. */
export async function steadyLoad(port: number, perSecond: number, seconds: number, next: () => Sent) {
  const agent = new Agent({ keepAlive: true, maxSockets: 400 })
  const sent: Promise<Answer>[] = []
  const begin = performance.now()
  for (let passed = 0; passed < seconds; passed = (performance.now() - begin) / 1000) {
    while (sent.length < passed * perSecond) sent.push(send(agent, port, next()))
    await setTimeout(2)
  }
  const answers = await Promise.all(sent)
  agent.destroy()
  return answers
}

export function send(agent: Agent, port: number, { path, body, token, headers: more }: Sent): Promise<Answer> {
  const started = performance.now()
  const headers: Record<string, string> = { ...more, ...(token && { authorization: `Bearer ${token}` }) }
  if (body !== undefined) headers['content-type'] = 'application/json'
  return new Promise((resolve, reject) => {
    const sent = request({ agent, host: '127.0.0.1', port, path, method: body === undefined ? 'GET' : 'POST', headers })
    sent.on('response', (answer) => {
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length))
      answer.on('end', () => resolve({ status: answer.statusCode!, bytes, took: performance.now() - started }))
    })
    sent.on('error', reject)
    sent.end(body === undefined ? undefined : JSON.stringify(body))
  })
}

/** The value below which this share of the numbers is (a quantile). */
export function share(numbers: number[], part: number) {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0
}

export function countBy(names: readonly string[]) {
  const counted: Record<string, number> = {}
  for (const name of names) counted[name] = (counted[name] ?? 0) + 1
  return counted
}
