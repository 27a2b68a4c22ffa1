import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { tableIn } from '#server/imports/check/draft.ts'
import { fileReader } from './read-file.ts'

type Files = Record<string, string[][]>

/** The table in a folder of these tables. */
const read = (files: Files) =>
  tableIn({
    files: Object.fromEntries(
      Object.entries(files).map(([name, rows]) => [name, rows.map((cells, nth) => ({ row: nth + 1, cells }))]),
    ),
  })

const users = [
  'sourcedId',
  'status',
  'orgSourcedIds',
  'role',
  'givenName',
  'familyName',
  'middleName',
  'sms',
  'agentSourcedIds',
]
const oneRoster = {
  manifest: [
    ['propertyName', 'value'],
    ['oneroster.version', '1.1'],
  ],
  orgs: [
    ['sourcedId', 'name', 'type'],
    ['o1', 'مدرسة النيل', 'school'],
  ],
  users: [
    users,
    ['u1', 'active', 'o1', 'student', 'سليم', 'الشاذلي', 'حسن', '', 'g1,g2'],
    ['u2', 'active', 'o1', 'student', 'تالا', 'الشاذلي', 'حسن', '', ''],
    ['u3', 'tobedeleted', 'o1', 'student', 'غائب', 'الشاذلي', 'حسن', '', ''],
    ['g1', 'active', 'o1', 'guardian', 'حسن', 'الشاذلي', '', '01000000005', 'u2'],
    ['g2', 'active', 'o1', 'guardian', 'هدى', 'الشاذلي', '', '01055555551', ''],
  ],
  classes: [
    ['sourcedId', 'title', 'classType'],
    ['c1', 'فصل 6ب', 'homeroom'],
    ['c2', 'رياضيات', 'scheduled'],
  ],
  enrollments: [
    ['sourcedId', 'classSourcedId', 'userSourcedId', 'role'],
    ['e1', 'c2', 'u1', 'student'],
    ['e2', 'c1', 'u1', 'student'],
    ['e3', 'c2', 'u2', 'student'],
  ],
  demographics: [
    ['sourcedId', 'birthDate'],
    ['u1', '15/06/2023'],
  ],
}

test('a folder of OneRoster 1.1 is a table of its students, their homerooms and guardians', () => {
  const { source, columns, rows } = read(oneRoster)
  expect(source).toBe('oneRoster')
  expect(columns.map(({ meaning }) => meaning)).toEqual([
    null,
    'firstName',
    'middleName',
    'lastName',
    'className',
    'gradeName',
    'birthDate',
    'phone1',
    'relation1',
  ])
  expect(rows).toEqual([
    {
      row: 2,
      cells: [
        'مدرسة النيل',
        'سليم',
        'حسن',
        'الشاذلي',
        'فصل 6ب',
        '',
        '15/06/2023',
        '01000000005, 01055555551',
        'guardian, guardian',
      ],
    },
    { row: 3, cells: ['مدرسة النيل', 'تالا', 'حسن', 'الشاذلي', 'رياضيات', '', '', '01000000005', 'guardian'] },
  ])
})

test('a folder of OneRoster 1.2, and of School Data Sync 2.1, keeps the roles apart', () => {
  const files = (relationships: boolean) => ({
    users: [
      ['sourcedId', 'givenName', 'familyName', 'middleName', 'phone'],
      ['u1', 'سليم', 'الشاذلي', 'حسن', ''],
      ['g1', 'هدى', 'الشاذلي', '', '01055555551'],
    ],
    roles: [
      ['userSourcedId', 'orgSourcedId', 'role', 'grade'],
      ['u1', 'o1', 'student', '06'],
      ['g1', 'o1', 'parent', ''],
    ],
    orgs: oneRoster['orgs'],
    classes: [
      ['sourcedId', 'title'],
      ['c1', 'فصل 6ب'],
    ],
    enrollments: [
      ['classSourcedId', 'userSourcedId', 'role'],
      ['c1', 'u1', 'student'],
    ],
    ...(relationships
      ? {
          relationships: [
            ['userSourcedId', 'relationshipUserSourcedId', 'relationshipRole'],
            ['u1', 'g1', 'Mother'],
          ],
        }
      : {
          manifest: [
            ['propertyName', 'value'],
            ['oneroster.version', '1.2'],
          ],
        }),
  })
  expect(read(files(false))).toMatchObject({
    source: 'oneRoster',
    rows: [{ cells: ['مدرسة النيل', 'سليم', 'حسن', 'الشاذلي', 'فصل 6ب', '06', '', '', ''] }],
  })
  expect(read(files(true))).toMatchObject({
    source: 'schoolDataSync',
    rows: [{ cells: ['مدرسة النيل', 'سليم', 'حسن', 'الشاذلي', 'فصل 6ب', '06', '', '01055555551', 'mother'] }],
  })
})

