import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { definitionsHere } from '#server/db/definitions.ts'
import { folderOf, knots, namesExportedTwice, risingImports, sources } from '#test/house/architecture.ts'
import { exceptedFrom, sizes } from '#test/house/sizes.ts'

// Prints the figures by which the shape of the code is judged: `node --import tsx bin/house.ts`.

const all = sources()
const read = (file: string) => readFileSync(file, 'utf8')
const tracked = execFileSync('git', ['ls-files'], { encoding: 'utf8' }).trimEnd().split('\n')
const linesOf = (files: readonly string[]) => files.reduce((sum, file) => sum + read(file).split('\n').length - 1, 0)
const count = (files: readonly string[], pattern: RegExp) =>
  files.reduce((sum, file) => sum + [...read(file).matchAll(pattern)].length, 0)

const code = tracked.filter((file) => /\.(ts|tsx|mjs|sql|css)$/.test(file) && !file.startsWith('trials/'))
const under = (...roots: string[]) => code.filter((file) => roots.some((root) => file.startsWith(`${root}/`)))
const sqlIn = (folder: string) => tracked.filter((file) => file.startsWith(`server/db/${folder}/`))
const isTest = (file: string) => /^test\/|\.test\./.test(file)
const tests = code.filter(isTest)
const sql = under('server').filter((file) => file.endsWith('.sql'))
const product = under('contract', 'server', 'web').filter((file) => !isTest(file) && !file.endsWith('.sql'))
const defining = /^\s*create (or replace )?(function|view)\b/gim
const asksPg = all.filter(
  ({ file, imports }) => file.startsWith('server/') && !file.includes('.test.') && imports.includes('pg'),
)
const folders = new Set(all.filter(({ file }) => /^server\/[\w-]+\//.test(file)).map(({ file }) => folderOf(file)))

const figures: [string, number][] = [
  ['Folders of the server', folders.size],
  ['Folders that import each other', knots(all).length],
  ['Imports to a higher floor', risingImports(all).length],
  [
    'Functions and views of the database, in functions/ and views/',
    (await definitionsHere()).filter(({ kind }) => kind !== 'removal').length,
  ],
  ['Their definitions in migrations, as history', count(sqlIn('migrations'), defining)],
  ['Files of the server that import pg', asksPg.length],
  ['Names exported from more than one file', namesExportedTwice(all).length],
  ...sizes.map((size): [string, number] => [`Files excepted from ${size}`, exceptedFrom(size).length]),
  ['Lines of contract/, server/ and web/ in TypeScript, without tests', linesOf(product)],
  ['Lines of SQL: functions, views, migrations and the list of tables', linesOf(sql)],
  ['Lines of tests', linesOf(tests)],
  ['Lines of bin/ and bench/', linesOf(under('bin', 'bench'))],
  ['Lines of README.md', linesOf(['README.md'])],
  ['Files in the root of test/', readdirSync('test', { withFileTypes: true }).filter((entry) => entry.isFile()).length],
  ['Scripts of npm', Object.keys((JSON.parse(read('package.json')) as { scripts: object }).scripts).length],
]

for (const [name, figure] of figures) console.log(`${String(figure).padStart(7)}  ${name}`)
