import { afterAll, describe, expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from '#server/exchange/imports/read/read-file.ts'
import { type FolderFiles, newRosterFolder, oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { classicFolder, latestFolder, secondFolder } from '#test/imports/sync-folders.ts'

const reader = fileReader()
afterAll(reader.stop)

const read = async (files: FolderFiles, how = {}) => tableIn(await reader.read(zipOf(files, how)))

/** The rows of a folder's table by column heading. */
const students = async (files: FolderFiles, how = {}) => {
  const { columns, rows } = await read(files, how)
  return rows.map(({ cells }) =>
    Object.fromEntries(columns.map(({ heading }, at) => [heading, cells[at]]).filter(([, cell]) => cell)),
  )
}

const beside = async (files: FolderFiles) => (await read(files)).folder!.beside

const salim = {
  School: 'مدرسة الواحة',
  firstName: 'سليم',
  middleName: 'حسن',
  lastName: 'الشاذلي',
  gradeName: '04',
  birthDate: '2016-05-06',
  otherNumber: 'u1',
}

describe('a folder of School Data Sync', () => {
  test('1: guardians come by their e-mail address, a doctor is none, and a phone of another country is kept', async () => {
    expect((await read(classicFolder)).source).toBe('schoolDataSync')
    expect(await students(classicFolder)).toEqual([
      {
        ...salim,
        otherNumber: 'st1',
        className: '4أ',
        motherName: 'هدى الشاذلي',
        motherPhone: '01055555551',
        guardianName1: 'خالد الشاذلي',
        phone1: '+44 20 7946 0000',
        relation1: 'guardian',
      },
      {
        School: 'مدرسة الواحة',
        firstName: 'تالا',
        lastName: 'الشاذلي',
        className: 'رياضيات 4ب',
        gradeName: '04',
        otherNumber: 'st2',
      },
    ])
  })

  test('1: courses, terms and who teaches what are those of its sections', async () => {
    expect(await beside(classicFolder)).toEqual({
      courses: ['الرياضيات', 'اللغة العربية'].map((name) => ({ name, description: '', language: '' })),
      staff: [
        {
          name: 'منى السيد',
          phone: '',
          email: 'mona@example.com',
          role: 'teacher',
          teaches: [
            { course: 'الرياضيات', className: '4أ', grade: '04' },
            { course: 'الرياضيات', className: 'رياضيات 4ب', grade: '04' },
          ],
        },
      ],
      year: {
        name: '2026–2027',
        from: '2026-09-20',
        to: '2027-01-20',
        months: [],
        terms: [{ name: 'ترم أول', from: '2026-09-20', to: '2027-01-20' }],
      },
    })
  })

  test('2: the role of a person stands with the person, and the only class of a student is theirs', async () => {
    expect((await read(secondFolder)).source).toBe('schoolDataSync')
    const { birthDate: _, ...known } = salim
    expect(await students(secondFolder)).toEqual([{ ...known, className: 'فصل 4أ' }])
    expect((await beside(secondFolder)).staff).toMatchObject([{ name: 'منى السيد', email: 'mona@school.example' }])
  })

  test('2.1: roles, relationships and demographics come from files of their own', async () => {
    expect((await read(latestFolder)).source).toBe('schoolDataSync')
    const { middleName: _, ...known } = salim
    expect(await students(latestFolder)).toEqual([
      {
        ...known,
        className: 'فصل 4أ',
        sex: 'male',
        birthPlace: 'سوهاج',
        motherName: 'هدى الشاذلي',
        motherPhone: '+201055555551',
        guardianName1: 'خالد الشاذلي',
        phone1: '+966501234567',
        relation1: 'guardian',
      },
    ])
    expect(await beside(latestFolder)).toMatchObject({
      courses: [{ name: 'العلوم' }],
      staff: [
        { phone: '01055555559', role: 'teacher', teaches: [{ course: 'العلوم', className: 'فصل 4أ', grade: '04' }] },
      ],
      year: { name: '2026/2027', months: [], terms: [{ name: 'ترم أول' }] },
    })
  })
})

describe('a folder of OneRoster', () => {
  test.each([
    ['1.1', oneRosterFolder],
    ['1.2', newRosterFolder],
  ])('%s: the homeroom is the class, and what is marked as deleted stays out', async (_, files) => {
    expect((await read(files)).source).toBe('oneRoster')
    expect(await students(files)).toEqual([
      {
        ...salim,
        middleName: 'حسن\nعلي',
        className: 'فصل 4أ',
        sex: 'male',
        birthPlace: 'سوهاج',
        guardianName1: 'هدى الشاذلي',
        phone1: '01055555551',
        relation1: 'guardian',
      },
    ])
    expect(await beside(files)).toEqual({
      courses: [{ name: 'العلوم', description: '', language: '' }],
      staff: [
        {
          name: 'منى فتحي السيد',
          phone: '01055555559',
          email: 'mona@example.com',
          role: 'teacher',
          teaches: [{ course: 'العلوم', className: 'فصل 4أ', grade: '04' }],
        },
      ],
      year: {
        name: '2026/2027',
        from: '2026-09-20',
        to: '2027-06-10',
        months: [{ name: 'أكتوبر', from: '2026-10-01', to: '2026-10-31' }],
        terms: [],
      },
    })
  })

  test('names each of its files with its rows, those marked as deleted, and whether it is read', async () => {
    const { files } = (await read(oneRosterFolder)).folder!
    expect(files).toContainEqual({ name: 'users.csv', rows: 4, deleted: 1, isRead: true })
    expect(files).toContainEqual({ name: 'courses.csv', rows: 3, deleted: 1, isRead: true })
    expect(files.at(-1)).toEqual({ name: 'lineitems.csv', rows: 1, deleted: 0, isRead: false })
    expect(files).toHaveLength(Object.keys(oneRosterFolder).length)
  })

  test('is the same with a byte order mark, and in a folder of its own', async () => {
    const plain = await students(oneRosterFolder)
    expect(await students(oneRosterFolder, { marked: true, inside: 'تصدير/2026/' })).toEqual(plain)
  })

  test('needs no file beside users, and says what it lacks', async () => {
    const only = (...names: string[]) =>
      Object.fromEntries(Object.entries(oneRosterFolder).filter(([name]) => names.includes(name)))
    expect(await students(only('users.csv'))).toMatchObject([{ firstName: 'سليم', guardianName1: 'هدى الشاذلي' }])
    await expect(students(only('orgs.csv', 'classes.csv'))).rejects.toThrow('This folder is read as single lists')
  })

  test('with several schools is refused with them until some are chosen', async () => {
    const two = {
      ...oneRosterFolder,
      'orgs.csv': [...oneRosterFolder['orgs.csv']!, ['o2', '', '', 'مدرسة النخيل', 'school', '', '']],
      'users.csv': [
        ...oneRosterFolder['users.csv']!,
        ['u7', '', '', 'true', 'o2', 'student', '', '', 'مي', 'زكي', 'علي', '', '', '', '', '', '', ''],
      ],
    }
    const content = await reader.read(zipOf(two))
    expect(() => tableIn(content)).toThrow('This folder has several schools; choose which of them to import')
    expect(tableIn(content, { sheets: [2] }).rows.map(({ cells }) => cells[1])).toEqual(['مي'])
    expect(tableIn(content, { sheets: [1, 2] }).rows).toHaveLength(2)
    expect(() => tableIn(content, { sheets: [3] })).toThrow('Invalid input')
  })
})

test('a zip of more files than a folder has is refused before any of them is unpacked', async () => {
  const many = Object.fromEntries(Array.from({ length: 1001 }, (_, nth) => [`${nth}.csv`, [['a'], ['b']]]))
  await expect(reader.read(zipOf(many))).rejects.toThrow('This file cannot be read')
})

test('a file whose path leads out of its folder is read by its name alone', async () => {
  const files = Object.fromEntries(Object.entries(oneRosterFolder).map(([name, rows]) => [`../../etc/${name}`, rows]))
  expect(await students(files)).toEqual(await students(oneRosterFolder))
})

test('students of no school are a choice where a folder has several', async () => {
  const two = {
    ...oneRosterFolder,
    'orgs.csv': [...oneRosterFolder['orgs.csv']!, ['o2', '', '', 'مدرسة النخيل', 'school', '', '']],
    'users.csv': [
      ...oneRosterFolder['users.csv']!,
      ['u7', '', '', 'true', 'o2', 'student', '', '', 'مي', 'زكي', 'علي', '', '', '', '', '', '', ''],
      ['u8', '', '', 'true', '', 'student', '', '', 'رنا', 'زكي', 'علي', '', '', '', '', '', '', ''],
    ],
  }
  const content = await reader.read(zipOf(two))
  expect(tableIn(content, { sheets: [3] }).rows.map(({ cells }) => cells[1])).toEqual(['رنا'])
})
