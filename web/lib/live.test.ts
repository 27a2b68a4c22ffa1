import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { listen } from './live.ts'

/** The connections that the code opened, the newest last; a test sets the state of each. */
const opened: { url: string; readyState: number; listeners: Map<string, (event: object) => void> }[] = []

vi.useFakeTimers()
const page = Object.assign(new EventTarget(), { visibilityState: 'visible' })
vi.stubGlobal('document', page)
vi.stubGlobal(
  'EventSource',
  Object.assign(
    function (this: object, url: string) {
      const listeners = new Map<string, (event: object) => void>()
      opened.push(
        Object.assign(this, {
          url,
          readyState: connecting,
          listeners,
          addEventListener: (name: string, listener: (event: object) => void) => listeners.set(name, listener),
          close: () => Object.assign(this, { readyState: closed }),
        }),
      )
    },
    { OPEN: 1, CLOSED: 2 },
  ),
)
afterAll(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})
const [connecting, open, closed] = [0, 1, 2]
const now = () => opened.at(-1)!

const changes: unknown[] = []
let stop = () => {}
const listenToMine = () => (stop = listen({ topic: 'inbox', id: 'mine', onChange: (change) => changes.push(change) }))

afterEach(() => {
  stop()
  opened.length = changes.length = 0
})

test('changes arrive as they happen, and nothing is polled meanwhile', () => {
  listenToMine()
  now().readyState = open
  now().listeners.get('open')!({})
  const change = { topic: 'inbox', id: 'mine', studentId: null, version: 0 }
  now().listeners.get('changed')!({ data: JSON.stringify(change) })
  now().listeners.get('changed')!({ data: JSON.stringify({ ...change, id: 'another' }) })
  vi.advanceTimersByTime(60_000)
  expect(changes).toEqual([null, change])
  expect(opened).toHaveLength(1)
})

test('what two components follow is named once in the address', () => {
  listenToMine()
  const other = listen({ topic: 'inbox', id: 'mine', onChange: (change) => changes.push(change) })
  expect(now().url).toBe('/Live/Events?inbox=mine')
  now().readyState = open
  now().listeners.get('open')!({})
  expect(changes).toEqual([null, null])
  other()
})

test.each([
  ['closed', closed],
  ['never opened', connecting],
])('a connection that is %s is made up for by asking every ten seconds', (_, readyState) => {
  listenToMine()
  now().readyState = readyState
  vi.advanceTimersByTime(35_000)
  expect(changes).toEqual([null, null, null])
  stop()
  vi.advanceTimersByTime(60_000)
  expect(changes).toHaveLength(3)
})

test('a closed connection is tried again after a minute, and polling ends with it', () => {
  listenToMine()
  now().readyState = closed
  vi.advanceTimersByTime(60_000)
  expect(opened.map(({ url }) => url)).toEqual(Array(2).fill('/Live/Events?inbox=mine'))
  now().readyState = open
  changes.length = 0
  vi.advanceTimersByTime(60_000)
  expect(changes).toEqual([])
})

test('a tab that nobody looks at gives its connection up, and reads everything anew when it is shown', () => {
  const look = (visibilityState: 'hidden' | 'visible') => {
    page.visibilityState = visibilityState
    page.dispatchEvent(new Event('visibilitychange'))
  }
  listenToMine()
  now().readyState = open
  look('hidden')
  vi.advanceTimersByTime(60_000)
  expect([now().readyState, changes]).toEqual([closed, []])
  look('visible')
  now().readyState = open
  now().listeners.get('open')!({})
  expect([opened.length, changes]).toEqual([2, [null]])
})
