import { clausesIn, type Turned } from './clauses.ts'
import { fails, reportOf } from './met-by-tests.ts'
import { copied } from './source-mutants.ts'

/**
 * Clauses that nobody of the table meets, for no row of its world is in that state: the tests that make such rows notice.
 * In place of who asks stands the test, as `file › name`.
 */
export const metElsewhere = clausesIn('met-elsewhere.txt')

/** Whether that very test fails, and others of its file do not, once the clause is turned. */
export async function isNoticed({ asks, edits }: Turned): Promise<string | null> {
  const { folder, remove } = copied(edits, ['test', 'vitest.config.ts', 'bin', 'package-lock.json'])
  const report = await reportOf([asks.split(' › ')[0]!], folder, {}, ['--maxWorkers=1']).finally(remove)
  return fails(report, asks) ? asks : null
}
