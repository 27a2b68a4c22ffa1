import { createServer, type Server } from 'node:http'
import { Webhook } from 'standardwebhooks'
import { afterAll, describe, expect, test } from 'vitest'
import { systemClock } from '#server/base/clock.ts'
import { isPublicAddress, outgoingUrl } from './addresses.rules.ts'
import { sendPinned } from './pinned-request.rules.ts'
import { newSigningSecret, signedHeaders } from './signature.rules.ts'

const servers: Server[] = []
afterAll(() => Promise.all(servers.map((server) => new Promise((closed) => server.close(closed)))))

/** A server on an address of this machine; `calls` are the hosts that calls named. */
async function listening(address: string, port = 0, answer: { status?: number; headers?: object } = {}) {
  const calls: string[] = []
  const server = createServer((request, reply) => {
    calls.push(request.headers.host ?? '')
    reply.writeHead(answer.status ?? 200, { ...answer.headers }).end('ignored')
  })
  servers.push(server)
  await new Promise<void>((begun) => server.listen(port, address, begun))
  return { port: (server.address() as { port: number }).port, calls }
}

const sent = { headers: { 'content-type': 'application/json' }, body: '{}' }

describe('a signature', () => {
  const [one, other] = [newSigningSecret(), newSigningSecret()]
  const sentAt = systemClock.now()
  const message = { id: 'a-message', sentAt, body: '{"type":"student.changed"}' }

  test('is the one that the reference of Standard Webhooks makes and takes', () => {
    const headers = signedHeaders({ ...message, secrets: [one] })
    expect(headers['webhook-signature']).toBe(new Webhook(one).sign(message.id, sentAt, message.body))
    expect(new Webhook(one).verify(message.body, headers)).toEqual({ type: 'student.changed' })
  })

  test('is taken by who has either of two secrets, and by nobody with another or for another body', () => {
    const headers = signedHeaders({ ...message, secrets: [one, other] })
    for (const secret of [one, other]) expect(() => new Webhook(secret).verify(message.body, headers)).not.toThrow()
    expect(() => new Webhook(newSigningSecret()).verify(message.body, headers)).toThrow('No matching signature')
    expect(() => new Webhook(one).verify('{"type":"fees.posted"}', headers)).toThrow('No matching signature')
  })
})

describe('an address', () => {
  test.each(
    `0.0.0.0 10.1.2.3 100.64.0.1 127.0.0.1 127.9.9.9 169.254.169.254 172.16.0.1 172.31.255.255 192.168.1.1 192.0.0.8 198.18.0.1 224.0.0.1
    255.255.255.255 ::1 :: ::ffff:127.0.0.1 ::ffff:10.0.0.1 fe80::1 fc00::1 fd12:3456::1 fec0::1 ff02::1 64:ff9b::7f00:1 2002:7f00:1::
    2001:0:7f00:1:: 100::1 no`.split(/\s+/),
  )('that is %s is not public', (address) => expect(isPublicAddress(address)).toBe(false))

  test.each(['93.184.215.14', '172.32.0.1', '9.255.255.255', '2606:2800:21f:cb07::1'])(
    'that is %s is public',
    (address) => expect(isPublicAddress(address)).toBe(true),
  )

  test.each([
    'http://hooks.example/a',
    'https://127.0.0.1/a',
    'https://2130706433/a',
    'https://0x7f.1/a',
    'https://169.254.169.254/latest/meta-data',
    'https://[::1]/a',
    'https://[::ffff:10.0.0.1]/a',
    'https://localhost/a',
    'https://erp/a',
    'https://erp.local/a',
    'https://db.internal./a',
    'https://who:secret@hooks.example/a',
    'https://hooks.example/a#part',
    'ftp://hooks.example/a',
    'javascript:alert(1)',
    'not an address',
  ])('%s is refused', (url) => expect(outgoingUrl(url, [])).toBe(null))

  test('of the operator’s list may be private, and only this machine without encryption', () => {
    const hosts = ['erp.local', 'localhost:4000', '10.0.0.9']
    expect(outgoingUrl('https://erp.local/a', hosts)?.href).toBe('https://erp.local/a')
    expect(outgoingUrl('http://localhost:4000/a', hosts)?.href).toBe('http://localhost:4000/a')
    expect(outgoingUrl('http://erp.local/a', hosts)).toBe(null)
    expect(outgoingUrl('http://localhost:4001/a', hosts)).toBe(null)
  })
})

describe('a call', () => {
  test('goes nowhere if the name leads to a private address, also to one among public ones', async () => {
    const { port, calls } = await listening('127.0.0.1')
    for (const addresses of [['127.0.0.1'], ['203.0.113.7', '127.0.0.1'], ['169.254.169.254'], ['::1']])
      expect(
        await sendPinned(`https://hooks.example:${port}/`, sent, {
          hosts: [],
          timeout: 2000,
          resolve: async () => addresses,
        }),
      ).toEqual({ problem: 'address' })
    expect(calls).toEqual([])
  })

  test('asks the name server once and goes to the address that it checked, whatever it answers afterwards', async () => {
    const { port, calls } = await listening('127.0.0.1')
    let asked = 0
    const outcome = await sendPinned(`https://hooks.example:${port}/`, sent, {
      hosts: [],
      timeout: 300,
      // A public address of the ranges for documentation, where nobody is; then this machine.
      resolve: async () => (asked++ === 0 ? ['203.0.113.7'] : ['127.0.0.1']),
    })
    expect(outcome).toEqual({ problem: expect.stringMatching(/^(timeout|unreachable)$/) })
    expect({ asked, calls }).toEqual({ asked: 1, calls: [] })
    const first = await listening('127.0.0.1')
    const second = await listening('127.0.0.2', first.port)
    let turn = 0
    const outcomes = { answer: 200 }
    const hosts = [`localhost:${first.port}`]
    const resolve = async () => [turn++ === 0 ? '127.0.0.1' : '127.0.0.2']
    expect(await sendPinned(`http://${hosts[0]}/`, sent, { hosts, timeout: 2000, resolve })).toEqual(outcomes)
    expect([first.calls, second.calls, turn]).toEqual([hosts, [], 1])
  })

  test('follows no redirection, and a name that is unknown or slow is not waited for', async () => {
    const inner = await listening('127.0.0.1')
    const location = `http://localhost:${inner.port}/`
    const { port, calls } = await listening('127.0.0.1', 0, { status: 302, headers: { location } })
    const hosts = [`localhost:${port}`, `localhost:${inner.port}`]
    expect(await sendPinned(`http://localhost:${port}/`, sent, { hosts, timeout: 2000 })).toEqual({ answer: 302 })
    expect([calls.length, inner.calls]).toEqual([1, []])
    const unknown = async () => Promise.reject(new Error('ENOTFOUND'))
    expect(await sendPinned('https://a.example/', sent, { hosts, timeout: 2000, resolve: unknown })).toEqual({
      problem: 'unreachable',
    })
    const never = () => new Promise<string[]>(() => {})
    expect(await sendPinned('https://a.example/', sent, { hosts, timeout: 50, resolve: never })).toEqual({
      problem: 'timeout',
    })
  })
})
