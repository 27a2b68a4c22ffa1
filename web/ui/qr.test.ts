import { expect, test } from 'vitest'
import { path, qrOf, times } from './qr.ts'

const addresses = ['a', 'https://kashkool.example/auth', `https://${'school.'.repeat(9)}example.com.eg/auth`]
const corrections = [7, 10, 15, 20, 26]

test('a code holds the text, and what corrects it belongs to it', () => {
  for (const text of addresses) {
    const rows = qrOf(text)!
    const size = rows.length
    const version = (size - 21) / 4
    const words = wordsOf(rows)
    const bits = words.flatMap((word) => [...word.toString(2).padStart(8, '0')])
    const number = (from: number, count: number) => Number.parseInt(bits.slice(from, from + count).join(''), 2)
    expect(number(0, 4)).toBe(4)
    const length = number(4, 8)
    const bytes = Uint8Array.from({ length }, (_, nth) => number(12 + 8 * nth, 8))
    expect(new TextDecoder().decode(bytes)).toBe(text)
    // A word of the code is divisible by the generator: zero at each of its roots.
    let root = 1
    for (let nth = 0; nth < corrections[version]!; nth++) {
      expect(words.reduce((sum, word) => times(sum, root) ^ word, 0)).toBe(0)
      root = times(root, 2)
    }
  }
})

test('its corners are where a camera looks for them, and the format stands twice', () => {
  const rows = qrOf(addresses[1]!)!
  const corner = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
  const at = (top: number, start: number) =>
    corner.map((_, y) => corner.map((__, x) => Number(rows[top + y]![start + x])).join(''))
  const last = rows.length - 7
  for (const [top, start] of [
    [0, 0],
    [0, last],
    [last, 0],
  ] as const)
    expect(at(top, start)).toEqual(corner)
  const below = [0, 1, 2, 3, 4, 5, 7, 8].map((column) => rows[8]![column])
  const beside = [1, 2, 3, 4, 5, 6, 7].map((up) => rows[rows.length - up]![8])
  expect(beside).toEqual(below.slice(0, 7))
})

test('a text too long for a letter has none', () => {
  expect(qrOf('x'.repeat(106))).not.toBeNull()
  expect(qrOf('x'.repeat(107))).toBeNull()
})

/** The words in the order of the data, with the mask taken off. */
function wordsOf(rows: boolean[][]) {
  const size = rows.length
  const isFixed = (row: number, column: number) =>
    row === 6 ||
    column === 6 ||
    (row < 9 && column < 9) ||
    (row < 9 && column >= size - 8) ||
    (row >= size - 8 && column < 9) ||
    (size > 21 && Math.abs(row - (size - 7)) <= 2 && Math.abs(column - (size - 7)) <= 2)
  const bits = [...path(size)]
    .filter(({ row, column }) => !isFixed(row, column))
    .map(({ row, column }) => rows[row]![column]! !== ((row + column) % 2 === 0))
  return Array.from({ length: Math.floor(bits.length / 8) }, (_, nth) =>
    bits.slice(nth * 8, nth * 8 + 8).reduce((word, bit) => word * 2 + Number(bit), 0),
  )
}
