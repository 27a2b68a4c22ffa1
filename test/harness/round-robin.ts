import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

export type RoundRobin = { port: number; stop: () => Promise<void> }

/**
 * A proxy that behaves like haproxy with `httpchk`: it sends requests in turn to the processes that were ready at the last check, keeps
 * its connections to them open, and repeats nothing.
 */
export async function roundRobin(ports: readonly number[], every: number): Promise<RoundRobin> {
  const ready = new Set<number>()
  const agent = new Agent({ keepAlive: true })
  const look = (port: number) =>
    fetch(`http://127.0.0.1:${port}/health/ready`, { headers: { connection: 'close' } }).then(
      ({ ok }) => void (ok ? ready.add(port) : ready.delete(port)),
      () => void ready.delete(port),
    )
  await Promise.all(ports.map(look))
  const timer = setInterval(() => ports.forEach(look), every)
  let turn = 0

  const server = createServer((received, answer) => {
    const open = ports.filter((port) => ready.has(port))
    const port = open[turn++ % open.length]
    if (port === undefined) return void answer.writeHead(502).end()
    const { method, url, headers } = received
    const forwarded = request({ host: '127.0.0.1', port, method, path: url, headers, agent }, (given) => {
      const { connection: _, 'keep-alive': __, ...kept } = given.headers
      answer.writeHead(given.statusCode ?? 502, kept)
      given.on('error', () => answer.destroy()).pipe(answer)
    })
    forwarded.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    received.pipe(forwarded)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    port: (server.address() as AddressInfo).port,
    async stop() {
      clearInterval(timer)
      agent.destroy()
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
}
