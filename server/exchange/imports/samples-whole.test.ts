import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { testApp } from '#test/harness/app.ts'
import { everythingOf, type Import, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, sql } = importing(app)
const { manager, nile, class6b } = world
const call = as(manager)
const schoolId = nile.id

const { schoolGrades, schoolLanguages } = await call(classSettings.formData, { schoolId })
const relation = (await call(reference.relations, {})).find(({ name }) => name === 'father')!

await sql('update class_rooms set max_of_students = 100 where id = $1', [class6b.id])

/** What an office does in the product: it makes the classes that are missing, and chooses once what a row does not say. */
async function finished(draft: Import) {
  const unsure = draft.columns.flatMap(({ position, meaning, dayOrder, dayExample }) =>
    meaning === 'birthDate' && dayOrder === null && dayExample
      ? [{ position, meaning, dayOrder: 'dayFirst' as const }]
      : [],
  )
  // Numbers of another country are said to be such once, for the whole column.
  const numbers = draft.columns.flatMap(({ position, meaning, samples }) =>
    meaning === 'nationalNumber' && samples.every((one) => /^\d{10}$/.test(one))
      ? [{ position, meaning, numberKind: 'other' as const }]
      : [],
  )
  const columns = [...unsure, ...numbers]
  const chosen = await call(imports.setColumns, {
    importId: draft.id,
    relationId: relation.id,
    isPaid: false,
    // Where no column names the class, one is chosen for all rows.
    ...(!draft.columns.some(({ meaning }) => meaning === 'className') && { classRoomId: class6b.id }),
    ...(columns.length > 0 && { columns }),
  })
  const unknown = chosen.unknownNames.filter(({ kind }) => kind === 'class')
  const made = new Map<string, string>()
  const nameOf = ({ name, grade, typed }: (typeof unknown)[number]) =>
    `فصل ${typed ?? name} ${grade ?? ''} ${draft.id.slice(-4)}`
  const wanted = [...new Set(unknown.map(nameOf))]
  if (wanted.length > 0) {
    const rooms = await call(classSettings.addSeveral, {
      items: wanted.map((name) => ({
        schoolId,
        name,
        gradeId: schoolGrades[0]!.id,
        languageId: schoolLanguages[0]!.id,
        gender: 3 as const,
        maxOfStudents: 100,
      })),
    })
    wanted.forEach((name, at) => made.set(name, rooms[at]!.id))
  }
  const names = unknown.map((one) => ({
    kind: 'class' as const,
    name: one.name,
    grade: one.grade,
    id: made.get(nameOf(one))!,
  }))
  const relations = chosen.unknownNames
    .filter(({ kind }) => kind === 'relation')
    .map(({ name }) => ({ kind: 'relation' as const, name, grade: null, id: relation.id }))
  if (names.length + relations.length === 0) return chosen
  return call(imports.setColumns, {
    importId: draft.id,
    names: [...names, ...relations],
    ...(made.size > 0 && { madeClassIds: [...made.values()] }),
  })
}

const sample = (name: string) => readFileSync(new URL(`../../../test/imports/samples/${name}`, import.meta.url))

/** Each file with the rows that come in, and those that a person has to correct, for which the sheet gives the reason. */
const files: [name: string, added: number, problems: number, parts?: Parameters<typeof upload>[1]][] = [
  ['canvas.zip', 2, 0],
  ['clever-students-cr.csv', 12, 0],
  ['moodle.csv', 3, 0],
  ['powerschool.text', 3, 0],
  ['class-blocks.xlsx', 13, 0],
  ['formulas.xlsx', 4, 4],
  ['guardians.csv', 11, 1],
  ['hidden-rows.xlsx', 7, 0, { sheets: '1', hiddenRows: 'leaveOut' }],
  ['html-table.xls', 40, 0],
  ['jordan-ministry-30.xlsx', 33, 0],
  ['merged-class.xlsx', 40, 1, { hiddenRows: 'take' }],
  ['moodle-middle.csv', 2, 0],
  ['number-formats.xlsx', 8, 0],
  ['old-biff8.xls', 40, 0],
  ['password-column.csv', 2, 0],
  ['sds-classic-uk.zip', 60, 0, { sheets: '1' }],
  ['side-by-side.xlsx', 30, 0, { lists: 'all' }],
]

test.each(files)(
  '%s comes in: %i rows, and %i to be corrected; the undo takes all of it back',
  async (name, added, problems, parts = {}) => {
    const before = await everythingOf(sql)
    const draft = await finished(await upload(sample(name), { fileName: name, ...parts }))
    const kinds = draft.problemKinds.map(({ reason, position, rows: count }) => `${position}: ${reason} (${count})`)
    expect([draft.added, draft.problems], kinds.join('\n')).toEqual([added, problems])
    if (problems > 0) await call(imports.leaveOut, { importId: draft.id, leftOut: true })
    expect(await start(draft.id)).toMatchObject({ state: 'done', added })
    expect(await undo(draft.id)).toMatchObject({ state: 'undone' })
    expect(await everythingOf(sql)).toEqual(before)
  },
)

test('a list with numbers of lines as codes changes nobody who is there', async () => {
  const first = await finished(await upload(sample('sister-school-own-pupils.csv')))
  expect(await start(first.id)).toMatchObject({ added: 4 })
  const before = await everythingOf(sql)
  const serial = await upload(sample('serial-in-code-column.csv'))
  expect(serial.columns[0]).toMatchObject({ meaning: null, notCodes: true })
  const draft = await finished(serial)
  expect(draft).toMatchObject({ added: 4, changed: 0, problems: 0, renamed: 0, moved: 0 })
  await undo((await start(draft.id)).id)
  expect(await everythingOf(sql)).toEqual(before)
  await undo(first.id)
})

test('guardians of students who are there come in with both parents and their phones', async () => {
  const pupils = await finished(await upload('اسم الطالب,الفصل\nجودي رامي فؤاد كامل,1/أ\nبيشوي عادل نجيب حنا,1/ب\n'))
  await start(pupils.id)
  // The file names the classes as its school does, and these are called otherwise here.
  const draft = await upload(sample('parents-of-pupils.csv'), { kind: 'guardians' })
  const names = pupils.names.map(({ kind, name, grade, id }) => ({ kind, name, grade, id }))
  expect(await call(imports.setColumns, { importId: draft.id, names })).toMatchObject({ changed: 2, problems: 0 })
  await start(draft.id)
  const stored = await sql<{ name: string; phone: string }>(
    `select g.name, g.phone from guardians g join students s on s.school_id = g.school_id and s.id = g.student_id
     where g.phone like '%1234000_' order by g.phone`,
  )
  expect(stored.map(({ name, phone }) => `${name} ${phone}`)).toEqual([
    'رامي فؤاد كامل 01012340001',
    'عادل نجيب حنا 01012340002',
    'نهى سعد علي 01112340001',
    'مريم فؤاد حنا 01112340002',
  ])
  expect(await undo(draft.id)).toMatchObject({ state: 'undone' })
})
