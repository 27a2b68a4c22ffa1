import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeWithTexts, speak, t, withTexts } from './i18n.ts'

/** What the server has; a text file that it lacks cannot be loaded. */
const there: Record<string, object> = {}
const requested: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('document', { documentElement: { dataset: { texts: 'b1' } } })
  vi.stubGlobal('fetch', async (file: string) => {
    requested.push(file)
    return there[file] ? Response.json(there[file]) : new Response(null, { status: 404 })
  })
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** With the time that all tries take. */
async function after<T>(loading: Promise<T>) {
  const outcome = loading.then(
    () => 'loaded',
    () => 'failed',
  )
  await vi.advanceTimersByTimeAsync(15_000)
  return outcome
}

test('a part whose texts cannot be loaded keeps no other from being shown, and no language', async () => {
  Object.assign(there, {
    '/locales/en.posts.json?v=b1': { posts: { title: 'Announcements' } },
    '/locales/ar.json?v=b1': { common: { save: 'حفظ' } },
    '/locales/ar.posts.json?v=b1': { posts: { title: 'الإعلانات' } },
  })
  expect(await after(withTexts('.absence'))).toBe('failed')
  requested.length = 0
  expect(await after(withTexts('.posts'))).toBe('loaded')
  expect(t('posts.title')).toBe('Announcements')
  expect(requested).toEqual(['/locales/en.posts.json?v=b1'])

  expect(await after(speak('ar'))).toBe('loaded')
  expect([t('posts.title'), t('common.save')]).toEqual(['الإعلانات', 'حفظ'])

  there['/locales/ar.absence.json?v=b1'] = { absence: { title: 'الغياب' } }
  expect(await after(withTexts('.absence'))).toBe('loaded')
  expect(t('absence.title')).toBe('الغياب')
})

test('code is requested at once, and shown when its texts are there too', async () => {
  requested.length = 0
  let arrive: (code: string) => void = () => undefined
  const code = new Promise<string>((done) => (arrive = done))
  let begun = false
  const loading = codeWithTexts(() => ((begun = true), code), '.conduct', '.home')
  expect(begun).toBe(true)
  expect(requested).toEqual(['/locales/ar.conduct.json?v=b1', '/locales/ar.home.json?v=b1'])
  arrive('code')
  expect(await after(loading)).toBe('failed')

  Object.assign(there, { '/locales/ar.conduct.json?v=b1': { conduct: {} }, '/locales/ar.home.json?v=b1': { home: {} } })
  expect(await codeWithTexts(() => code, '.conduct', '.home')).toBe('code')
})
