import { expect, test } from 'vitest'
import { tableOf } from './chart-files.ts'

test('a table is quoted where it must be, and holds nothing that a spreadsheet runs', () => {
  expect(
    tableOf([
      ['الشهر', 'Student'],
      ['a "b", c', '78%'],
      ['=1+1', '-'],
    ]),
  ).toBe('\uFEFFالشهر,Student\r\n"a ""b"", c",78%\r\n\'=1+1,\'-\r\n')
})
