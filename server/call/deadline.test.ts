import { once } from 'node:events'
import Fastify, { type FastifyInstance } from 'fastify'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { databaseTimes } from '#server/db/request-account.ts'
import { operations } from '#server/operations.ts'
import { testApp } from '#test/harness/app.ts'
import { databaseProxy } from '#test/harness/database-proxy.ts'
import { testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { answerInTime } from './deadline.ts'
import { refusals } from './refusals.ts'

const connection = await testDatabase()
const proxy = await databaseProxy(connection)
const { app } = await testApp({ databaseTimes, connection: proxy.connection, deadline: 500 })
// On a busy machine, computing a password hash may take longer than that.
const { tokenOf } = await testApp({ connection })

const sentence = 'The service is busy, please try again'
const never = () => new Promise<never>(() => {})

async function listening(app: FastifyInstance) {
  await app.listen({ port: 0, host: '127.0.0.1' })
  return `http://127.0.0.1:${(app.server.address() as AddressInfo).port}`
}

// A raw socket, because when a body has been read, other timers end. Without a socket, this would not be visible.
const post = (url: string, body: object, headers: Record<string, string> = {}) =>
  fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

test('a call whose function never answers is refused with a sentence, with a body and without', async () => {
  const alone = Fastify()
  answerInTime(alone, 50)
  alone.setErrorHandler(refusals(() => {}))
  alone.post('/never', never)
  alone.get('/never', never)
  const lasting = { operation: { ...operations[0]!, lasts: 400 } }
  alone.post('/later', { config: lasting }, () => new Promise((done) => setTimeout(() => done('done'), 200)))
  const base = await listening(alone)
  onTestFinished(() => alone.close())

  for (const answer of [await post(`${base}/never`, { some: 'body' }), await fetch(`${base}/never`)]) {
    expect([answer.status, await answer.text()]).toEqual([503, sentence])
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThanOrEqual(1)
  }
  // The operation of this call declares a longer time.
  expect(await (await post(`${base}/later`, {})).text()).toBe('done')
})

test('an answer that has begun is not cut off, and a function that fails late is nothing to log', async () => {
  const lines: string[] = []
  const alone = Fastify({ logger: { level: 'warn', stream: { write: (line) => void lines.push(line) } } })
  answerInTime(alone, 50)
  alone.setErrorHandler(() => sentence)
  alone.post('/fails', async () => {
    await once(alone.server, 'fail now')
    throw new Error('too late')
  })
  alone.get('/file', async (_, reply) => {
    const file = new Readable({ read() {} })
    file.push('first, ')
    setTimeout(() => file.push('last'), 200)
    setTimeout(() => file.push(null), 250)
    return reply.send(file)
  })
  const base = await listening(alone)
  onTestFinished(() => alone.close())

  expect(await (await fetch(`${base}/file`)).text()).toBe('first, last')
  expect(await (await post(`${base}/fails`, {})).text()).toBe(sentence)
  alone.server.emit('fail now')
  await (await fetch(`${base}/file`)).text()
  expect(lines).toEqual([])
})

test('with a silent database every operation is answered, over a socket', async () => {
  const authorization = `Bearer ${await tokenOf(world.teacher)}`
  const base = await listening(app)
  proxy.silence()

  const answers = await Promise.all(
    operations.map(async ({ path, method }) => {
      const answer =
        method === 'GET'
          ? await fetch(`${base}/${path}`, { headers: { authorization } })
          : await post(`${base}/${path}`, { id: path }, { authorization })
      return [path, answer.status, await answer.text()]
    }),
  )
  expect(answers).toEqual(operations.map(({ path }) => [path, 503, sentence]))
})
