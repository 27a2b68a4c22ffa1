import { tmpdir } from 'node:os'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterAll, describe, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { clock } from '#test/world/clock.ts'
import { testApp } from '#test/harness/app.ts'
import { webFolder } from '#test/harness/web-folder.ts'

const script = "document.documentElement.lang = 'ar'"
const long = `export const list = [${'1,'.repeat(2000)}]`
const packed = { br: brotliCompressSync(long), gz: gzipSync(long) }
const { root, remove } = webFolder({
  'index.html': `<!doctype html><title>Kashkool</title><script>${script}</script>`,
  'locales/ar.json': '{}',
  'assets/index-B1c2D3e4.js': 'export {}',
  'assets/long-B1c2D3e4.js': long,
  'assets/long-B1c2D3e4.js.br': packed.br,
  'assets/long-B1c2D3e4.js.gz': packed.gz,
})
afterAll(remove)

const { app, connection } = await testApp({ web: { kind: 'built', root } })

const get = (url: string) => app.inject({ url })

describe('the web client', () => {
  test.each(['/', '/schools', '/schools/x/classes/y', '/api', '/unknown?next=//evil.example'])(
    'has a page at %s',
    async (url) => {
      const answer = await get(url)
      expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
      expect(answer.body).toContain('<title>Kashkool</title>')
      expect(answer.headers['cache-control']).toBe('no-cache')
    },
  )

  test.each([
    '/locales/fr.json',
    '/assets/gone.js',
    '/favicon.png',
    '/.env',
    '/../package.json',
    '/%2e%2e/package.json',
    '/assets/..%2f..%2fx.js',
  ])('has nothing at %s', async (url) => {
    const answer = await get(url)
    expect([answer.statusCode, answer.body]).toEqual([404, 'Not found'])
  })

  test('has no page where an operation is', async () => {
    const { paths } = (await get('/openapi.json')).json<{ paths: Record<string, { get?: object }> }>()
    const withoutHead = Object.entries(paths).flatMap(([path, methods]) => (methods.get ? [] : [path]))
    for (const path of withoutHead) expect([path, (await get(path)).statusCode]).toEqual([path, 404])
    for (const url of ['/Live/Events', '/live/events?exam=1', '/Attachment/Upload']) {
      const asked = await app.inject({ method: 'HEAD', url })
      expect([url, asked.statusCode]).toEqual([url, 404])
    }
    const posted = await app.inject({ method: 'POST', url: '/schools' })
    expect([posted.statusCode, posted.body]).toEqual([404, 'Not found'])
  })

  test('lets browsers keep what never changes, and check all else again', async () => {
    expect((await get('/assets/index-B1c2D3e4.js')).headers['cache-control']).toBe(
      'public, max-age=31536000, immutable',
    )
    expect((await get('/locales/ar.json')).headers['cache-control']).toBe('no-cache')
    expect((await get('/assets/index-B1c2D3e4.js')).headers['content-type']).toMatch(/^(text|application)\/javascript/)
  })

  test('has a file however its address is spelled, and its head', async () => {
    expect((await get('/Assets/Index-b1c2d3e4.js?v=1')).body).toBe('export {}')
    expect((await get('/assets/index%2DB1c2D3e4.js')).body).toBe('export {}')
    const head = await app.inject({ method: 'HEAD', url: '/assets/index-B1c2D3e4.js' })
    expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '9', ''])
    expect((await app.inject({ method: 'POST', url: '/assets/index-B1c2D3e4.js' })).statusCode).toBe(404)
  })

  test('fails at nothing that a visitor sends beside an address', async () => {
    for (const [name, value] of [
      ['range', 'bytes=999999-'],
      ['if-match', '"x"'],
      ['if-unmodified-since', 'Mon, 01 Jan 2001 00:00:00 GMT'],
    ] as const)
      expect(await app.inject({ url: '/', headers: { [name]: value } })).toMatchObject({
        statusCode: 400,
        payload: 'Invalid input',
      })
    expect(await app.inject({ url: '/', method: 'QUERY' as 'GET' })).toMatchObject({
      statusCode: 404,
      payload: 'Not found',
    })
  })

  test('sends the copies that the build packed, to those who take them', async () => {
    const asked = (coding: string) =>
      app.inject({ url: '/assets/long-B1c2D3e4.js', headers: { 'accept-encoding': coding } })
    const [brotli, zipped, plain] = [await asked('gzip, br'), await asked('gzip'), await asked('identity')]
    expect([brotli, zipped, plain].map(({ headers }) => headers['content-encoding'])).toEqual(['br', 'gzip', undefined])
    expect(brotli.rawPayload).toEqual(packed.br)
    expect(zipped.rawPayload).toEqual(packed.gz)
    expect(plain.body).toBe(long)
    for (const { headers } of [brotli, zipped, plain])
      expect(headers).toMatchObject({
        'cache-control': 'public, max-age=31536000, immutable',
        'content-type': expect.stringMatching(/javascript/),
        vary: expect.stringContaining('accept-encoding'),
      })
    expect((await get('/assets/long-B1c2D3e4.js.br')).statusCode).toBe(404)
  })

  test('may run its own files and the one script of its page, and nothing else', async () => {
    const policy = String((await get('/')).headers['content-security-policy'])
    expect(policy).toMatch(/script-src 'self' 'sha256-[\w+/=]{44}'(;|$)/)
    expect(policy).not.toContain('unsafe')
    expect((await testPolicy()).match(/sha256/g)).toBeNull()
  })

  const testPolicy = async () => {
    const { app: alone } = await testApp({ connection })
    return String((await alone.inject('/health/live')).headers['content-security-policy'])
  }
})

