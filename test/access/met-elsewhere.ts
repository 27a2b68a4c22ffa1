import { clausesIn, type Turned } from './clauses.ts'
import { fails, reportOf } from './met-by-tests.ts'
import { copied } from './source-mutants.ts'

/**
 * Clauses that no call of the table covers, because no row of the test data is in the needed state. Tests that create such rows notice them. The
 * test, as `file › name`, takes the place of the operations.
 */
export const metElsewhere = clausesIn('met-elsewhere.txt')

/** Whether exactly this test fails under the mutation and others of its file do not. */
export async function isNoticed({ asks, edits }: Turned): Promise<string | null> {
  const { folder, remove } = copied(edits, ['test', 'vitest.config.ts', 'bin', 'package-lock.json'])
  const report = await reportOf([asks.split(' › ')[0]!], folder, {}, ['--maxWorkers=1']).finally(remove)
  return fails(report, asks) ? asks : null
}
