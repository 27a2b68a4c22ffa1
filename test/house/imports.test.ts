import fc from 'fast-check'
import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { readingOn, readRow } from '#server/exchange/imports/read/read-row.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const proving = process.env.PROOF === 'on'
const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, omar, laila, classmate, class6b } = world

await sql('update class_rooms set max_of_students = 500')

const heading = ['الكود', 'الاسم', 'الفصل', 'تاريخ الميلاد', 'مدفوع', 'هاتف الأب', 'هاتف ولي الأمر', 'صلة القرابة']
const oneOf = (...values: string[]) => fc.constantFrom(...values)
/** Rows of newcomers and of students of the world, with phones of people who have an account and of others. */
const row = fc.tuple(
  oneOf('', '', '', omar.code, laila.code, classmate.code),
  fc
    .tuple(oneOf('سليم', 'تالا', 'آدم'), oneOf('حسن', 'فؤاد', 'ياسر'), oneOf('الشاذلي', 'الكردي'))
    .map((name) => name.join(' ')),
  oneOf('فصل 6ب', 'فصل 4أ', '6/أ', ''),
  oneOf('', '15/06/2015', '2016-01-31', '٢٠١٤/٣/٤'),
  oneOf('', 'نعم', 'لا'),
  oneOf('', '01000000005', '01000000031', '01055555551'),
  oneOf('', '01055555552', '01055555551, 01000000032'),
  oneOf('الأم', 'ولي أمر', 'mother'),
)
const table = fc.array(row, { minLength: 1, maxLength: 12 })

test('whatever is imported and then undone leaves students, links, classes and coins as they were', async () => {
  await fc.assert(
    fc.asyncProperty(table, async (lines) => {
      const before = await everythingOf(sql)
      const draft = await upload(csvOf([heading, ...lines]))
      await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
      const done = await start(draft.id)
      expect(done).toMatchObject({ state: 'done', problems: 0 })

      const again = await upload(csvOf([heading, ...lines]))
      const left = (await rows(draft.id, 'leftOut')).map(({ row: number }) => number)
      const { added, changed, same, problems } =
        left.length > 0 ? await as(manager)(imports.leaveOut, { importId: again.id, rows: left, leftOut: true }) : again
      expect({ added, changed, same, problems }, 'of a second import').toEqual({
        added: 0,
        changed: 0,
        problems: 0,
        same: done.added + done.changed + done.same,
      })
      expect(await undo(done.id)).toMatchObject({ state: 'undone' })
      expect(await everythingOf(sql)).toEqual(before)
    }),
    proving ? { numRuns: 60 } : { numRuns: 3, seed: 5 },
  )
}, 900_000)

test('any order of the columns gives the same rows', () => {
  const ground = {
    classes: [{ id: class6b.id, name: class6b.name, gradeName: 'الصف السادس', active: true }],
    relations: [
      { id: 'f', name: 'father' },
      { id: 'm', name: 'mother' },
    ],
    names: [],
    classRoomId: null,
    relationId: null,
    invites: true,
    twoNames: false,
    dayOrder: null,
    hasHijri: false,
    own: [],
    kind: 'students' as const,
    table: null,
    home: 'EG',
    country: null,
    numberKind: null,
    today: '2026-11-20',
  }
  const read = (lines: readonly (readonly string[])[]) => {
    const { columns, rows: below } = tableIn({ rows: lines.map((cells, nth) => ({ row: nth + 1, cells: [...cells] })) })
    const meant = columns.flatMap(({ meaning }, position) => (meaning ? [[meaning, position] as const] : []))
    const reading = readingOn({ ...ground, columns: new Map(meant as [never, number][]) })
    const named = (position: number | null) => (position === null ? null : columns[position]!.meaning)
    return below.map(({ cells }) => {
      const { faults, ...rest } = readRow(reading, cells)
      return { ...rest, faults: new Map(faults.map(({ position, reason }) => [named(position), reason])) }
    })
  }
  const cell = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 12 }),
    oneOf('=1+1', '\u202eabc', 'a\0b', '31/02/2015', 'نعم'),
  )
  const lines = fc.array(fc.oneof(row, fc.tuple(cell, cell, cell, cell, cell, cell, cell, cell)), {
    minLength: 1,
    maxLength: 5,
  })
  const order = fc.shuffledSubarray(
    heading.map((_, at) => at),
    { minLength: heading.length },
  )
  fc.assert(
    fc.property(lines, order, (all, places) => {
      const whole = [heading, ...all]
      expect(read(whole.map((cells) => places.map((at) => cells[at]!)))).toEqual(read(whole))
    }),
    { numRuns: proving ? 5000 : 60 },
  )
})

test('hostile cells never break a row beside them', async () => {
  const hostile = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 40 }),
    fc.string({ unit: 'grapheme-composite', maxLength: 40 }),
    fc.string({ maxLength: 40 }).map((text) => `"${text}`),
    oneOf(
      '=cmd|"/c calc"!A1',
      '@SUM(1)',
      '\u202eسليم',
      '\u2066x\u2069',
      '\0',
      '\ud800',
      'x'.repeat(10_000),
      'ا'.repeat(10_000),
    ),
    oneOf(
      '\u0301'.repeat(500),
      '\ufdfd',
      '💥'.repeat(300),
      "'; drop table students",
      '</script>',
      '{"a":1}',
      '\\',
      '%_',
    ),
  )
  const good = (nth: number) => ['', `طالب${nth} سليم الشاذلي`, 'فصل 6ب', '15/06/2015', '', '', '', '']
  for (let table = 0; table < (proving ? 14 : 1); table++) {
    const cells = fc.sample(fc.tuple(hostile, hostile, hostile), 150)
    const lines = cells.flatMap(([code, name, phone], nth) => [
      ['', name, code, name, phone, phone, name, code],
      good(nth),
    ])
    const draft = await upload(csvOf([heading, ...lines]))

    const added = await rows(draft.id, 'add')
    const names = (
      await sql<{ name: string }>(
        `select first_name || ' ' || middle_name || ' ' || last_name as name from import_rows
         where import_id = $1 and outcome = 'add'`,
        [draft.id],
      )
    ).map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(cells.map((_, nth) => good(nth)[1])))
    expect(added.length).toBeGreaterThan(0)
    await as(manager)(imports.remove, { importId: draft.id })
  }
})
