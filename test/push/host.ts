import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { afterAll } from 'vitest'
import { ownCertificate } from './certificate.ts'

/** One request to the push service. */
export type PushRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer }

/** A push service of our own, by https on `localhost`: it keeps every request and answers as the test sets it. */
export async function pushService() {
  const { certificate, key } = ownCertificate()
  const requests: PushRequest[] = []
  let answer: number | 'silence' = 201
  const server = https.createServer({ cert: certificate, key }, async (request, reply) => {
    requests.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    if (answer === 'silence') return
    reply.writeHead(answer, { ...(answer === 307 && { location: '/elsewhere' }) }).end()
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  afterAll(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `localhost:${(server.address() as AddressInfo).port}`
  return {
    host,
    ca: certificate,
    requests,
    answers: (status: typeof answer) => {
      answer = status
    },
  }
}
