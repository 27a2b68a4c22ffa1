import { linesOf } from './lines.ts'

type Excuse = { why: string; what: RegExp; of: string }

/** A reason :: a condition, as a regular expression :: the operations for which it holds. */
const tested: Excuse[] = linesOf('excuses.txt').flatMap((line) => {
  const [why, what, operations] = line.split(' :: ') as [string, string, string]
  return operations.split(' ').map((of) => ({ why, what: new RegExp(what), of }))
})

const used = new Set<Excuse>()

/** Rules and conditions whose absence alone is not noticed, because something else enforces the same rule. */
export const excuses = {
  /** What else enforces the mutated rule, if anything does; a test is named as `file › name`. */
  of(name: string): string | undefined {
    const found = tested.filter(({ what, of }) => name.startsWith(`${of}: `) && fits(what, name.slice(of.length + 2)))
    for (const one of found) used.add(one)
    return (found.find(({ why }) => isTest(why)) ?? found[0])?.why
  },
  hold: (name: string) => excuses.of(name) !== undefined,
  /** The named tests that cover what no call of the table covers. */
  tests: () => [...new Set(tested.map(({ why }) => why).filter(isTest))],
  /** Excuses that were not needed. */
  unused: () => tested.filter((one) => !used.has(one)).map(({ what, of }) => `${of}: ${what.source}`),
}

export const isTest = (why: string) => why.includes(' › ')

/** A condition that occurs several times is excused in all places, or in the named one. */
const fits = (what: RegExp, name: string) => what.test(name) || what.test(name.replace(/ #\d+$/, ''))