describe('health', () => {
  test('answers that the process runs, without a query', async () => {
    const { app: alone } = await testApp({ connection: { host: '/nowhere', user: 'nobody', database: 'none' } })
    expect((await alone.inject('/health/live')).json()).toEqual({ status: 'ok' })
    expect((await alone.inject('/health/ready')).json()).toEqual({
      status: 'not ready',
      checks: { database: false },
      freeMegabytes: null,
      backupMinutes: null,
    })
  })

  test('answers what is ready, and names no host, version or secret', async () => {
    const { statusCode, body } = await get('/health/ready')
    const { status, checks } = JSON.parse(body) as { status: string; checks: Record<string, boolean> }
    expect(checks).toMatchObject({ database: true, version: true, walled: true, durable: expect.any(Boolean) })
    expect([statusCode, status]).toEqual(Object.values(checks).every(Boolean) ? [200, 'ready'] : [503, 'not ready'])
    expect(body).not.toMatch(/\d+\.\d+|postgres|localhost|\//)
  })
})

test('readiness says how much room is left where the database keeps its data', async () => {
  const { app: here } = await testApp({ connection, dataDir: tmpdir() })
  const { freeMegabytes } = (await here.inject('/health/ready')).json<{ freeMegabytes: number }>()
  expect(freeMegabytes).toBeGreaterThan(0)
  expect(Number.isInteger(freeMegabytes)).toBe(true)
})

test('readiness says how old the newest backup is', async () => {
  const now = clock.now()
  const ready = async (newest: Date | null) => {
    const backups = { newest: () => newest, waiting: async () => null }
    const { app: here } = await testApp({ connection, backups })
    return (await here.inject('/health/ready')).json<{ backupMinutes: number | null }>().backupMinutes
  }
  expect(await ready(new Date(now.getTime() - 90.5 * 60_000))).toBe(90)
  expect(await ready(null)).toBeNull()
})

describe('the status page', () => {
  const read = async (of: typeof app, language: string) => {
    const { statusCode, body, headers } = await of.inject({ url: '/status', headers: { 'accept-language': language } })
    expect(headers['content-type']).toBe('text/html; charset=utf-8')
    return { statusCode, body }
  }

  test('says that everything works, in the language of the browser', async () => {
    expect(await read(app, 'en-GB,ar;q=0.5')).toEqual({
      statusCode: 200,
      body: expect.stringContaining('Kashkool works'),
    })
    const { body } = await read(app, 'fr')
    expect(body).toContain('كشكول يعمل')
    expect(body).toContain('<html lang="ar" dir="rtl">')
  })

  test('tells the truth when the database is away, and that the process stops', async () => {
    const nowhere = { host: '/nowhere', user: 'nobody', database: 'none' }
    const { app: alone } = await testApp({ connection: nowhere })
    const { statusCode, body } = await read(alone, 'en')
    expect([statusCode, body]).toEqual([503, expect.stringContaining('The database does not answer')])
    expect(body).not.toMatch(/nowhere|nobody/)
    expect((await read(alone, 'ar')).body).toContain('قاعدة البيانات لا تستجيب')
    const { app: ending } = await testApp({ connection, stop: { requested: true } })
    expect(await read(ending, 'en')).toEqual({ statusCode: 503, body: expect.stringContaining('is being restarted') })
  })
})

test('the description of every operation is there for machines', async () => {
  const answer = await get('/openapi.json')
  expect(answer.headers['content-type']).toBe('application/json; charset=utf-8')
  const { openapi, paths } = answer.json() as { openapi: string; paths: object }
  expect(openapi).toBe('3.1.0')
  expect(Object.keys(paths)).toEqual([
    ...operations.map(({ path }) => `/${path}`),
    '/Import/Upload',
    '/Fee/UploadStatement',
    '/Timetable/Upload',
    '/Import/GetTemplate',
    '/Export/GetList',
    '/Export/GetSchoolFolder',
    '/health/live',
    '/health/ready',
    '/openapi.json',
    '/ImageUploder/UploadImage',
    '/media/{name}',
    '/Attachment/Upload',
    '/Message/Upload',
    '/files/{id}',
    '/Live/Events',
  ])
})
