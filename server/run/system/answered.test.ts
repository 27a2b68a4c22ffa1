import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { eventStream } from '#contract/platform/live/live.ts'
import { withClient } from '#server/db/client.ts'
import { withDb } from '#server/db/connected.ts'
import { testApp } from '#test/harness/app.ts'
import { testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { backlogOf } from './backlog.queries.ts'

type Line = { request: string; method: string; operation: string; status: number; ms: number }

const connection = await testDatabase()
const token = 'a token of the tests, thirty-two long'
const lines: Line[] = []
const { app, tokenOf } = await testApp({
  connection,
  metrics: { token, backlog: () => withDb(connection, backlogOf) },
  requestLog: (line) => lines.push(JSON.parse(line) as Line),
})
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const figures = async () => (await app.inject({ url: '/metrics', headers: { authorization: `Bearer ${token}` } })).body

async function sent(text: string) {
  const socket = connect(port, '127.0.0.1').on('error', () => {})
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.write(text)
  return { socket, answer: () => answer }
}

test('a call whose caller leaves before the answer is one line and is counted, with 499', async () => {
  const logged = lines.length
  await withClient(connection, async (client) => {
    await client.query('begin; lock table schools in access exclusive mode')
    const { socket } = await sent('POST /api/School/GetAll HTTP/1.1\r\nhost: x\r\ncontent-length: 0\r\n\r\n')
    await pause(100)
    socket.destroy()
    await expect.poll(() => lines.length).toBe(logged + 1)
    await client.query('rollback')
  })
  const { operation, status, ms } = lines.at(-1)!
  expect({ operation, status }).toEqual({ operation: expect.stringMatching(/School\/GetAll$/), status: 499 })
  expect(ms).toBeGreaterThan(50)
  // Its function may still end, but nobody gets the answer.
  await pause(300)
  expect(lines).toHaveLength(logged + 1)
  expect(await figures()).toMatch(/kashkool_requests_total\{operation="\w+\/School\/GetAll",status="499"\} 1\n/)
})

test('a request that is not HTTP, or has too long a path, is one line with the id of its answer, and is counted', async () => {
  for (const [text, status] of [
    [`${world.parent.phone} NONSENSE\r\n\r\n`, 400],
    [`GET /${world.parent.phone.repeat(6000)} HTTP/1.1\r\nhost: x\r\n\r\n`, 413],
  ] as const) {
    const { socket, answer } = await sent(text)
    await once(socket, 'close')
    const [, id] = /x-request-id: (\S+)/i.exec(answer())!
    expect(lines.at(-1)).toMatchObject({ request: id, method: 'unknown', operation: 'unknown', status })
    expect(JSON.stringify(lines)).not.toContain(world.parent.phone)
    expect(await figures()).toContain(`kashkool_requests_total{operation="unknown",status="${status}"} 1\n`)
  }
})

test('a stream of events is counted once, and not as an answer that took as long as the stream was open', async () => {
  const session = await tokenOf(world.parent)
  const path = `/${eventStream.path}?inbox=${world.parent.id}`
  const { socket, answer } = await sent(`GET ${path} HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${session}\r\n\r\n`)
  await expect.poll(answer).toContain('text/event-stream')
  socket.destroy()
  await expect.poll(() => lines.at(-1)).toMatchObject({ operation: eventStream.path, status: 200 })
  const text = await figures()
  expect(text).toContain(`kashkool_requests_total{operation="${eventStream.path}",status="200"} 1\n`)
  expect(text).not.toContain(`kashkool_request_seconds_count{operation="${eventStream.path}"}`)
})
