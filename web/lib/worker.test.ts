import { readFileSync } from 'node:fs'
import { runInNewContext } from 'node:vm'
import { expect, test } from 'vitest'

const source = readFileSync('public/sw.js', 'utf8')
const origin = 'http://localhost'

/** The worker over a network of ours. Files are what a browser keeps, in the order in which they were kept. */
function worker(network: (url: string) => Promise<Response>) {
  const files = new Map<string, Response>()
  const cache = {
    match: async (url: string) => files.get(url)?.clone(),
    put: async (url: string, answer: Response) => {
      files.delete(url)
      files.set(url, answer)
    },
    keys: async () => [...files.keys()].map((url) => ({ url })),
    delete: async ({ url }: { url: string }) => files.delete(url),
  }
  const listeners: Record<string, (event: object) => void> = {}
  runInNewContext(source, {
    addEventListener: (name: string, listener: () => void) => void (listeners[name] = listener),
    caches: { open: async () => cache },
    fetch: ({ url }: { url: string }) => network(url),
    location: { origin },
    URL,
    setTimeout,
  })
  const ask = async (path: string) => {
    let given: Promise<Response> | undefined
    const after: Promise<unknown>[] = []
    listeners.fetch!({
      request: { url: origin + path, method: 'GET', mode: 'cors' },
      respondWith: (answer: Promise<Response>) => void (given = answer),
      waitUntil: (work: Promise<unknown>) => void after.push(work),
    })
    const text = await (await given!).text()
    await Promise.all(after)
    return text
  }
  return { ask, kept: () => [...files.keys()].map((url) => url.slice(origin.length)) }
}

test('texts are kept by their version: those of another release are never taken for them', async () => {
  let release = 'old'
  const { ask } = worker(async () => new Response(release))
  expect(await ask('/locales/ar.json?v=1')).toBe('old')
  release = 'new'
  expect(await ask('/locales/ar.json?v=2')).toBe('new')
  expect(await ask('/locales/ar.json?v=1')).toBe('old')
})

test('texts that a server of another release answered are right the next time', async () => {
  let release = 'old'
  const { ask } = worker(async () => new Response(release))
  expect(await ask('/locales/ar.json?v=2')).toBe('old')
  release = 'new'
  await ask('/locales/ar.json?v=2')
  expect(await ask('/locales/ar.json?v=2')).toBe('new')
})

test('texts that are kept wait for no network', async () => {
  let isSilent = false
  const { ask } = worker((url) =>
    isSilent ? Promise.reject(new TypeError(url)) : Promise.resolve(new Response('kept')),
  )
  await ask('/locales/ar.json?v=1')
  isSilent = true
  expect(await ask('/locales/ar.json?v=1')).toBe('kept')
  await expect(ask('/locales/ar.json?v=2')).rejects.toThrow('v=2')
})

test('the texts of earlier releases go like other files, the oldest first', async () => {
  const { ask, kept } = worker(async () => new Response(''))
  await ask('/locales/ar.json?v=1')
  for (let nth = 0; nth < 200; nth++) await ask(`/assets/c-${nth}.js`)
  expect(kept()).not.toContain('/locales/ar.json?v=1')
  expect(kept()).toHaveLength(200)
})
