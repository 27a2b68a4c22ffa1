import { expect, test } from 'vitest'
import { qrOutline } from './qr.ts'

test('a code has its three corners where a camera looks for them, and light modules around it', () => {
  const { size, outline } = qrOutline('https://kashkool.example/auth')
  const dark = new Set(
    [...outline.matchAll(/M(\d+),(\d+)h(\d+)v1h-\3z/g)].flatMap(([, x, y, length]) =>
      Array.from({ length: Number(length) }, (_, nth) => `${Number(x) + nth} ${y}`),
    ),
  )
  const corner = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111']
  const at = (left: number, top: number) =>
    corner.map((row, y) => [...row].map((_, x) => Number(dark.has(`${left + x} ${top + y}`))).join(''))
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const)
    expect(at(left, top)).toEqual(corner)
  expect(at(size - 11, size - 11)).not.toEqual(corner)
  const places = [...dark].flatMap((place) => place.split(' ').map(Number))
  expect(Math.min(...places)).toBe(4)
  expect(Math.max(...places)).toBe(size - 5)
})

test('another text is another code', () => {
  expect(qrOutline('https://kashkool.example/auth').outline).not.toBe(
    qrOutline('https://kashkool.example/auto').outline,
  )
})
