import { execFileSync } from 'node:child_process'
import sharp from 'sharp'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import { crowded, plain } from '#test/pictures/files.ts'
import { type Decoder, decoder, type DecoderFigures } from './decode.ts'

const unreadable = { status: 400, message: 'This picture cannot be read' }
const busy = { status: 503 }

let started: Decoder[] = []
const decoding = (figures: Partial<DecoderFigures> = {}) => {
  const one = decoder(figures)
  started.push(one)
  return one
}
afterEach(() => {
  for (const one of started) one.stop()
  started = []
})

/** A picture that takes long to decode. It is progressive, so all its pixels must be in memory. */
let large: Buffer
beforeAll(async () => {
  large = await crowded(4500).jpeg({ progressive: true }).toBuffer()
})

/** Our processes that decode pictures. */
const readers = () =>
  execFileSync('ps', ['-A', '-o', 'ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => Number(line.trim().split(' ')[0]) === process.pid && line.includes('decoder.mjs')).length

describe('a picture', () => {
  test('becomes WebP that fits, upright, and is never made larger', async () => {
    const { webp } = decoding()
    const wide = await sharp({ create: { width: 1200, height: 300, channels: 3, background: 'red' } })
      .jpeg()
      .toBuffer()
    expect(await sharp(await webp(wide, 512)).metadata()).toMatchObject({ format: 'webp', width: 512, height: 128 })
    const lying = await sharp(wide).withMetadata({ orientation: 6 }).toBuffer()
    expect(await sharp(await webp(lying, 2000)).metadata()).toMatchObject({ width: 300, height: 1200 })
    expect(await sharp(await webp(await plain(), 512)).metadata()).toMatchObject({ width: 60, height: 40 })
  })

  test('keeps what shines through', async () => {
    const clear = await sharp({
      create: { width: 9, height: 9, channels: 4, background: { r: 1, g: 2, b: 3, alpha: 0 } },
    })
      .png()
      .toBuffer()
    expect(await sharp(await decoding().webp(clear, 512)).metadata()).toMatchObject({ hasAlpha: true })
  })

  test('in the colours of print comes out in those of screens', async () => {
    const print = await sharp(await plain('jpeg'))
      .toColourspace('cmyk')
      .jpeg()
      .toBuffer()
    expect(await sharp(await decoding().webp(print, 512)).metadata()).toMatchObject({ space: 'srgb', channels: 3 })
  })
})

describe('reading a picture', () => {
  test('that takes too long is given up, and the next one is read', async () => {
    const { webp } = decoding({ atOnce: 1, milliseconds: 400, patience: 60_000 })
    await expect(webp(large, 2000)).rejects.toMatchObject(unreadable)
    expect(await webp(await plain(), 512)).toBeInstanceOf(Buffer)
  })

  test('that needs more memory than it may have is given up', async () => {
    const { webp } = decoding({ atOnce: 1, megabytes: 170, patience: 60_000 })
    await expect(webp(large, 2000)).rejects.toMatchObject(unreadable)
    expect(await webp(await plain(), 512)).toBeInstanceOf(Buffer)
    expect(await decoding({ patience: 60_000, milliseconds: 60_000 }).webp(large, 64)).toBeInstanceOf(Buffer)
  })

  test('is refused when too many wait already', async () => {
    const { webp } = decoding({ atOnce: 1, waiting: 2, patience: 60_000 })
    const bytes = await plain()
    const outcomes = await Promise.allSettled(Array.from({ length: 6 }, () => webp(bytes, 512)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(3)
    for (const one of outcomes) if (one.status === 'rejected') expect(one.reason).toMatchObject(busy)
  })

  test('is not begun for a call that has waited too long', async () => {
    const { webp } = decoding({ atOnce: 1, patience: 20 })
    const [first, second] = await Promise.allSettled([webp(large, 64), webp(large, 64)])
    expect(first.status).toBe('fulfilled')
    expect(second).toMatchObject({ status: 'rejected', reason: busy })
  })

  test('needs no more processes than are allowed, and they end with us or when nobody needs them', async () => {
    const one = decoding({ atOnce: 2, idle: 50, patience: 60_000 })
    const bytes = await plain()
    await Promise.all(Array.from({ length: 6 }, () => one.webp(bytes, 512)))
    expect(readers()).toBeLessThanOrEqual(2)
    await expect.poll(readers).toBe(0)

    const other = decoding({ atOnce: 2, patience: 60_000 })
    await Promise.all(Array.from({ length: 4 }, () => other.webp(bytes, 512)))
    expect(readers()).toBeGreaterThan(0)
    other.stop()
    await expect.poll(readers).toBe(0)
  })
})
