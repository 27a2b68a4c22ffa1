import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from './read-file.ts'

type Files = Record<string, string[][]>

/** The table in a folder of these files: each row by the headings of its filled columns. */
const read = (files: Files) => {
  const { columns, rows } = tableIn({
    files: Object.fromEntries(
      Object.entries(files).map(([name, table]) => [name, table.map((cells, nth) => ({ row: nth + 1, cells }))]),
    ),
  })
  return rows.map(({ cells }) =>
    Object.fromEntries(columns.map(({ heading }, at) => [heading, cells[at]!]).filter(([, cell]) => cell)),
  )
}

const people = (...rows: string[][]) => ({
  users: [['sourcedId', 'role', 'givenName', 'middleName', 'familyName', 'sms', 'agentSourcedIds'], ...rows],
})

test('a folder with columns missing or misspelt gives a reason, never a crash', () => {
  const misspelt = [
    ['sourceId', 'rol', 'givenNam'],
    ['u1', 'student', 'سليم'],
  ]
  expect(() => read({ users: misspelt, manifest: [['propertyName', 'value']] })).toThrow(
    'The file users.csv has no column sourcedId',
  )
  const poor = [
    ['sourcedId', 'role', 'givenName'],
    ['u1', 'student', 'سليم'],
  ]
  expect(read({ users: poor })).toEqual([{ firstName: 'سليم', otherNumber: 'u1' }])
})

test('a folder without middle names is read for three names in two, where they are there', () => {
  const rows = read({
    users: [
      ['sourcedId', 'role', 'givenName', 'familyName'],
      ['u1', 'student', 'سليم', 'حسن الشاذلي'],
      ['u2', 'student', 'عبد الرحمن حسن', 'الشاذلي'],
      ['u3', 'student', 'عبد الرحمن', 'الشاذلي'],
    ],
  })
  expect(rows.map(({ firstName, middleName, lastName }) => [firstName, middleName, lastName])).toEqual([
    ['سليم', 'حسن', 'الشاذلي'],
    ['عبد الرحمن', 'حسن', 'الشاذلي'],
    ['عبد الرحمن', undefined, 'الشاذلي'],
  ])
})

test('a student and a guardian may each name the other, and are linked once', () => {
  const [first, second] = read(
    people(
      ['u1', 'student', 'سليم', 'حسن', 'الشاذلي', '', 'g1'],
      ['u2', 'student', 'تالا', 'حسن', 'الشاذلي', '', ''],
      ['g1', 'father', 'حسن', '', 'الشاذلي', '01000000005', 'u1,u2'],
    ),
  )
  for (const student of [first, second])
    expect(student).toMatchObject({ fatherName: 'حسن الشاذلي', fatherPhone: '01000000005' })
  expect(first).not.toHaveProperty('guardianName1')
})

test('a phone that is none stays out, and so does a guardian of whom nothing is known', () => {
  const [student] = read(
    people(
      ['u1', 'student', 'سليم', 'حسن', 'الشاذلي', '', 'g1,g2'],
      ['g1', 'parent', 'هدى', '', 'الشاذلي', 'ask the office', ''],
      ['g2', 'parent', '', '', '', '+44 20 7946 0000', ''],
    ),
  )
  expect(student).toMatchObject({ guardianName1: 'هدى الشاذلي', relation1: 'guardian' })
  expect(student).not.toHaveProperty('phone1')
  expect(student).not.toHaveProperty('guardianName2')
})

test('of a student with very many guardians a few are read, in no time', () => {
  const many = Array.from({ length: 50_000 }, (_, nth) => `g${nth}`)
  const [student] = read({
    ...people(
      ['u1', 'student', 'سليم', 'حسن', 'الشاذلي', '', ''],
      ...many.map((id, nth) => [id, 'parent', `ولي ${nth}`, '', '', `010${10_000_000 + nth}`, '']),
    ),
    relationships: [
      ['userSourcedId', 'relationshipUserSourcedId', 'relationshipRole'],
      ...many.map((id) => ['u1', id, 'father']),
    ],
    classes: [
      ['sourcedId', 'title'],
      ['c1', 'فصل 6ب'],
    ],
    enrollments: [['classSourcedId', 'userSourcedId'], ...many.map(() => ['c1', 'u1'])],
  })
  expect(student).toMatchObject({ fatherName: 'ولي 0', guardianName1: 'ولي 1', relation3: 'father' })
})

test('where a student has no homeroom, the class is what all their classes are called, else the grade', () => {
  const enrolled = (...titles: string[]) =>
    read({
      users: [
        ['sourcedId', 'role', 'givenName', 'grades'],
        ['u1', 'student', 'سليم', '06'],
      ],
      classes: [['sourcedId', 'title'], ...titles.map((title, nth) => [`c${nth}`, title])],
      enrollments: [['classSourcedId', 'userSourcedId'], ...titles.map((_, nth) => [`c${nth}`, 'u1'])],
    })[0]!.className
  expect(enrolled('Maths 6B', 'Arabic - 6b', 'Science/6B')).toBe('6B')
  expect(enrolled('Maths', 'Arabic')).toBe('06')
  expect(enrolled('Maths')).toBe('Maths')
})

test('a zip with folders in it, and what an Apple adds, is read as one folder', async () => {
  const users = people(['u1', 'student', 'سليم', 'حسن', 'الشاذلي', '', '']).users
  const text = strToU8(users.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
  const reader = fileReader()
  const zip = zipSync({
    'export/users.csv': text,
    '__MACOSX/users.csv': strToU8('junk'),
    'readme.txt': strToU8('hello'),
  })
  const content = await reader.read(Buffer.from(zip)).finally(reader.stop)
  expect(tableIn(content).rows).toHaveLength(1)
})
