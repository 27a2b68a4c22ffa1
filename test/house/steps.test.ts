import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, expect, test } from 'vitest'

// Each run starts the tools that it is about.
const folder = mkdtempSync(join(tmpdir(), 'kashkool-steps-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const files = {
  'package.json': '{ "type": "module" }',
  'red.test.ts': `
    import { expect, test } from 'vitest'
    test('one and one', () => expect(1 + 1).toBe(2))
    test('one and two', () => expect(1 + 2).toBe(4))`,
  'broken.test.ts': `throw new Error('no such room')`,
  'green.test.ts': `import { test } from 'vitest'\ntest('nothing goes wrong', () => {})`,
  'unsteady.test.ts': `
    import { expect, test } from 'vitest'
    let tries = 0
    test('the second time', () => expect(++tries).toBe(2))`,
  'vitest.config.ts': `export default { test: { include: ['*.test.ts'], retry: 1 } }`,
  'walk.spec.ts': `
    import { expect, test } from '@playwright/test'
    test('to school', () => {})
    test('home', () => expect('lost').toBe('home'))
    test('in the rain', ({}, { retry }) => expect(retry).toBe(1))`,
  'playwright.config.ts': `export default { testMatch: '*.spec.ts', retries: 1, projects: [{ name: 'on foot' }] }`,
  'tsconfig.json': '{ "compilerOptions": { "types": [], "noEmit": true }, "files": ["wrong.ts"] }',
  'wrong.ts': `export const count: number = 'three'\n`,
  'biome.json': '{ "files": { "includes": ["wrong.ts"] } }\n',
  'well.mjs': '',
  'unbuilt.mjs': `console.log('error: no such module')\nprocess.exit(3)`,
}
for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
symlinkSync(resolve('node_modules'), join(folder, 'node_modules'))

/** What a run of some of our own steps prints and ends with, in the scratch folder. */
function runOf(program: string) {
  const bin = (name: string) => JSON.stringify(pathToFileURL(resolve('bin', name)).href)
  const imports = `import * as steps from ${bin('steps.mjs')}\nimport { finish, run } from ${bin('run-steps.mjs')}\n`
  writeFileSync(join(folder, 'run.mjs'), `${imports}${program}\nfinish()`)
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(VITEST|NODE_ENV|TEST$)/.test(name)))
  const { stdout, status } = spawnSync(process.execPath, ['run.mjs'], { cwd: folder, env, encoding: 'utf8' })
  const lines = stdout.trimEnd().split('\n')
  return { status, last: lines.at(-1), closing: lines.slice(lines.findIndex((line) => line.startsWith('Failed in'))) }
}

test('a failing step stops none after it, and the last lines name what failed in each', () => {
  const { status, closing } = runOf(
    'await run([steps.types, steps.format, steps.tests(), { ...steps.journeys, needs: null }])',
  )
  expect(closing).toEqual([
    'Failed in types:',
    "  wrong.ts(1,14): error TS2322: Type 'string' is not assignable to type 'number'.",
    'Failed in format:',
    '  × wrong.ts: format: Formatter would have printed the following content:',
    'Failed in tests:',
    '  broken.test.ts: no such room',
    '  red.test.ts › one and two: AssertionError: expected 3 to be 4 // Object.is equality',
    'Failed in journeys:',
    '  walk.spec.ts:4 › home (on foot): Error: expect(received).toBe(expected) // Object.is equality Expected: "home" Received: "lost"',
    'Flaky, passed when tried again:',
    '  unsteady.test.ts › the second time: AssertionError: expected 1 to be 2 // Object.is equality',
    '  walk.spec.ts:5 › in the rain (on foot): Error: expect(received).toBe(expected) // Object.is equality Expected: 1 Received: 0',
    '5 passed, 5 failed',
  ])
  expect(status).toBe(1)
})

test('of many failures the first of each file is named', () => {
  const many = `Array.from({ length: 40 }, (_, nth) => 'test("' + nth + '", () => { throw new Error(' + nth + ') })')`
  const { closing } = runOf(`
    import { writeFileSync } from 'node:fs'
    writeFileSync('many.test.ts', "import { test } from 'vitest'\\n" + ${many}.join('\\n'))
    await run([steps.tests('many', 'red')])`)
  rmSync(join(folder, 'many.test.ts'))
  expect(closing).toEqual([
    'Failed in tests:',
    '  many.test.ts › 0: Error: 0 (and 39 more there)',
    '  red.test.ts › one and two: AssertionError: expected 3 to be 4 // Object.is equality',
    '1 passed, 41 failed',
  ])
})

test('journeys without a built client are not run and count as failed; the tests are run all the same', () => {
  const unbuilt = `{ ...steps.build, args: ['unbuilt.mjs'] }`
  const { status, closing } = runOf(`await run([${unbuilt}, steps.tests('green')])\nawait run([steps.journeys])`)
  expect(closing).toEqual([
    'Failed in build:',
    '  error: no such module',
    'Failed in journeys:',
    '  not run, because of build',
    '1 passed, 2 failed',
  ])
  expect(status).toBe(1)
})

test('a run in which all went well ends with its counts alone and leaves with 0', () => {
  const built = `{ ...steps.build, args: ['well.mjs'] }`
  expect(runOf(`await run([${built}], [steps.tests('green')])`)).toMatchObject({
    status: 0,
    last: '1 passed, 0 failed',
  })
})

test('a run in which nothing was tested has not gone well', () => {
  expect(runOf(`await run([steps.tests('nobody')])`)).toMatchObject({ status: 1, last: '0 passed, 1 failed' })
})
