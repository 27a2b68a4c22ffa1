import { expect, test } from 'vitest'
import { withShown } from './staying.ts'

const post = (id: string, day: number, more = {}) =>
  ({ id, publishedAt: `2026-11-0${day}T08:00:00Z`, read: false, ...more }) as Parameters<typeof withShown>[0][number]

test('what was read stays in its place, as read, and what comes is added', () => {
  const [first, second, third, newest] = [post('a', 4), post('b', 3), post('c', 2), post('d', 5)]
  expect(withShown([first, second, third], [])).toEqual([first, second, third])
  const stayed = withShown([newest, third], [first, second, third])
  expect(stayed).toEqual([newest, { ...first, read: true }, { ...second, read: true }, third])
})

test('what is still there is shown as it is now, and nothing changes where nothing went', () => {
  const [before, now] = [post('a', 4), post('a', 4, { answer: 'yes' })]
  expect(withShown([now], [before])).toEqual([now])
  const rows = [post('a', 4), post('b', 3)]
  expect(withShown(rows, rows)).toBe(rows)
  const gone = post('c', 2, { read: true })
  expect(withShown(rows, [...rows, gone]).at(-1)).toBe(gone)
})
