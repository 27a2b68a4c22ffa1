import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { readSheet } from 'read-excel-file/node'
import { describe, expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { importTemplate } from '#contract/exchange/exports/import-template.ts'
import { operations } from '#server/operations.ts'
import { paymentRequests } from '#contract/platform/payments/payments.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'
import { columnsOf, fieldsOf } from './columns.ts'

const app = await testApp()
const { as, tokenOf } = app
const { upload, sql } = importing(app)
const { manager, teacher, parent, nile, delta, class4a, deltaClass1, omar } = world

type Person = { phone: string }
type ExportRequest = {
  list: string
  input: Record<string, unknown>
  empty?: string
  ids?: string[]
  format?: 'csv' | 'xlsx'
  language?: 'ar' | 'en'
}

const students = 'Student/GetSchoolStudents'

async function exported(person: Person | null, { format = 'csv', language = 'en', ...request }: ExportRequest) {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/${exportList.path}`,
    headers: person ? { authorization: `Bearer ${await tokenOf(person)}` } : {},
    payload: { ...request, format, language },
  })
  return { status: answer.statusCode, headers: answer.headers, text: answer.body, bytes: answer.rawPayload }
}

const rowsIn = (text: string) => Papa.parse<string[]>(text.slice(1).trimEnd(), { delimiter: ',' }).data

describe('a list as a file', () => {
  test('contains every row of the list, beyond its pages, under headings in the requested language', async () => {
    const { status, text, headers } = await exported(manager, { list: students, input: { schoolId: nile.id } })
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toMatch(/^attachment; filename="Students_[\d-]+\.csv"; filename\*=UTF-8''/)
    expect(headers['cache-control']).toBe('no-store')
    expect(text.startsWith('\ufeff')).toBe(true)

    const [heading, ...rows] = rowsIn(text)
    const listed = await as(manager)(studentRecords.list, { schoolId: nile.id })
    expect(heading?.slice(0, 5)).toEqual(['Student code', 'First name', 'Middle name', 'Last name', 'School'])
    expect(rows).toHaveLength(listed.length)
    expect(rows.map(([code, firstName]) => [code, firstName])).toEqual(listed.map((row) => [row.code, row.firstName]))

    const [inArabic] = rowsIn(
      (await exported(manager, { list: students, input: { schoolId: nile.id }, language: 'ar' })).text,
    )
    expect(inArabic?.slice(0, 4)).toEqual(['كود الطالب', 'الاسم الأول', 'الاسم الأوسط', 'الاسم الأخير'])
  })

  test('keeps to the filters of the list, and takes its path in any case', async () => {
    const input = { schoolId: nile.id, search: 'الجندي', classRoomId: class4a.id, pageNumber: 9 }
    const { text } = await exported(manager, { list: students.toLowerCase(), input })
    expect(
      rowsIn(text)
        .slice(1)
        .map(([code]) => code),
    ).toEqual([omar.code])
  })

  test('contains the rows that match a search, and no others', async () => {
    const [first, second, third] = await as(manager)(classes.list, { schoolId: nile.id })
    const request = { list: 'ClassRoom/GetSchoolClasses', input: { schoolId: nile.id } }
    const { text } = await exported(manager, { ...request, ids: [third!.id, first!.id, omar.id] })
    const names = rowsIn(text).slice(1).flat()
    expect(names).toEqual(expect.arrayContaining([first!.name, third!.name]))
    expect(names).not.toContain(second!.name)
    expect(rowsIn((await exported(manager, { ...request, ids: [] })).text)).toHaveLength(1)
    expect(await exported(manager, { ...request, ids: ['4a'] })).toMatchObject({ status: 400 })
  })

  test('gives no row of elsewhere, whatever ids are named', async () => {
    const request = { list: 'ClassRoom/GetSchoolClasses', input: { schoolId: nile.id }, ids: [deltaClass1.id] }
    expect(rowsIn((await exported(manager, request)).text)).toHaveLength(1)
  })

  test('is a workbook too, its numbers numbers and its texts texts', async () => {
    const request = {
      list: 'ClassRoom/GetSchoolClasses',
      input: { schoolId: nile.id },
      format: 'xlsx',
      language: 'ar',
    } as const
    const { bytes, headers } = await exported(manager, request)
    expect(headers['content-type']).toContain('spreadsheetml')
    const [heading, ...rows] = await readSheet(bytes)
    const capacity = heading!.indexOf('السعة')
    expect(rows.map((row) => row[capacity])).toEqual(rows.map(() => 28))
    const named = (name: string) => rows.find((row) => row[0] === name)!
    expect(named('فصل 4أ')[heading!.indexOf('النوع')]).toBe('مشترك')
    expect(named('فصل 5أ')[heading!.indexOf('النوع')]).toBe('إناث')
  })

  test('contains the waiting payment requests, and the state of each', async () => {
    const list = 'SchoolPaymentRequest/GetRequests'
    const request = await as(world.admin)(paymentRequests.list, {})
    const columns = async (more: object) => {
      const [heading, ...rows] = rowsIn((await exported(world.admin, { list, input: {}, ...more })).text)
      return rows.map((row) => [row[heading!.indexOf('Status')], row[heading!.indexOf('Transfer code')]])
    }
    const decided = (approved: boolean) => (approved ? 'Approved' : 'Rejected')
    const shown = request.map(({ approved, transferCode }) => [
      approved === null ? 'On hold' : decided(approved),
      transferCode,
    ])
    expect(await columns({})).toEqual(shown)
    expect(await columns({ empty: 'approvied' })).toEqual(shown.filter(([status]) => status === 'On hold'))
    expect(await exported(world.admin, { list, input: {}, empty: 'password' })).toMatchObject({ status: 400 })
  })

  test("is refused to a caller who may not read the list, with the list's own sentence", async () => {
    const refused = async (person: Person | null, request: ExportRequest) => {
      const { status, text } = await exported(person, request)
      return [status, text]
    }
    const all = { list: students, input: { schoolId: nile.id } }
    expect(await refused(null, all)).toEqual([401, 'Please sign in'])
    expect(await refused(parent, all)).toEqual([403, 'You are not allowed to do this'])
    expect(await refused(manager, { ...all, input: { schoolId: delta.id } })).toEqual([404, 'Not found'])
    expect(await refused(manager, { ...all, input: {} })).toEqual([400, 'Required'])
    expect(await refused(manager, { ...all, input: { schoolId: nile.id, who: 1 } })).toEqual([
      400,
      "Unrecognized key(s) in object: 'who'",
    ])
    for (const list of ['Student/GetStudent', 'nothing', exportList.path])
      expect(await refused(manager, { list, input: {} }), list).toEqual([404, 'Not found'])
    expect(await refused(manager, { ...all, format: 'pdf' as 'csv' })).toEqual([400, 'Invalid enum value'])
  })

  test('shows a teacher no more of students than the list does', async () => {
    const { text } = await exported(teacher, {
      list: 'Student/GetClassRoomStudents',
      input: { classRoomId: class4a.id },
    })
    const [heading, ...rows] = rowsIn(text)
    expect(rows).toHaveLength(20)
    expect(rows.map((row) => row[heading!.indexOf('Birth date')])).toEqual(rows.map(() => ''))
  })

  test('leaves an audit line', async () => {
    const lines = () =>
      sql(`select from audit_lines where target_kind = 'export' and person_id = $1`, [world.deputy.id])
    await exported(world.deputy, { list: students, input: { schoolId: nile.id } })
    expect(await lines()).toHaveLength(1)
  })

  test('may be taken in again as an import that changes nothing', async () => {
    for (const language of ['ar', 'en'] as const)
      for (const format of ['csv', 'xlsx'] as const) {
        const file = await exported(manager, { list: students, input: { schoolId: nile.id }, format, language })
        const { same, rows, problems } = await upload(file.bytes)
        expect([language, format, problems, same]).toEqual([language, format, 0, rows])
      }
  })

  test('has dates that are dates, names in its language and filters, and comes in again the same', async () => {
    const relations = await as(manager)(reference.relations, {})
    await as(manager)(officialRecords.update, { id: omar.id, nationality: 'SD', sex: 'male', birthPlace: 'أم درمان' })
    await as(manager)(guardians.add, {
      studentId: omar.id,
      guardianName: 'هالة الجندي',
      relationId: relations.find(({ name }) => name === 'mother')!.id,
    })
    const list = { list: 'OfficialRecord/GetRecords', input: { schoolId: nile.id }, language: 'ar' } as const
    const { bytes } = await exported(manager, { ...list, format: 'xlsx' })
    const [heading, ...rows] = await readSheet(bytes)
    const ofOmar = rows.find((row) => row.includes(omar.code))!
    const cell = (name: string) => ofOmar[heading!.indexOf(name)]
    expect(cell('تاريخ الميلاد')).toBeInstanceOf(Date)
    expect(cell('الجنسية')).toBe('السودان')
    expect(ofOmar).toContain('الأم')
    expect(strFromU8(unzipSync(bytes)['xl/worksheets/sheet1.xml']!)).toMatch(
      new RegExp(`<autoFilter ref="A1:[A-Z]+${rows.length + 1}"/>`),
    )
    for (const format of ['csv', 'xlsx'] as const) {
      const file = await exported(manager, { ...list, format })
      const { same, rows: read, problems } = await upload(file.bytes)
      expect([format, problems, same]).toEqual([format, 0, read])
    }
  })
})

test('every plain field of every list has a heading, or is no words at all', () => {
  const wordless =
    /^id$|Id$|(image|icon|wcs)Url$|Image$|typeIcon|^version$|^supportUntil$|^typeDescription$|^hindrance$/
  const codes = [
    'fromType',
    'toType',
    'adjusts',
    'type',
    'adminRole',
    'permissionDescription',
    'event',
    'maySendSms',
    'marksState',
    'takesBack',
    'canRemind',
  ]
  const lists = operations.filter(({ paging, path }) => paging && !/^(Import|Inbox|Job)\//.test(path))
  // A field without a heading is left out of files. Name it in headings.ts, or here if it means nothing to people.
  for (const list of lists) {
    const named = columnsOf(list).map(({ ours }) => ours)
    const left = fieldsOf(list).filter(
      ({ ours }) => !named.includes(ours) && !wordless.test(ours) && !codes.includes(ours),
    )
    expect([list.path, left.map(({ ours }) => ours)]).toEqual([list.path, []])
  }
})

describe('the template of an import', () => {
  const template = async (person: Person, format: string, language: string, schoolId = nile.id) =>
    app.app.inject({
      method: 'POST',
      url: `/${importTemplate.path}`,
      headers: { authorization: `Bearer ${await tokenOf(person)}` },
      payload: { schoolId, format, language },
    })

  test('names columns that are recognised, in both languages and formats', async () => {
    for (const language of ['ar', 'en'])
      for (const format of ['csv', 'xlsx']) {
        const { rawPayload } = await template(manager, format, language)
        const [heading] = format === 'csv' ? rowsIn(rawPayload.toString()) : await readSheet(rawPayload)
        const { columns } = await upload(`${heading!.join(',')}\nعمر كريم الجندي,فصل 4أ`)
        expect(columns.map(({ meaning, guess }) => [meaning, guess])).toEqual(
          `fullName className birthDate isPaid fatherPhone motherPhone phone1 relation1 nationalNumber sex nationality
           birthPlace address admittedOn guardianName1 guardianJob1`
            .split(/\s+/)
            .map((meaning) => [meaning, 'exact']),
        )
      }
  })

  test('offers the classes of the school, and is for those who may import', async () => {
    const { rawPayload } = await template(manager, 'xlsx', 'ar')
    expect(await readSheet(rawPayload, 'الفصول')).toContainEqual(['فصل 4أ', expect.any(String)])
    expect((await template(teacher, 'xlsx', 'ar')).statusCode).toBe(403)
    expect((await template(manager, 'xlsx', 'ar', delta.id)).statusCode).toBe(404)
  })
})

test('an export stands in the audit with its rows, and beyond a bound the managers of the school are notified', async () => {
  const few = await testApp({ connection: app.connection, readings: { students: 1e6, exported: 10 } })
  const send = async (input: object) =>
    few.wire(
      exportList.path,
      { list: students, input: { schoolId: nile.id, ...input }, format: 'csv', language: 'en' },
      { as: manager },
    )
  const events = () => sql(`select school_id, payload from outbox where event = 'unusual reading'`)
  const before = (await events()).length
  const small = await send({ search: 'الجندي', classRoomId: class4a.id })
  expect(await events()).toHaveLength(before)
  const large = await send({})
  expect((await events()).slice(before)).toEqual([{ school_id: nile.id, payload: { personId: manager.id } }])
  const rowsOf = async ({ headers }: typeof small) =>
    (await sql('select detail from audit_lines where request_id = $1', [headers['x-request-id']]))[0]!.detail
  expect(await rowsOf(small)).toEqual({ rows: 1 })
  expect(await rowsOf(large)).toEqual({ rows: rowsIn(large.text).length - 1 })
})
