import { join } from 'node:path'
import { tests } from './steps.mjs'

/** Where the parts write down what was turned and who noticed it. */
export const log = join('.cache', 'proof.jsonl')

/** Operations by the beginning of their paths, and the clauses of code: parts of about a quarter of an hour on two cores. */
const patterns = ['^(A|a|P|RateH)', '^(C|D|E)', '^(G|H|I|J|L|N|O|R|T)', '^S', '^[a-z]\\w*: ']

export const accessParts = patterns.map((pattern, nth) => ({
  ...tests('test/access/proof.test.ts', '--maxWorkers=1'),
  name: `access-${nth + 1}`,
  env: { PROOF_ONLY: pattern, PROOF_LOG: log },
}))

/** Once all parts have run: what nothing noticed and nothing excuses, and what excuses nothing. */
export const leftOfAccess = {
  name: 'left',
  args: ['--import', 'tsx', join('bin', 'proof-left.ts'), log],
}
