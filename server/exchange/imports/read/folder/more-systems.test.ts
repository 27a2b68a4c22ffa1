import { readFileSync } from 'node:fs'
import { afterAll, describe, expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { fileReader } from '#server/exchange/imports/read/read-file.ts'
import { type FolderFiles, oneRosterFolder, zipOf } from '#test/imports/folders.ts'

const reader = fileReader({ milliseconds: 50_000 })
afterAll(() => reader.stop())
const sample = (name: string) => readFileSync(new URL(`../../../../../test/imports/samples/${name}`, import.meta.url))
type How = Parameters<typeof tableIn>
const read = async (folder: FolderFiles | Buffer, parts: How[1] = {}, kind: How[2] = 'students') =>
  tableIn(await reader.read(Buffer.isBuffer(folder) ? folder : zipOf(folder)), parts, kind)
const rowsOf = ({ columns, rows }: Awaited<ReturnType<typeof read>>) =>
  rows.map(({ cells }) =>
    Object.fromEntries(columns.map(({ heading }, at) => [heading, cells[at]]).filter(([, cell]) => cell)),
  )

const clever: FolderFiles = {
  'schools.csv': [
    ['School_id', 'School_name', 'School_number'],
    ['9', 'Oak School', '9'],
  ],
  'students.csv': [
    'School_id,Student_id,Student_number,Last_name,Middle_name,First_name,Gender,Dob,Grade,Contact_name,Contact_type,Contact_phone,Password'.split(
      ',',
    ),
    [
      '9',
      '100',
      '7',
      'Adel',
      'J',
      'Omar',
      'M',
      '11/30/2015',
      '4',
      'Adel Habib',
      'Father',
      '(336)533-1632 x218',
      'secret-1',
    ],
    ['9', '100', '7', 'Adel', 'J', 'Omar', 'M', '11/30/2015', '4', 'Mona Said', 'Mother', '', 'secret-1'],
    ['9', '101', '8', 'Nasser', '', 'Salma', 'F', '1/2/2016', '4', '', '', '', 'secret-2'],
  ],
  'teachers.csv': [
    ['School_id', 'Teacher_id', 'Last_name', 'First_name', 'Teacher_email'],
    ['9', '1', 'Fathy', 'Mona', 'mona@example.org'],
    ['9', '2', 'Adly', 'Sami', 'sami@example.org'],
  ],
  'sections.csv': [
    'School_id,Section_id,Teacher_id,Teacher_2_id,Name,Grade,Course_name,Course_number,Term_name,Term_start,Term_end'.split(
      ',',
    ),
    ['9', 'h', '1', '', '4A', '4', 'Homeroom', '0', '', '', ''],
    ['9', 's', '1', '2', 'Maths 4A', '4', 'Mathematics', 'M4', 'Term 1', '8/25/2026', '1/20/2027'],
  ],
  'enrollments.csv': [
    ['School_id', 'Section_id', 'Student_id'],
    ['9', 'h', '100'],
    ['9', 's', '100'],
    ['9', 'h', '101'],
  ],
}

describe('a folder of Clever', () => {
  test('has students with their contacts, homerooms, and who teaches what', async () => {
    const table = await read(clever)
    expect(table.source).toBe('clever')
    expect(rowsOf(table)).toEqual([
      {
        School: 'Oak School',
        firstName: 'Omar',
        middleName: 'J',
        lastName: 'Adel',
        className: '4A',
        gradeName: '4',
        birthDate: '11/30/2015',
        sex: 'male',
        fatherName: 'Adel Habib',
        fatherPhone: '(336)533-1632 x218',
        motherName: 'Mona Said',
        otherNumber: '100',
      },
      {
        School: 'Oak School',
        firstName: 'Salma',
        lastName: 'Nasser',
        className: '4A',
        gradeName: '4',
        birthDate: '1/2/2016',
        sex: 'female',
        otherNumber: '101',
      },
    ])
    const { staff, courses, year } = table.folder!.beside
    expect(courses.map(({ name }) => name)).toEqual(['Mathematics'])
    expect(staff.map(({ name, teaches }) => [name, teaches[0]?.className])).toEqual([
      ['Mona Fathy', '4A'],
      ['Sami Adly', '4A'],
    ])
    expect(year).toMatchObject({ from: '2026-08-25', to: '2027-01-20', terms: [{ name: 'Term 1' }] })
    expect(JSON.stringify(table)).not.toContain('secret')
  })

  test('is refused where two students have one id', async () => {
    const [heading, first, , other] = clever['students.csv']!
    const twice = { ...clever, 'students.csv': [heading!, first!, other!.with(1, '100')] }
    await expect(read(twice)).rejects.toThrow('Row 3 of the file students.csv repeats a value of its column Student_id')
  })
})

test('a folder of Canvas has those as students who learn in a section, and leaves out who is deleted', async () => {
  const table = await read(sample('canvas.zip'))
  expect(table.source).toBe('canvas')
  expect(rowsOf(table)).toEqual([
    { firstName: 'Bob', lastName: 'Smith', className: 'Section 1', otherNumber: '01103' },
    { firstName: 'John', lastName: 'Doe', className: 'Section 1', otherNumber: '13834' },
  ])
  expect(table.folder!.files.find(({ name }) => name === 'users.csv')).toMatchObject({
    rows: 3,
    deleted: 1,
    isRead: true,
  })
})

describe('the lists of a folder', () => {
  const unknown: FolderFiles = {
    'notes.csv': [
      ['id', 'text'],
      ['1', 'nothing'],
    ],
    'pupils.csv': [
      ['الاسم', 'الفصل'],
      ['سليم حسن علي', '4/أ'],
    ],
  }

  test('of no known system are offered as tables, the likeliest first', async () => {
    await expect(read(unknown)).rejects.toMatchObject({
      status: 409,
      code: 'files',
      sheets: [
        { number: 1, name: 'pupils.csv', rows: 2 },
        { number: 2, name: 'notes.csv', rows: 2 },
      ],
    })
    const table = await read(unknown, { sheets: [1] })
    expect([table.source, table.rows.length, table.folder]).toEqual(['table', 1, null])
  })

  test('are read at once if there is one, and offered where the folder is to bring something else', async () => {
    const users =
      'First Name [Required],Last Name [Required],Email Address [Required],Password [Required],Org Unit Path [Required],Employee ID'
    const google = await read({
      'users.csv': [users.split(','), ['Omar', 'Adel', 'o@example.org', 'secret', '/Students/Grade 4/4A', 'S-100']],
    })
    expect(google.columns.map(({ meaning, guess }) => meaning ?? guess)).toEqual([
      'firstName',
      'lastName',
      null,
      'secret',
      'className',
      'otherNumber',
    ])
    expect(google.rows[0]!.cells[3]).toBe('')
    const phones =
      'First Name,Last Name,Recovery Phone [MUST BE IN THE E.164 FORMAT],Work Phone,Home Phone,Mobile Phone'
    const withPhones = {
      'users.csv': [phones.split(','), ['Mona', 'Adel', '', '', '+20223456789', '+201012345678']],
    }
    expect((await read(withPhones)).columns.map(({ meaning }) => meaning)).toEqual([
      'firstName',
      'lastName',
      null,
      null,
      'landline',
      'phone1',
    ])
    expect((await read(withPhones, {}, 'staff')).columns.map(({ meaning }) => meaning)).toEqual([
      'staffFirst',
      'staffLast',
      null,
      null,
      null,
      'staffPhone',
    ])
    await expect(read(oneRosterFolder, {}, 'courses')).rejects.toMatchObject({ status: 409, code: 'files' })
  })
})
