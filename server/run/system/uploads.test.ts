import { once } from 'node:events'
import { readdirSync, readlinkSync } from 'node:fs'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

const { app, wire, tokenOf } = await testApp({ uploads: { ofAddress: 3, inAll: 3 } })
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const sockets: Socket[] = []
afterAll(() => sockets.forEach((socket) => socket.destroy()))

const megabyte = 1024 * 1024
const form = '--x\r\ncontent-disposition: form-data; name="File"; filename="a.csv"\r\n\r\n'

/** Starts an upload of a table without sending its end. `answer` is what has arrived so far. */
async function begin(headers: string[], bytes = 1000) {
  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  let answer = ''
  socket.on('data', (chunk) => (answer += chunk.toString()))
  socket.on('error', () => {})
  await once(socket, 'connect')
  const head = ['POST /Import/Upload HTTP/1.1', 'host: x', 'content-type: multipart/form-data; boundary=x', ...headers]
  socket.write(`${head.join('\r\n')}\r\ncontent-length: ${19 * megabyte}\r\n\r\n${form}`)
  if (bytes > 0 && !socket.write(Buffer.alloc(bytes, 'x')))
    await Promise.race([once(socket, 'drain'), once(socket, 'close')])
  return { socket, answer: () => answer, status: () => Number(answer.split(' ')[1]) }
}

/** Open files of uploads. Their names are already removed, so only the operating system knows them. */
const filesOfUploads = () =>
  readdirSync('/proc/self/fd').filter((file) => linkOf(file).includes('kashkool-upload-')).length

function linkOf(file: string) {
  try {
    return readlinkSync(`/proc/self/fd/${file}`)
  } catch {
    return ''
  }
}

const bearer = async (person: { phone: string }) => [`authorization: Bearer ${await tokenOf(person)}`]

test('a person who may not send a file is refused by the headers, with the file still to come', async () => {
  const strangers = await Promise.all([
    begin([]),
    begin([`authorization: Bearer ${'x'.repeat(43)}`]),
    begin(await bearer(world.parent)),
  ])
  for (const [nth, status] of [401, 401, 403].entries()) await expect.poll(strangers[nth]!.status).toBe(status)
  expect(strangers[0]!.answer()).toContain('Please sign in')
})

test('no more than some are under way from one address; files wait on the disk, and nothing of them stays', async () => {
  const headers = await bearer(world.manager)
  const uploads = []
  for (let nth = 0; nth < 3; nth++) uploads.push(await begin(headers, 15 * megabyte))
  const next = await begin(headers)
  await expect.poll(next.status).toBe(503)
  expect(next.answer()).toMatch(/retry-after: [1-5]/i)
  if (process.platform === 'linux') expect(filesOfUploads()).toBe(3)

  for (const { socket } of [...uploads, next]) socket.destroy()
  if (process.platform === 'linux') await expect.poll(filesOfUploads).toBe(0)
  const again = async () => {
    const upload = await begin(headers, 0)
    await expect.poll(upload.status, { timeout: 500 }).toBe(503)
  }
  await expect.poll(() => again().catch(() => 'let in')).toBe('let in')
})

test('visitors may send a few kilobytes, and others a large body once they are known', async () => {
  const large = { name: 'x'.repeat(20_000) }
  expect((await wire('api/School/GetAll', large)).status).toBe(413)
  expect((await wire('API/Identity/Login', { phoneNumber: large.name, password: 'x' })).status).toBe(413)
  expect((await wire('Student/GetSchoolStudents', large)).status).toBe(401)
  expect((await wire('Student/GetSchoolStudents', large, { as: world.manager })).status).toBe(400)

  const socket = connect(port, '127.0.0.1')
  sockets.push(socket)
  socket.write('POST /Student/GetSchoolStudents HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n')
  socket.write('content-length: 900000\r\n\r\n{"name": "')
  const [answer] = (await once(socket, 'data')) as [Buffer]
  expect(answer.toString()).toContain('401')
})
