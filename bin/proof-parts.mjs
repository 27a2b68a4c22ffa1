import { join } from 'node:path'
import { tests } from './steps.mjs'

/** The folder where the parts write which conditions they changed and which test noticed each. */
export const log = join('.cache', 'proof.jsonl')

/** Operations by the beginning of their paths, and the conditions in code: parts of about a quarter of an hour on two cores. */
const patterns = ['^(A|a|P|RateH)', '^(C|D|E)', '^(G|H|I|J|L|N|O|R|T)', '^S', '^[a-z]\\w*: ']

export const accessParts = patterns.map((pattern, nth) => ({
  ...tests('test/access/proof.test.ts', '--maxWorkers=1'),
  name: `access-${nth + 1}`,
  env: { PROOF_ONLY: pattern, PROOF_LOG: log },
}))

/** To be run after all parts: the conditions that no test noticed and no excuse names, and excuses that excuse nothing. */
export const leftOfAccess = {
  name: 'left',
  args: ['--import', 'tsx', join('bin', 'proof-left.ts'), log],
}
