import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import type { Gateway } from '#server/messages/sms/sms-settings.ts'

/** How a gateway behaves. A silent one and one that closes the connection have already accepted the message. */
export type Mood = 'well' | 'silent' | 'cutting' | 'failing' | 'lying' | 'refusing' | 'redirecting'

export type Taken = { to: string; message: string; headers: Record<string, unknown>; mood: Mood }

/** An SMS gateway over real HTTP whose behaviour can be changed; `down` and `up` close and open its port. */
export async function smsGateway(mood: Mood = 'well') {
  const requests: Taken[] = []
  const kept: ServerResponse[] = []
  const gateway = { mood }
  const server = createServer(async (request, reply) => {
    const body = await text(request).catch(() => null)
    if (body === null) return
    requests.push({ ...JSON.parse(body), headers: request.headers, mood: gateway.mood })
    if (gateway.mood === 'silent') kept.push(reply)
    else if (gateway.mood === 'cutting') request.socket.resetAndDestroy()
    else answers[gateway.mood](reply)
  })
  const up = async (port = 0) => {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  }
  const down = async () => {
    server.closeAllConnections()
    if (server.listening) await new Promise((closed) => server.close(closed))
  }
  await up()
  afterAll(down)
  const { port } = server.address() as AddressInfo

  return {
    /** Every message that it received, sent or not. */
    requests,
    /** The messages that it sent: all except those that it refused in its answer. */
    sent: () => requests.filter((one) => ['well', 'silent', 'cutting'].includes(one.mood)),
    become: (next: Mood) => {
      gateway.mood = next
    },
    /** Answers the requests that it has kept waiting. */
    relent: () => kept.splice(0).forEach(answers.well),
    down,
    up: () => up(port),
    settings: (own: Partial<Gateway> = {}) => ({
      by: 'http' as const,
      url: `http://127.0.0.1:${port}/send`,
      method: 'POST',
      headers: { authorization: 'Bearer s3cret' },
      body: '{"to":"{{phone}}","message":"{{text}}"}',
      timeout: 60_000,
      success: '"sent"',
      prefixes: ['010'],
      ceiling: 1000,
      ...own,
    }),
  }
}

const says =
  (status: number, body: object, headers = {}) =>
  (reply: ServerResponse) =>
    void reply.writeHead(status, headers).end(JSON.stringify(body))

const answers = {
  well: says(200, { status: 'sent' }),
  lying: says(200, { status: 'error', reason: 'no credit' }),
  failing: says(500, { status: 'error' }),
  refusing: says(422, { status: 'error', reason: 'number' }),
  redirecting: says(302, { status: 'sent' }, { location: 'http://127.0.0.1:9/stolen' }),
}
