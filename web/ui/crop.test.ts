import { describe, expect, test } from 'vitest'
import { closest, fitted, moved, sideOf, wholeOf, zoomed } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the square that is kept of a picture', () => {
  test('is at first the largest one in the middle', () => {
    expect(wholeOf(wide)).toEqual({ x: 200, y: 100, zoom: 1 })
    expect(sideOf(wholeOf(wide), wide)).toBe(200)
  })

  test('moves to the edge and not beyond', () => {
    expect(moved(wholeOf(wide), wide, 30, 0)).toMatchObject({ x: 230, y: 100 })
    expect(moved(wholeOf(wide), wide, 1000, 1000)).toMatchObject({ x: 300, y: 100 })
    expect(moved(wholeOf(wide), wide, -1000, -5)).toMatchObject({ x: 100, y: 100 })
  })

  test('comes closer round the point that is held, and never leaves the picture', () => {
    const corner = zoomed(wholeOf(wide), wide, 2, { across: -0.5, down: -0.5 })
    expect(corner).toEqual({ x: 150, y: 50, zoom: 2 })
    expect(zoomed(corner, wide, 1)).toEqual({ x: 150, y: 100, zoom: 1 })
    expect(zoomed(wholeOf(wide), wide, 99).zoom).toBe(closest)
    expect(zoomed(wholeOf(wide), wide, 0.1).zoom).toBe(1)
  })
})

test('a picture that is kept whole is made to fit, and never larger', () => {
  expect(fitted({ width: 4000, height: 1000 }, 2000)).toEqual({ width: 2000, height: 500 })
  expect(fitted({ width: 300, height: 200 }, 2000)).toEqual({ width: 300, height: 200 })
  expect(fitted({ width: 9000, height: 1 }, 2000)).toEqual({ width: 2000, height: 1 })
})
