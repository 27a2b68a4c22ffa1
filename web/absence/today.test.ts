import { expect, test } from 'vitest'
import { isBeforeRegisters } from './today.ts'

test('a day without school waits for no register', () => {
  expect(isBeforeRegisters({ classes: { all: 6, taken: 0 } })).toBe(true)
  expect(isBeforeRegisters({ classes: { all: 6, taken: 1 } })).toBe(false)
  expect(isBeforeRegisters({ classes: { all: 0, taken: 0 } })).toBe(false)
})
