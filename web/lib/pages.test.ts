import { expect, test } from 'vitest'
import { joined } from './pages.ts'

test('a row that was pushed on to the next page while it was read stands in the list once', () => {
  const [first, second, third] = [{ id: 'first' }, { id: 'second' }, { id: 'third' }]
  expect(joined([[first, second], [{ id: 'second' }, third], []])).toEqual([first, second, third])
})

test('rows without an id all stay, as they came', () => {
  const rows = [{ studentId: 'a' }, { studentId: 'a' }]
  expect(joined([rows, rows])).toEqual([...rows, ...rows])
})
