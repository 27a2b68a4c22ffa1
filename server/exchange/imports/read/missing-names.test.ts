import { expect, test } from 'vitest'
import type { Meaning } from './headings.ts'
import { readingOn, readRow } from './read-row.ts'

const faultsOf = (columns: Meaning[], cells: string[]) =>
  readRow(
    readingOn({
      columns: new Map(columns.map((meaning, at) => [meaning, at])),
      classes: [],
      relations: [],
      names: [],
      classRoomId: null,
      relationId: null,
      invites: false,
      twoNames: false,
      own: [],
      dayOrder: null,
      today: '2026-09-20',
      home: 'EG',
      country: 'EG',
      numberKind: null,
      kind: 'students',
      table: null,
    }),
    cells,
  ).faults.map(({ position, reason }) => `${position}: ${reason}`)

test('a row that lacks a name or the class says which, also where the file has no such column', () => {
  expect(faultsOf(['firstName', 'lastName'], ['أحمد', 'علي'])).toEqual(['null: The middle name is missing'])
  expect(faultsOf(['firstName', 'middleName', 'lastName'], ['أحمد', '', 'علي'])).toEqual([
    '1: The middle name is missing',
    'null: This row has no class',
  ])
  expect(faultsOf(['fullName', 'className'], ['أحمد علي', ''])).toEqual([
    '0: Write the name with at least three parts',
    '1: Required',
  ])
})
