import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import compress from '@fastify/compress'
import Fastify from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { packSmallAnswers } from './packing.ts'

const app = Fastify()
const long = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: 'عمر أحمد محمود' })))
const longer = JSON.stringify(Array.from({ length: 9000 }, (_, id) => ({ id, name: 'Omar Ahmed Mahmoud' })))
beforeAll(async () => {
  await app.register(compress, { threshold: 1024, encodings: ['br', 'gzip'] })
  packSmallAnswers(app)
  for (const [path, body] of Object.entries({ short: '{"id":1}', long, longer }))
    app.get(`/${path}`, async (_, reply) => reply.type('application/json').send(body))
})
afterAll(() => app.close())

const get = (path: string, accepted?: string) =>
  app.inject({ url: `/${path}`, headers: accepted === undefined ? {} : { 'accept-encoding': accepted } })

test('an ordinary answer is packed once for those who take it, and the same behind it', async () => {
  const packed = await get('long', 'br, gzip')
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', vary: expect.stringContaining('accept-encoding') })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(long)
  expect(packed.rawPayload.length).toBe(Number(packed.headers['content-length'] ?? packed.rawPayload.length))
  expect(packed.rawPayload.length).toBeLessThan(long.length / 4)
})

test.each([undefined, 'identity', 'gzip;q=0', 'gzip; q=0.0, identity'])(
  'it is sent as it is to %j',
  async (accepted) => {
    const plain = await get('long', accepted)
    expect(plain.headers).not.toHaveProperty('content-encoding')
    expect(plain.headers.vary).toContain('accept-encoding')
    expect(plain.body).toBe(long)
  },
)

test('what fits into one packet is not packed', async () => {
  expect((await get('short', 'br, gzip')).headers).not.toHaveProperty('content-encoding')
})

test('a large answer goes through a stream', async () => {
  const packed = await get('longer', 'br, gzip')
  expect(packed.headers['content-encoding']).toBe('br')
  expect(brotliDecompressSync(packed.rawPayload).toString()).toBe(longer)
})
