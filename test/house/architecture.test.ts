import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Operation } from '#contract/language/operation.ts'
import { operations } from '#server/operations.ts'
import {
  besideKysely,
  circles,
  emptyNames,
  forbiddenImports,
  forbiddenTexts,
  knots,
  namesExportedTwice,
  risingImports,
  type Source,
  sources,
  tooLong,
} from './architecture.ts'

const all = sources()

test('no file imports what its layer may not import', () => expect(forbiddenImports(all)).toEqual([]))

test('no file of the server imports a higher floor', () => expect(risingImports(all)).toEqual([]))

test('no folders of the server import each other', () => expect(knots(all)).toEqual([]))

test('the driver of PostgreSQL is used in few folders, and elsewhere there is one way to speak SQL', () => {
  expect(besideKysely(all)).toEqual([])
  expect(besideKysely([{ file: 'server/call/serve.ts', imports: ['pg'], text: '' }])).toEqual(['server/call/serve.ts'])
})

test('no file imports itself through others', () => expect(circles(all)).toEqual([]))

test('no file says what it may not', () => expect(forbiddenTexts(all)).toEqual([]))

test('every file is short enough to understand as a whole', () => expect(tooLong(all)).toEqual([]))

test('every file is named for an idea', () => expect(emptyNames(all)).toEqual([]))

test('every import that names a file of ours names one that is there', () => {
  const named = all.flatMap(({ file, imports }) =>
    imports.filter((path) => path.startsWith('#')).map((path) => ({ file, path: path.slice(1).split('?')[0]! })),
  )
  expect(named.filter(({ path }) => !existsSync(path))).toEqual([])
})

test('ARCHITECTURE.md names only files and folders that are there', () => {
  const named = [
    ...readFileSync('ARCHITECTURE.md', 'utf8').matchAll(/`((?:contract|server|web|test|docs|public)\/[\w./-]*)`/g),
  ]
  expect(named.length).toBeGreaterThan(20)
  expect(named.map(([, path]) => path!).filter((path) => !existsSync(path))).toEqual([])
})

test('each domain that is served has its tests beside it', () => {
  const { imports } = all.find(({ file }) => file === 'server/domains.ts')!
  const domains = imports.flatMap((path) => /^\.\/([\w-]+\/([\w-]+))\/\2\.ts$/.exec(path)?.[1] ?? [])
  expect(domains).toContain('teaching/attendance')
  for (const domain of domains) expect(readdirSync(`server/${domain}`)).toContain(`${domain.split('/')[1]}.test.ts`)
})

test('each family of operations that the contract declares is served', async () => {
  const declared = all.filter(({ file }) =>
    /^contract\/(?!language|platform\/live|platform\/pictures|run\/system).*(?<!\.test)\.ts$/.test(file),
  )
  const modules = await Promise.all(
    declared.map(({ file }) => import(/* @vite-ignore */ resolve(file)) as Promise<Record<string, unknown>>),
  )
  const families = modules.flatMap((module) => Object.values(module)).filter(isFamily)
  expect(families.length).toBeGreaterThan(40)
  const unserved = families.flatMap(Object.values<Operation>).filter((one) => !operations.includes(one))
  expect(unserved.map(({ path }) => path)).toEqual([])
})

const isFamily = (value: unknown): value is Record<string, Operation> =>
  typeof value === 'object' &&
  value !== null &&
  Object.values(value).length > 0 &&
  Object.values(value).every(isOperation)

const isOperation = (value: unknown) =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value

test('each name that the server and the contract export means one thing, and each that the web client exports', () => {
  expect(namesExportedTwice(all)).toEqual([])
})

/** A file in memory, of one import or one text. */
const importing = (file: string, path: string): Source => ({ file, imports: [path], text: '' })
const saying = (file: string, text: string): Source => ({ file, imports: [], text })

