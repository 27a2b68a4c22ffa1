import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { Damaged, opening, sealing } from './sealed-stream.ts'

const key = Buffer.from('a key of the tests that is long enough')

const inChunks = async function* (bytes: Buffer, of = 50_000) {
  for (let at = 0; at < bytes.length; at += of) yield bytes.subarray(at, at + of)
}
const whole = async (parts: AsyncIterable<Uint8Array>) => {
  const all: Uint8Array[] = []
  for await (const part of parts) all.push(part)
  return Buffer.concat(all)
}
const sealed = (bytes: Buffer, name = 'wal/1') => whole(sealing(key, name)(inChunks(bytes)))
const open = (bytes: Buffer, { name = 'wal/1', of = 70_001, by = key } = {}) =>
  whole(opening(by, name)(inChunks(bytes, of)))

const piece = 256 * 1024

test.each([0, 1, piece - 1, piece, piece + 1, 3 * piece, 1_000_003])(
  '%d bytes come back as they were',
  async (size) => {
    const bytes = randomBytes(size)
    const stored = await sealed(bytes)
    expect((await open(stored)).equals(bytes)).toBe(true)
    expect((await open(stored, { of: 7919 })).equals(bytes)).toBe(true)
  },
)

test('nothing of the text is in the file, and the same text is never stored alike twice', async () => {
  const text = Buffer.from('Omar Hany '.repeat(100))
  const [first, second] = [await sealed(text), await sealed(text)]
  expect(first.includes('Omar')).toBe(false)
  expect(first.equals(second)).toBe(false)
})

test('a bit that was turned, wherever, is noticed', async () => {
  const stored = await sealed(randomBytes(2 * piece + 5))
  for (const at of [0, 3, 4, 19, 20, 5000, piece + 30, stored.length - 1]) {
    const turned = Buffer.from(stored)
    turned[at]! ^= 1
    await expect(open(turned)).rejects.toThrow(Damaged)
  }
})

test('an end that was cut off is noticed, also between two pieces', async () => {
  const stored = await sealed(randomBytes(2 * piece + 5))
  for (const length of [0, 10, 20, 21, 20 + piece + 16, 20 + 2 * (piece + 16), stored.length - 1])
    await expect(open(stored.subarray(0, length))).rejects.toThrow(Damaged)
})

test('a file under the name of another, pieces in another order, and another key are noticed', async () => {
  const stored = await sealed(randomBytes(2 * piece + 5))
  await expect(open(stored, { name: 'wal/2' })).rejects.toThrow(Damaged)
  await expect(open(stored, { by: Buffer.from('another key, also long enough for it') })).rejects.toThrow(
    'wal/1 is damaged, cut off, or sealed with another BACKUP_KEY.',
  )
  const [first, second] = [
    stored.subarray(20, 20 + piece + 16),
    stored.subarray(20 + piece + 16, 20 + 2 * (piece + 16)),
  ]
  const swapped = Buffer.concat([stored.subarray(0, 20), second, first, stored.subarray(20 + 2 * (piece + 16))])
  await expect(open(swapped)).rejects.toThrow(Damaged)
})
