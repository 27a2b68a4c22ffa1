import { afterEach, expect, test, vi } from 'vitest'
import { threads } from '#contract/messages/threads/threads.ts'
import * as calls from '#web/lib/call.ts'
import { allLines, type Thread, withKept } from './thread.ts'

type Line = Thread['lines'][number]

const line = (number: number) => ({ id: `line ${number}`, lineKind: 'text', number }) as Line
const lines = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, nth) => line(from + nth))

afterEach(() => vi.restoreAllMocks())

test('lines that a new text pushes out of the answer stay on the screen once they were read, each once', () => {
  expect(withKept([], lines(6, 45))).toEqual(lines(6, 45))
  expect(withKept(lines(1, 45), lines(8, 47))).toEqual(lines(1, 47))
})

test('a paper has every line of a long thread, in its order', async () => {
  vi.spyOn(calls, 'call').mockImplementation((async (_: unknown, { before }: { before: number }) => ({
    lines: lines(Math.max(1, before - 40), before - 1),
    earlier: before > 41,
  })) as typeof calls.call)
  expect(await allLines('thread', lines(61, 100), true)).toEqual(lines(1, 100))
  expect(vi.mocked(calls.call).mock.calls.map(([operation]) => operation)).toEqual([threads.get, threads.get])
})