describe('each rule of imports is broken by', () => {
  test.each([
    ['server/platform/identity/bad.ts', '#server/teaching/attendance/attendance.ts'],
    ['server/platform/identity/bad.ts', '#web/lib/api.ts'],
    ['server/platform/identity/bad.ts', '#test/world/world.ts'],
    ['server/platform/identity/bad.ts', 'kysely'],
    ['server/platform/identity/bad.ts', 'fastify'],
    ['server/platform/identity/bad.ts', '#server/run/start/database.ts'],
    ['server/access/bad.ts', '#server/teaching/attendance/attendance.ts'],
    ['server/call/bad.ts', '#server/teaching/attendance/attendance.ts'],
    ['server/teaching/class-work/bad.ts', '#server/teaching/exams/exams.ts'],
    ['server/base/bad.ts', '#server/teaching/exams/exams.ts'],
    ['server/call/bad.ts', 'kysely'],
    ['server/bad.ts', 'kysely'],
    ['server/bad.ts', '#test/world/world.ts'],
    ['server/teaching/exams/exams.queries.ts', '#contract/teaching/exams/exams.ts'],
    ['server/teaching/exams/exams.queries.ts', '#server/base/errors.ts'],
    ['server/teaching/exams/exams.queries.ts', '#server/teaching/notes/notes.rules.ts'],
    ['server/teaching/exams/exams.queries.ts', 'fastify'],
    ['server/db/bad.ts', '#contract/teaching/attendance/attendance.ts'],
    ['server/run/system/bad.ts', '#server/teaching/attendance/attendance.ts'],
    ['contract/bad.ts', '#server/base/days.ts'],
    ['contract/language/bad.ts', '#contract/teaching/exams/exams.ts'],
    ['contract/bad.ts', 'react'],
    ['contract/bad.ts', 'node:crypto'],
    ['web/teaching/exams/ExamsTab.tsx', '#web/teaching/notes/NotesTab.tsx'],
    ['web/teaching/exams/ExamSetting.tsx', '#web/app/settings/SettingsScreen.tsx'],
    ['web/records/RecordList.tsx', '#web/teaching/exams/ExamSetting.tsx'],
    ['web/teaching/exams/ExamsTab.tsx', '#server/base/days.ts'],
    ['web/app/Header.tsx', '#server/base/days.ts'],
    ['web/school/classes/ClassScreen.tsx', '#server/base/days.ts'],
    ['web/lib/bad.ts', '#web/teaching/exams/ExamsTab.tsx'],
    ['web/ui/Button.tsx', '#contract/teaching/exams/exams.ts'],
    ['web/ui/Button.tsx', '#web/teaching/exams/ExamsTab.tsx'],
    ['web/ui/Button.tsx', '../lib/text.ts'],
    ['server/teaching/exams/exams.test.ts', '../errors.ts'],
  ])('%s → %s', (file, path) => expect(forbiddenImports([importing(file, path)])).toEqual([`${file} → ${path}`]))
})

test('imports that the rules allow are not refused', () => {
  const allowed = [
    importing('server/teaching/exams/exams.ts', '#contract/teaching/exams/exams.ts'),
    importing('server/teaching/exams/exams.ts', '#server/base/errors.ts'),
    importing('server/teaching/exams/exams.ts', '#server/teaching/notes/notes.rules.ts'),
    importing('server/exchange/imports/store/store.ts', '#server/exchange/imports/check/check.queries.ts'),
    importing('server/teaching/exams/exams.ts', './exams.queries.ts'),
    importing('server/teaching/exams/exams.ts', '#server/people/students/students.queries.ts'),
    importing('server/teaching/exams/exams.queries.ts', '#server/db/page.ts'),
    importing('server/teaching/exams/exams.queries.ts', '#server/db/reach.ts'),
    importing('server/app.ts', './teaching/exams/exams.ts'),
    importing('web/teaching/exams/ExamsTab.tsx', './ExamForm.tsx'),
    importing('web/teaching/exams/ExamsTab.tsx', '#contract/teaching/exams/exams.ts'),
    importing('web/teaching/exams/ExamSetting.tsx', '#web/records/RecordList.tsx'),
    importing('web/teaching/exams/ExamSetting.tsx', '#web/teaching/class-work/WorkList.tsx'),
    importing('web/app/settings/SettingsScreen.tsx', '#web/teaching/exams/ExamSetting.tsx'),
    importing('web/school/classes/ClassScreen.tsx', '#web/teaching/exams/ExamsTab.tsx'),
  ]
  expect(forbiddenImports(allowed)).toEqual([])
})

test('the rule of floors is broken by an import of a higher one, the rule of knots by folders that import each other', () => {
  const [low, high] = ['server/people/students/a.ts', 'server/teaching/exams/b.rules.ts'] as const
  const down = importing('server/teaching/exams/b.rules.ts', '#server/people/students/a.rules.ts')
  expect(risingImports([down])).toEqual([])
  expect(risingImports([importing(low, `#${high}`)])).toEqual([`${low} → ${high}`])
  expect(risingImports([importing('server/run/backup/a.ts', '#server/app.ts')])).toHaveLength(1)
  expect(knots([down])).toEqual([])
  expect(knots([down, importing(low, `#${high}`)])).toEqual(['server/people/students', 'server/teaching/exams'])
})

test('the rule of circles is broken by files that import each other, at once or over a third', () => {
  const [a, b, c] = ['web/a.ts', 'web/b.ts', 'web/c.ts'] as const
  const line = [importing(a, './b.ts'), importing(b, '#web/c.ts')]
  expect(circles([...line, importing(c, 'react')])).toEqual([])
  expect(circles([...line, importing(c, './a.ts')])).toEqual([a, b, c])
  expect(circles([importing(a, './a.ts')])).toEqual([a])
})

const runs = 'tries a run at every place of a text for what is behind it, which takes the square of its length'

