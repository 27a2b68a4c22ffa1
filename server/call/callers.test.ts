import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'
import { callers } from './callers.ts'

const from = (ip: string, headers: Record<string, string> = {}) => ({ ip, headers })
const bearer = (secret: string) => ({ authorization: `Bearer ${secret}` })
const cookie = (secret: string) => ({ cookie: `language=ar; __Host-session=${secret}` })
const slowDown = expect.objectContaining({ status: 429, retryAfter: 60 })

test('calls of a session share one turn, however its secret is sent; visitors share that of their address', () => {
  const { turnOf } = callers({ visitor: 600 })
  const own = turnOf(from('10.0.0.1', bearer('a')))
  for (const headers of [cookie('a'), { authorization: 'bearer   a' }, { ...cookie('a'), authorization: 'Basic YTpi' }])
    expect(turnOf(from('10.0.0.2', headers))).toBe(own)
  expect(turnOf(from('10.0.0.1', bearer('b')))).not.toBe(own)
  expect(turnOf(from('10.0.0.1'))).toBe(turnOf(from('10.0.0.1', { authorization: 'Basic YTpi' })))
  expect(turnOf(from('10.0.0.1'))).not.toBe(turnOf(from('10.0.0.2')))
})

test('an address that sends secrets of nobody has one turn for all it does not know, and known people keep theirs', () => {
  const { turnOf, known, wrong } = callers({ visitor: 600 })
  known('teacher')
  const [own, address] = [turnOf(from('10.0.0.1', bearer('teacher'))), turnOf(from('10.0.0.1'))]
  for (let n = 0; n <= 30; n++) wrong(from('10.0.0.1'), `guess ${n}`)
  for (const secret of ['guess 31', 'another']) expect(turnOf(from('10.0.0.1', bearer(secret)))).toBe(address)
  expect(turnOf(from('10.0.0.1', bearer('teacher')))).toBe(own)
  expect(turnOf(from('10.0.0.2', bearer('another')))).not.toBe(turnOf(from('10.0.0.2')))
})

test('after as many secrets of nobody as a visitor has calls, unknown ones are refused unseen but a few, and nobody else', () => {
  let now = 1000
  const { admit, known, wrong } = callers(
    { visitor: 6 },
    () => 2,
    () => now,
  )
  known('teacher')
  for (let n = 0; n < 3; n++) {
    admit(from('10.0.0.1'), `guess ${n}`)
    wrong(from('10.0.0.1'), `guess ${n}`)
  }
  admit(from('10.0.0.1'), 'came just now')
  expect(() => admit(from('10.0.0.1'), 'guess 3')).toThrow(slowDown)
  admit(from('10.0.0.1'), 'teacher')
  now += 200
  admit(from('10.0.0.1'), 'came just now too')
  admit(from('10.0.0.2'), 'guess 3')
  // After a session has ended, its secret belongs to nobody.
  wrong(from('10.0.0.3'), 'teacher')
  expect(() => admit(from('10.0.0.1'), 'teacher')).toThrow(slowDown)
})

test('what nobody identifies is counted by a session that is known, else by the address', () => {
  const { countedAs, known } = callers({ visitor: 600 })
  const [one, other] = [from('10.0.0.1', bearer('a')), from('10.0.0.1', bearer('b'))]
  expect(countedAs(one)).toBe(countedAs(other))
  known('a')
  expect(countedAs(one)).not.toBe(countedAs(other))
  expect(countedAs(other)).toBe(countedAs(from('10.0.0.1')))
})

test('once an address sent too many secrets of nobody, the database is not asked about another one', async () => {
  const { app, tokenOf } = await testApp({ calls: { person: 100, writes: 100, visitor: 3 } })
  const known = await tokenOf(world.teacher)
  const call = async (secret: string) => {
    const request = { remoteAddress: '10.0.0.1', headers: bearer(secret), payload: {} }
    return (await app.inject({ method: 'POST', url: '/api/School/GetUserSchools', ...request })).statusCode
  }
  expect(await call(known)).toBe(200)
  for (let n = 0; n < 3; n++) expect(await call(`guess${n}`)).toBe(401)
  const connections = vi.spyOn(pg.Pool.prototype, 'connect')
  const guesses = await Promise.all(Array.from({ length: 30 }, (_, nth) => call(`another${nth}`)))
  expect(new Set(guesses)).toEqual(new Set([429]))
  expect(connections.mock.calls.length).toBeLessThan(15)
  expect(await call(known)).toBe(200)
  connections.mockRestore()
})
