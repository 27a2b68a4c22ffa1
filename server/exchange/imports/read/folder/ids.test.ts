import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from '#server/exchange/imports/read/read-file.ts'
import { type FolderFiles, oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { classicFolder, secondFolder } from '#test/imports/sync-folders.ts'

const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())
const read = async (folder: FolderFiles | Buffer, schools: number[] | null = null) =>
  tableIn(await reader.read(Buffer.isBuffer(folder) ? folder : zipOf(folder)), { sheets: schools })

test('the British form of School Data Sync keeps its schools, classes and teachers apart', async () => {
  const british = readFileSync(new URL('../../../../../test/imports/samples/sds-classic-uk.zip', import.meta.url))
  const refusal = await read(british).catch((error: unknown) => error)
  expect(refusal).toMatchObject({
    status: 409,
    sheets: [
      { number: 1, name: 'Contoso High School', rows: 60 },
      { number: 2, name: 'Fabrikam High School', rows: 26 },
    ],
  })
  const { rows, folder } = await read(british, [1])
  const { courses, staff, year } = folder!.beside
  // 7/1/2017 to 6/30/2018: the second date shows the order of both.
  expect(year).toMatchObject({ from: '2017-07-01', to: '2018-06-30', terms: [{ name: 'SY1516' }] })
  expect(rows.slice(0, 4).map(({ cells }) => cells[5])).toEqual(['9', '10', '12', '9'])
  expect(rows).toHaveLength(60)
  expect(courses).toHaveLength(14)
  expect(staff[0]).toMatchObject({
    name: 'Craig James Beane',
    teaches: [{ course: 'Math 101' }, { course: 'English 201' }],
  })
})

describe('a folder whose rows cannot be told apart is refused with the file and the column', () => {
  const changed = (folder: FolderFiles, file: string, change: (rows: string[][]) => string[][]) => ({
    ...folder,
    [file]: change(folder[file]!),
  })
  const without = (folder: FolderFiles, file: string, heading: string) =>
    changed(folder, file, ([headings, ...rows]) => [
      headings!.map((one) => (one === heading ? 'Number' : one)),
      ...rows,
    ])
  const columns: [FolderFiles, string, string][] = [
    [classicFolder, 'Student.csv', 'SIS ID'],
    [classicFolder, 'Student.csv', 'School SIS ID'],
    [classicFolder, 'Section.csv', 'SIS ID'],
    [classicFolder, 'School.csv', 'SIS ID'],
    [classicFolder, 'StudentEnrollment.csv', 'Section SIS ID'],
    [classicFolder, 'TeacherRoster.csv', 'SIS ID'],
    [secondFolder, 'users.csv', 'sourcedId'],
    [secondFolder, 'classes.csv', 'sourcedId'],
    [secondFolder, 'enrollments.csv', 'userSourcedId'],
    [oneRosterFolder, 'orgs.csv', 'sourcedId'],
    [oneRosterFolder, 'courses.csv', 'sourcedId'],
    [oneRosterFolder, 'enrollments.csv', 'classSourcedId'],
  ]

  test('which is not there', async () => {
    for (const [folder, file, heading] of columns)
      await expect(read(without(folder, file, heading)), `${file} ${heading}`).rejects.toThrow(
        `The file ${file.toLowerCase()} has no column ${heading}`,
      )
  })

  test('which is empty in a row, or has one value in two', async () => {
    const withRow = (row: string[]) => changed(secondFolder, 'classes.csv', (rows) => [...rows, row])
    await expect(read(withRow(['', 'o1', 'فصل 4ب']))).rejects.toThrow(
      'Row 3 of the file classes.csv has nothing in its column sourcedId',
    )
    await expect(read(withRow(['c1', 'o1', 'فصل 4ب']))).rejects.toThrow(
      'Row 3 of the file classes.csv repeats a value of its column sourcedId',
    )
    expect((await read(withRow(['c1', 'o1', 'فصل 4أ']))).rows).toHaveLength(1)
  })
})

test('a folder whose column of ids stands twice is refused with its name', async () => {
  const twice = classicFolder['Student.csv']!.map((cells, nth) => [nth === 0 ? 'SIS ID' : `x${nth}`, ...cells])
  await expect(read({ ...classicFolder, 'Student.csv': twice })).rejects.toThrow(
    'The file student.csv has several columns SIS ID',
  )
})
