import { readFileSync } from 'node:fs'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { codeWithTexts, speak, t, translated, withTexts } from './i18n.ts'

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

test.each(['ar', 'en'] as const)('the length of a list is refused in words of people, in %s', async (wanted) => {
  const texts = JSON.parse(readFileSync(`public/locales/${wanted}.json`, 'utf8')) as object
  for (const part of ['', '.posts', '.absence', '.conduct', '.home'])
    there[`/locales/${wanted}${part}.json?v=b1`] ??= {}
  there[`/locales/${wanted}.lists.json?v=b1`] = texts
  expect(await after(speak(wanted))).toBe('loaded')
  expect(await after(withTexts('.lists'))).toBe('loaded')
  const said = ['least 1', 'least 2', 'most 200'].map((much) => translated(`Array must contain at ${much} element(s)`))
  expect(new Set(said).size).toBe(3)
  expect(said.join(' ')).toMatch(/2.*200/)
  for (const words of said) expect(words).not.toMatch(/[Aa]rray|element|القائمة|العناصر|lists\./)
})
