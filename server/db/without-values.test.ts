import { spawnSync } from 'node:child_process'
import { Writable } from 'node:stream'
import { expect, test } from 'vitest'
import { withClient } from './client.ts'
import { testApp } from '#test/harness/app.ts'
import { testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { linesWithoutValues, withoutValues } from './without-values.ts'

const connection = await testDatabase()
const { parent, teacher } = world

/** PostgreSQL quotes the number in the detail of this error. */
const taken = await withClient(connection, (client) =>
  client.query('update users set phone_number = $1 where phone_number = $2', [parent.phone, teacher.phone]),
).catch((problem: Error) => problem)
const noUuid = await withClient(connection, (client) => client.query('select $1::uuid', [parent.phone])).catch(
  (problem: Error) => problem,
)

test('a log gets the code and the constraint of an error of the database, and no value of a row', () => {
  expect(JSON.stringify(taken)).toContain(parent.phone)
  expect(noUuid).toHaveProperty('message', expect.stringContaining(parent.phone))
  expect(withoutValues(taken)).toMatchObject({ code: '23505', constraint: 'users_phone_taken', table: 'users' })
  for (const problem of [taken, noUuid, new Error('not stored', { cause: taken }), new AggregateError([taken], 'all')])
    for (const written of [JSON.stringify(withoutValues(problem)), linesWithoutValues(problem)]) {
      expect(written).not.toContain(parent.phone)
      expect(written).toContain('without-values.test.ts')
    }
})

test('it gets the message of our own errors, but no text that is no JSON, and nothing that a package added', () => {
  expect(linesWithoutValues(new TypeError('x is not a function'))).toContain('TypeError: x is not a function')
  const broken = new Error('no answer', { cause: failureOf(() => JSON.parse(`${parent.phone} x`)) })
  const written = linesWithoutValues(Object.assign(broken, { request: { url: `/${parent.phone}` } }))
  expect(written).toMatch(/no answer.*SyntaxError/)
  expect(written).not.toContain(parent.phone)
})

test('the log of the server is written like that, whatever writes to it', async () => {
  const lines: string[] = []
  const log = new Writable({
    write(line, _, done) {
      lines.push(String(line))
      done()
    },
  })
  const { app } = await testApp({ connection, log })
  app.log.error(taken, 'what has expired waits')
  app.log.error({ err: taken }, 'what has expired waits')
  app.log.error(noUuid)
  app.log.error({ err: noUuid })
  app.log.error({ req: { method: 'GET', url: `/somebody/${parent.phone}?x=1`, routeOptions: {}, is404: true } }, 'odd')
  expect(lines).toHaveLength(5)
  expect(lines.join('')).toContain('users_phone_taken')
  expect(lines.join('')).not.toContain(parent.phone)
})

test('a process that crashes prints it like that too, and ends with 1', () => {
  const program = `
    const { endOnCrash } = await import('./server/run/start/crash.ts')
    const { default: pg } = await import('pg')
    endOnCrash()
    Promise.reject(Object.assign(new pg.DatabaseError('duplicate key', 9, 'error'), { code: '23505', detail: '${parent.phone}' }))`
  const args = ['--import', 'tsx', '--input-type=module', '-e', program]
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  expect(status).toBe(1)
  expect(stderr).toContain('23505')
  expect(stderr).not.toContain(parent.phone)
})

function failureOf(run: () => unknown) {
  try {
    return run()
  } catch (problem) {
    return problem
  }
}
