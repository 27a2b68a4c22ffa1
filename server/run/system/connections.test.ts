import { once } from 'node:events'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'

const connections = { headers: 400, body: 400, request: 800, idle: 2000, look: 50, most: 1200 }
const { app, wire } = await testApp({ connections })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

/** Sends this text and nothing else. Returns what arrived until the connection was closed. */
async function closing(sent: string) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString())).on('error', () => {})
  if (sent) socket.write(sent)
  await once(socket, 'close')
  return answer
}

const head = 'POST /api/School/GetAll HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n'

test.each([
  ['whose headers never end', head],
  ['whose body never ends', `${head}content-length: 50\r\n\r\n{"name":`],
])('a connection %s is told so in a sentence, and closed', async (_, sent) => {
  const answer = await closing(sent)
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toMatch(/The request took too long to arrive$/)
})

test('an upload that never ends, and a connection that says nothing, are closed', async () => {
  const form = 'content-type: multipart/form-data; boundary=x\r\ncontent-length: 900000\r\n\r\n--x\r\n'
  await closing(`POST /Import/Upload HTTP/1.1\r\nhost: x\r\n${form}`)
  await closing('')
})

test('a thousand slow connections change nothing for others; more than the most are closed at once', async () => {
  const slow = Array.from({ length: 1000 }, () => {
    const socket = connect(port, '127.0.0.1').on('error', () => {})
    sockets.push(socket.resume())
    socket.write('GET / HTTP/1.1\r\nx: ')
    return socket
  })
  const read = async () => (await fetch(`http://127.0.0.1:${port}/api/School/GetAll`, { method: 'POST' })).status
  for (let n = 0; n < 20; n++) expect(await read()).toBe(200)
  for (const socket of slow) if (!socket.closed) await once(socket, 'close')

  const kept = connect(port, '127.0.0.1').on('error', () => {})
  sockets.push(kept)
  await once(kept, 'connect')
  app.server.maxConnections = 1
  expect(await closing(head)).toBe('')
  app.server.maxConnections = connections.most
  expect((await wire('api/School/GetAll', {})).status).toBe(200)
})
