import { expect, test } from 'vitest'
import type { Import, ImportRow } from './import.ts'
import { problemSheet } from './problem-workbook.ts'

test('a workbook of rows with problems leaves out the columns that its reader may not read', () => {
  const columns = [
    { position: 0, heading: 'Name', hidden: false },
    { position: 1, heading: 'Health notes', hidden: true },
    { position: 2, heading: 'Class', hidden: false },
  ] as Import['columns']
  const row = { cells: ['Salim', '', '6B'], problems: [{ position: 2, reason: 'Required' }] } as ImportRow
  const values = problemSheet({ columns }, [row]).map((cells) => cells.map(({ value }) => value))
  expect(values.map((cells) => cells.slice(0, -1))).toEqual([
    ['Name', 'Class'],
    ['Salim', '6B'],
  ])
  expect(values[1]!.at(-1)).toMatch(/^Class: /)
})
