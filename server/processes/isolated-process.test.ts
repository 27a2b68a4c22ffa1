import { expect, test } from 'vitest'
import { compilingLate } from './isolated-process.ts'

test('a process is not started with an option that its version of Node does not know', () => {
  expect(compilingLate('20.19.0')).toEqual(['--interrupt-budget=1000000'])
  expect(compilingLate('22.11.0')).toEqual([])
  expect(compilingLate('24.1.0')).toEqual([])
})
