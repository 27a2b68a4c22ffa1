import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Edit } from './clauses.ts'
import { copied, editsOf } from './source-mutants.ts'

const support = 'server/access/support.ts'
const imports = 'server/imports/imports.ts'
const window = 'server/schools/platform-schools.test.ts'
const drafts = 'server/imports/check/drafts.test.ts'
const deciding = 'server/payments/deciding.test.ts'

const beyondViewing: Edit = { file: support, from: "&& key.startsWith('View')", to: '' }

type Met = Edit & { by: string; also?: Edit }

/** Clauses that nobody of the matrix meets, for no row of its world is in that state: the tests that make such rows notice. */
export const metElsewhere: Met[] = [
  { file: support, from: '|| operation.writes', to: '', also: beyondViewing, by: window },
  { file: support, from: "|| !caller.rights.appKeys.includes('ViewSchoolActionList')", to: '', by: window },
  { ...beyondViewing, by: window },
  { file: 'server/call/serve.ts', from: "scope && 'supported' in scope && scope.supported", to: 'false', by: window },
  {
    file: 'server/schools/schools.ts',
    from: "user?.rights.appKeys.includes('ViewSchoolActionList') ? 'supporter'",
    to: "true ? 'supporter'",
    by: window,
  },
  { file: 'server/payments/coins.rules.ts', from: 'requestedBy === user.id ||', to: '', by: deciding },
  {
    file: 'server/payments/coins.rules.ts',
    from: '(await belongsTo(db, user.id, school.id))',
    to: 'false',
    by: deciding,
  },
  {
    file: imports,
    from: "seesStudents: may('UpdateStudentInfo') }, page)",
    to: 'seesStudents: true }, page)',
    by: drafts,
  },
  { file: imports, from: "changed > 0 && !may('UpdateStudentInfo')", to: 'false', by: drafts },
  { file: imports, from: 'guardians > 0 && !mayLink(may)', to: 'false', by: drafts },
  { file: imports, from: "change: may('UpdateStudentInfo'),", to: 'change: true,', by: drafts },
  { file: imports, from: 'link: mayLink(may),', to: 'link: true,', by: drafts },
  { file: imports, from: "ownPhone: may('ViewSchoolStudentsList') ?", to: 'ownPhone: true ?', by: drafts },
  {
    file: 'server/roles/user-roles.ts',
    from: '!inSchool && schoolId != null',
    to: 'false',
    by: 'server/roles/user-roles.test.ts',
  },
  {
    file: 'server/roles/user-permissions.ts',
    from: 'schoolId != null && !schoolScope',
    to: 'false',
    by: 'server/roles/user-permissions.test.ts',
  },
  { file: 'server/push/push.ts', from: 'user.sharedComputer', to: 'false', by: 'server/push/push.test.ts' },
  {
    file: 'server/live/live.ts',
    from: "live[topic].access.to === 'self' && id !== caller.id",
    to: 'false',
    by: 'server/live/live.test.ts',
  },
]

/** Whether a test of that file fails, and not all of them, once the clause is turned. */
export async function isNoticed({ by, ...clause }: Met) {
  const { folder, remove } = copied(editsOf(clause), ['test', 'vitest.config.ts'])
  const report = join(folder, 'report.json')
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const args = [vitest, 'run', by, '--maxWorkers=1', '--reporter=json', `--outputFile=${report}`]
  const child = spawn(process.execPath, args, { cwd: folder, stdio: 'ignore', env: { ...process.env, PROOF: 'off' } })
  await new Promise((ended) => child.once('exit', ended))
  const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
  remove()
  return numPassedTests > 0 && numFailedTests > 0
}
