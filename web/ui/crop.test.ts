import { describe, expect, test } from 'vitest'
import { cropOf, fitted, wholeOf } from './crop.ts'

const wide = { width: 400, height: 200 }

describe('the square that is kept of a picture', () => {
  test('is at first the largest one in the middle', () => {
    expect(wholeOf(wide)).toEqual({ x: 100, y: 0, side: 200 })
  })

  test('is the cropped area, however it was rounded', () => {
    expect(cropOf({ x: 10, y: 20, width: 100, height: 100 }, wide)).toEqual({ x: 10, y: 20, side: 100 })
    expect(cropOf({ x: 201, y: -1, width: 201, height: 200 }, wide)).toEqual({ x: 200, y: 0, side: 200 })
  })
})

test('a picture that is kept whole is made to fit, and never larger', () => {
  expect(fitted({ width: 4000, height: 1000 }, 2000)).toEqual({ width: 2000, height: 500 })
  expect(fitted({ width: 300, height: 200 }, 2000)).toEqual({ width: 300, height: 200 })
  expect(fitted({ width: 9000, height: 1 }, 2000)).toEqual({ width: 2000, height: 1 })
})