describe('each rule of texts is broken by', () => {
  test.each([
    [
      'server/teaching/exams/exams.ts',
      "const port = process.env['PORT']",
      'reads process.env, which only server/run/start/config.ts does',
    ],
    ['web/lib/api.ts', 'process.env.NODE_ENV', 'reads process.env, which only server/run/start/config.ts does'],
    [
      'server/teaching/exams/exams.ts',
      "app.get('/x', () => 1)",
      'registers a route, which serve.ts does for every operation',
    ],
    [
      'server/teaching/exams/exams.ts',
      "app.route({ url: '/x' })",
      'registers a route, which serve.ts does for every operation',
    ],
    ['server/teaching/exams/exams.ts', 'const x = y as any', 'uses any, which only the types of operations may'],
    ['contract/teaching/exams/exams.ts', 'export class Exam {\n}', 'has a class that is no error'],
    ['contract/teaching/exams/exams.ts', 'export enum State { Absent }', 'has an enum'],
    ['contract/teaching/exams/exams.ts', "export * from './x.ts'", 'is a barrel'],
    ['web/teaching/exams/ExamsTab.tsx', 'export default function ExamsTab() {}', 'exports by default'],
    ['web/teaching/exams/ExamsTab.tsx', '// TODO later', 'leaves a TODO'],
    ['web/teaching/exams/ExamsTab.tsx', '<p dangerouslySetInnerHTML={note} />', 'puts text into a page as markup'],
    ['server/teaching/exams/exams.queries.ts', 'sql.raw(input.name)', 'writes SQL from text that is not its own'],
    ['server/teaching/exams/exams.ts', "text.replace(/=+$/, '')", runs],
    ['contract/teaching/exams/exams.ts', 'const last = /(\\d+|\\p{L}+)[^\\p{L}]*$/u', runs],
    ['server/teaching/exams/exams.ts', 'text.replace(/(;[\\s"]*)(?=[=@])/g, x)', runs],
    ['server/teaching/exams/exams.ts', 'const at = new Date()', "reads the machine's date, which only a clock does"],
    ['web/teaching/exams/ExamsTab.tsx', 'useState(Date.now)', "reads the machine's date, which only a clock does"],
    ['server/teaching/exams/exams.test.ts', 'const said = Date()', "reads the machine's date, which only a clock does"],
    [
      'server/teaching/exams/exams.queries.ts',
      'sql`due < current_date`',
      "reads the machine's date, which only a clock does",
    ],
  ])('%s: %s', (file, text, rule) => expect(forbiddenTexts([saying(file, text)])).toEqual([`${file} ${rule}`]))
})

test('a run that is looked for from the beginning alone, or is bounded, is no breach', () => {
  for (const text of [
    "text.replace(/^=+$/, '')",
    '/^https?:\\/\\/[^\\s]+$/i.test(text)',
    'text.replace(/=$/, x)',
    '/ .{0,9}$/.test(x)',
  ])
    expect(forbiddenTexts([saying('server/teaching/exams/exams.ts', text)])).toEqual([])
})

test('the rules of length and names are broken by a long file and an empty name', () => {
  expect(tooLong([saying('server/teaching/exams/exams.ts', 'x\n'.repeat(301))])).toEqual([
    'server/teaching/exams/exams.ts has 301 lines',
  ])
  expect(tooLong([saying('server/teaching/exams/exams.ts', 'x\n'.repeat(300))])).toEqual([])
  expect(tooLong([saying('server/teaching/exams/exams.test.ts', 'x\n'.repeat(450))])).toEqual([])
  expect(tooLong([saying('test/e2e/exams.spec.ts', 'x\n'.repeat(451))])).toHaveLength(1)
  const bad = ['web/lib/utils.ts', 'server/exam-helpers.ts', 'server/teaching/exams/service.ts', 'web/lib/data.ts']
  expect(emptyNames(bad.map((file) => saying(file, '')))).toEqual(bad)
  expect(emptyNames([saying('server/run/start/database.ts', ''), saying('web/ui/DataTable.tsx', '')])).toEqual([])
})

test('the rule of names is broken by two files that export the same one', () => {
  const [rating, mark] = ['export type Mark = number', 'export function Mark() {}']
  const twice = [
    saying('server/teaching/exams/exams.ts', rating),
    saying('contract/teaching/attendance/attendance.ts', mark),
  ]
  expect(namesExportedTwice(twice)).toEqual([
    'Mark: server/teaching/exams/exams.ts, contract/teaching/attendance/attendance.ts',
  ])
  expect(namesExportedTwice([twice[0]!, saying('web/ui/Arch.tsx', mark)])).toEqual([])
  expect(namesExportedTwice([saying('web/ui/Mark.tsx', mark), saying('web/ui/Arch.tsx', mark)])).toHaveLength(1)
})
