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
      own: [],
      dayOrder: null,
      hasHijri: false,
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
  expect(faultsOf(['firstName', 'middleName'], ['أحمد', 'علي'])).toEqual(['null: The last name is missing'])
  expect(faultsOf(['firstName', 'middleName', 'lastName'], ['أحمد', 'حسن', ''])).toEqual([
    '2: The last name is missing',
    'null: This row has no class',
  ])
  expect(faultsOf(['fullName', 'className'], ['أحمد', ''])).toEqual([
    '0: Write the name with at least two parts',
    '1: Required',
  ])
})
