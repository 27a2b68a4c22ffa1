import { describe, expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { doubts } from '#server/exchange/imports/check/agreement.queries.ts'
import { newId } from '#server/db/ids.ts'
import { newKey, testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, onTheWire, rows, sql } = importing(app)
const { manager, teacher, parent, otherManager, nile, delta, class4a, class6b, class6c, omar, laila } = world

const heading = ['اسم الطالب', 'الفصل', 'تاريخ الميلاد', 'هاتف ولي الأمر', 'صلة القرابة', 'مدفوع']
const table = (...lines: string[][]) => csvOf([heading, ...lines])

/** What will happen to each row, with the problems of its cells. */
const previewed = async (importId: string) =>
  (await rows(importId)).map(({ outcome, problems, changes }) => [
    outcome,
    ...problems.map(({ position, reason }) => `${position}: ${reason}`),
    ...changes.map(({ field, was, becomes }) => `${field}: ${was} → ${becomes}`),
  ])

describe('a table that is uploaded', () => {
  test('becomes a draft with the effect of every row', async () => {
    const draft = await upload(
      table(
        ['سليم حسن الشاذلي', 'فصل 6ب', '15/06/2015', '01000000005', 'الأب', 'نعم'],
        ['تالا حسن الشاذلي', '6/ب', '٢٠١٦-٠٢-٠١', '+20 105 555 5551', 'الأم', 'لا'],
        ['عمر كريم الجندي', 'فصل 4أ', '', '01000000005', 'الأب', ''],
        ['ليلى كريم الجندي', 'فصل 5أ', '', '01055555552', 'أب', 'لا'],
      ),
      { fileName: 'طلاب.csv' },
    )
    expect(draft).toMatchObject({
      state: 'draft',
      source: 'table',
      fileName: 'طلاب.csv',
      rows: 4,
      added: 2,
      changed: 1,
      same: 1,
      problems: 0,
      leftOut: 0,
      guardians: 3,
      coins: 1,
      version: 2,
      undoable: false,
    })
    expect(await previewed(draft.id)).toEqual([
      ['add'],
      ['add'],
      ['same'],
      ['change', 'isPaid: true → false', 'guardian: null → 01055555552'],
    ])
    const [first, second] = await rows(draft.id)
    expect(first).toMatchObject({
      studentName: 'سليم حسن الشاذلي',
      classRoomName: class6b.name,
      birthDate: '2015-06-15',
      isPaid: true,
      guardians: [{ phoneNumber: '01000000005', relationName: 'father' }],
    })
    expect(second).toMatchObject({
      birthDate: '2016-02-01',
      isPaid: false,
      guardians: [{ phoneNumber: '01055555551' }],
    })
    expect((await as(manager)(imports.list, { schoolId: nile.id }))[0]).toEqual(draft)
  })

  test('names the row and the column of every bad cell, with the reason', async () => {
    const draft = await upload(
      table(
        ['سليم', 'فصل 9', '31/02/2015', '0101', 'خال', 'ربما'],
        ['م حسن الشاذلي', 'فصل 6ج', '2999-01-01', '01055555551', '', ''],
        ['', '', '', '', '', ''],
        ['تالا حسن الشاذلي', '', '', '', '', ''],
        ['تالا حسن الشاذلي', 'فصل 6ب', '', '', '', ''],
        ['تالا حسن الشاذلى', 'فصل 6ب', '', '', '', ''],
      ),
    )
    expect(await previewed(draft.id)).toEqual([
      [
        'problem',
        '0: Write the name with at least two parts',
        '1: No class of the school has this name',
        '2: Invalid date',
        '5: Write yes or no',
        '3: Invalid Phone Number!',
        '4: There is no relation of this name',
      ],
      [
        'problem',
        '0: String must contain at least 2 character(s)',
        '2: This date cannot be used',
        '4: Choose the relation',
        '1: This class is not active',
      ],
      ['problem', '1: Required'],
      ['add'],
      ['problem', '0: This student is already in row 6'],
    ])
    expect(draft.unknownNames).toEqual([
      { kind: 'class', name: 'فصل 9', grade: null, several: false, rows: 1, gradeId: null, typed: null },
      { kind: 'relation', name: 'خال', grade: null, several: false, rows: 1, gradeId: null, typed: null },
    ])
    expect(class6c.active).toBe(false)
  })

  test('finds the students of the school by code, or by name with class or birth date', async () => {
    const [stored] = await sql<{ birth_date: string }>('select birth_date::text from students where id = $1', [omar.id])
    const draft = await upload(
      csvOf([
        ['الكود', 'الاسم', 'الفصل', 'تاريخ الميلاد'],
        [omar.code.replace('ST', 'st '), 'عمر كريم النجار', '', ''],
        ['', 'عُمَر كريم الجندى', 'فصل 4أ', ''],
        ['', 'عمر كريم الجندي', 'فصل 4أ', '2001-01-01'],
        ['', 'عمر كريم الجندي', 'فصل 6ب', stored!.birth_date],
        ['ST0000009999', 'سليم حسن الشاذلي', 'فصل 6ب', ''],
      ]),
    )
    expect(await previewed(draft.id)).toEqual([
      ['change', 'lastName: الجندي → النجار'],
      ['problem', '0: This student is already in row 2'],
      ['problem', `0: ${doubts.ofName}`, '0: This student is already in row 3'],
      ['problem', '0: This student is already in row 2'],
      ['problem', '0: No student of the school has this code'],
    ])
  })

  test('fills a class in the order of its rows, and no further', async () => {
    await sql('update class_rooms set max_of_students = 21 where id = $1', [class6b.id])
    const draft = await upload(
      table(
        ['سليم حسن الشاذلي', 'فصل 6ب', '', '', '', ''],
        ['تالا حسن الشاذلي', 'فصل 6ب', '', '', '', ''],
        ['عمر كريم الجندي', 'فصل 4أ', '', '', '', ''],
      ),
    )
    expect(await previewed(draft.id)).toEqual([['add'], ['problem', '1: This class is full'], ['same']])
    await sql('update class_rooms set max_of_students = 28 where id = $1', [class6b.id])
  })

  test('is refused in words when it is no table', async () => {
    const refused = async (file: Buffer | string) => {
      const { statusCode, json } = await onTheWire(file)
      return [statusCode, json().detail]
    }
    expect(await refused('')).toEqual([400, 'The table has no rows'])
    expect(await refused('الاسم,الفصل')).toEqual([400, 'The table has no rows'])
    expect(await refused(Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'))).toEqual([
      415,
      'This kind of file cannot be read; open it in the program that made it and save it as XLSX',
    ])
    expect(await refused(Buffer.from('PK\x03\x04 no archive', 'latin1'))).toEqual([400, 'This file cannot be read'])
    expect(await refused(`name\n${'somebody\n'.repeat(20_001)}`)).toEqual([400, 'The table has more than 20,000 rows'])
    const courses = await onTheWire(`course name\n${'astronomy\n'.repeat(2001)}`, { kind: 'courses' })
    expect(courses.json()).toMatchObject({ status: 400, detail: 'The table has more than 2,000 rows' })
    expect(await refused(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'))).toEqual([413, 'The file is larger than 20 MB'])
    expect(await sql(`select from imports where file_name is null and columns = '[]'`)).toEqual([])
  })

  test('is taken from nobody without the right, and comes once with one key', async () => {
    const file = table(['سليم حسن الشاذلي', 'فصل 6ب', '', '', '', ''])
    const status = async (person: { phone: string }, schoolId = nile.id) =>
      (await onTheWire(file, { as: person, schoolId })).statusCode
    expect(await status(teacher)).toBe(403)
    expect(await status(parent)).toBe(403)
    expect(await status(otherManager)).toBe(404)
    expect(await status(manager, delta.id)).toBe(404)
    expect(await status(manager, newId())).toBe(404)

    const headers = { 'idempotency-key': newKey() }
    const [once, again] = [await onTheWire(file, { headers }), await onTheWire(file, { headers })]
    expect(again.headers['idempotency-replayed']).toBe('true')
    expect(again.json()).toEqual(once.json())
    expect((await onTheWire(table(['تالا حسن الشاذلي', 'فصل 6ب']), { headers })).statusCode).toBe(422)
  })
})

test('what is named of a class by its letters alone finds it', async () => {
  const draft = await upload(table(['سليم حسن الشاذلي', '4 - أ', '', '', '', '']))
  expect((await rows(draft.id))[0]).toMatchObject({ outcome: 'add', classRoomName: class4a.name })
  expect(laila.classRoomId).not.toBe(class4a.id)
})