test('a folder of School Data Sync 1 has the same in files of other names', () => {
  const table = read({
    school: [
      ['SIS ID', 'Name'],
      ['s1', 'مدرسة النيل'],
    ],
    section: [
      ['SIS ID', 'School SIS ID', 'Section Name'],
      ['c1', 's1', 'فصل 6ب'],
    ],
    student: [
      ['SIS ID', 'School SIS ID', 'First Name', 'Middle Name', 'Last Name', 'Grade', 'Birthdate'],
      ['u1', 's1', 'سليم', 'حسن', 'الشاذلي', '6', '15/06/2015'],
    ],
    studentenrollment: [
      ['Section SIS ID', 'SIS ID'],
      ['c1', 'u1'],
    ],
    user: [
      ['Email', 'First Name', 'Last Name', 'Phone'],
      ['h@example.com', 'هدى', 'الشاذلي', '01055555551'],
    ],
    guardianrelationship: [
      ['SIS ID', 'Email', 'Role'],
      ['u1', 'h@example.com', 'parent'],
    ],
  })
  expect(table).toMatchObject({
    source: 'schoolDataSync',
    rows: [
      { cells: ['مدرسة النيل', 'سليم', 'حسن', 'الشاذلي', 'فصل 6ب', '6', '15/06/2015', '01055555551', 'guardian'] },
    ],
  })
})

test('a folder with columns missing or misspelt gives a reason, never a crash', () => {
  const { users: _, ...without } = oneRoster
  expect(() => read(without)).toThrow('The folder has no list of students')
  const misspelt = {
    ...oneRoster,
    users: [
      ['sourceId', 'rol', 'givenNam'],
      ['u1', 'student', 'سليم'],
    ],
  }
  expect(() => read(misspelt)).toThrow('The folder has no list of students')
  const poor = {
    users: [
      ['sourcedId', 'role', 'givenName'],
      ['u1', 'student', 'سليم'],
    ],
  }
  expect(read(poor).rows).toEqual([{ row: 2, cells: ['', 'سليم', '', '', '', '', '', '', ''] }])
})

test('a folder without middle names is read for three names in two, where they are there', () => {
  const { rows } = read({
    users: [
      ['sourcedId', 'role', 'givenName', 'familyName'],
      ['u1', 'student', 'سليم', 'حسن الشاذلي'],
      ['u2', 'student', 'عبد الرحمن حسن', 'الشاذلي'],
      ['u3', 'student', 'عبد الرحمن', 'الشاذلي'],
    ],
  })
  expect(rows.map(({ cells }) => cells.slice(1, 4))).toEqual([
    ['سليم', 'حسن', 'الشاذلي'],
    ['عبد الرحمن', 'حسن', 'الشاذلي'],
    ['عبد الرحمن', '', 'الشاذلي'],
  ])
})

test('of a student with more guardians than allowed, one more is read, however many a folder names', () => {
  const many = Array.from({ length: 50_000 }, (_, nth) => `g${nth}`)
  const { rows } = read({
    ...oneRoster,
    users: [
      ...oneRoster.users,
      ...many.map((id, nth) => [id, '', '', 'parent', '', '', '', `010${10_000_000 + nth}`, '']),
    ],
    relationships: [
      ['userSourcedId', 'relationshipUserSourcedId', 'relationshipRole'],
      ...many.map((id) => ['u2', id, 'father']),
    ],
    enrollments: [...oneRoster.enrollments, ...many.map((id) => [id, 'c1', 'u2', 'student'])],
  })
  expect(rows[1]!.cells[4]).toBe('فصل 6ب')
  expect(rows[1]!.cells[7]!.split(', ')).toHaveLength(11)
})

test('a zip with folders in it, and what an Apple adds, is read as one folder', async () => {
  const text = (rows: string[][]) => strToU8(rows.map((row) => row.map((cell) => `"${cell}"`).join(',')).join('\n'))
  const files = Object.fromEntries(Object.entries(oneRoster).map(([name, rows]) => [`export/${name}.csv`, text(rows)]))
  const reader = fileReader()
  const zip = zipSync({ ...files, '__MACOSX/users.csv': strToU8('junk'), 'readme.txt': strToU8('hello') })
  const content = await reader.read(Buffer.from(zip)).finally(reader.stop)
  expect(tableIn(content)).toEqual(read(oneRoster))
})
