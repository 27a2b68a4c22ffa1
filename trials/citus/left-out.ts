import { readFileSync } from 'node:fs'
import { wholeServers } from '../../bin/whole-servers.mjs'

/** Tests that say nothing of a database that is spread, each with the reason. The file is left out where no test of it is named. */
const ofOnePostgreSQL: { file: string; tests?: string[]; why: string }[] = [
  {
    file: 'server/db/former-values.test.ts',
    why: 'reads the plans of one PostgreSQL',
  },
  {
    file: 'server/platform/schools/active-schools.test.ts',
    why: 'reads the plan of one PostgreSQL, over schools that the same transaction wrote',
  },
  {
    file: 'server/platform/audit/last-lines.test.ts',
    why: 'reads the plans of one PostgreSQL',
  },
  {
    file: 'server/platform/audit/reads-of-one-child.test.ts',
    why: 'makes a row of everything as the trial itself does, before it spreads the tables',
  },
  {
    file: 'server/results/results/closings.test.ts',
    tests: ['may take longer to store than other calls, because a grade can have over a thousand pupils'],
    why: 'reads the limit of a statement, which is another in the trial',
  },
  {
    file: 'server/exchange/imports/store/undoing.test.ts',
    tests: ['is hindered by everything that may ever speak of a student'],
    why: 'reads the references of the schema, of which the trial leaves some out',
  },
  {
    file: 'server/platform/attachments/attachments.test.ts',
    tests: ['when the school has no room'],
    why: 'changes a column that is worked out, which Citus refuses',
  },
  {
    file: 'server/platform/pictures/asked-for-again.test.ts',
    tests: ['a picture that the client has is not read again, and only asked whether it still may be seen'],
    why: 'compares a row without columns, to which the trial gives one',
  },
]

const wholeFiles = [
  ...wholeServers.map((file) => ({ file, why: 'starts servers and processes of its own' })),
  ...ofOnePostgreSQL.filter(({ tests }) => !tests),
]
const single = ofOnePostgreSQL.flatMap(({ file, tests = [], why }) => tests.map((test) => ({ file, test, why })))

for (const { file, test } of single)
  if (!readFileSync(file, 'utf8').includes(`test('${test}'`))
    throw new Error(`bin/citus/left-out.ts names a test that is no more: ${file}: ${test}`)

/** How Vitest leaves them out. */
export const leavingOut = [
  ...wholeFiles.flatMap(({ file }) => ['--exclude', file]),
  '--testNamePattern',
  `^(?!.*(${single.map(({ test }) => test.replaceAll(/[^\w ]/g, '.')).join('|')})$)`,
]

/** What is left out of a run of these files, and why: a line for each. */
export const whatIsLeftOut = (files: string[]) =>
  [
    ...wholeFiles.map(({ file, why }) => ({ file, line: `${file}: ${why}` })),
    ...single.map(({ file, test, why }) => ({ file, line: `${file} > ${test}: ${why}` })),
  ]
    .filter(({ file }) => files.some((part) => file.includes(part)))
    .map(({ line }) => line)
