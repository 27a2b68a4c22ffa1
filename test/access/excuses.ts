import { linesOf } from './lines.ts'

type Excuse = { why: string; what: RegExp; of: string }

/** Why something is not missed :: a condition, as a regular expression :: the operations where that is so. */
const tested: Excuse[] = linesOf('excuses.txt').flatMap((line) => {
  const [why, what, operations] = line.split(' :: ') as [string, string, string]
  return operations.split(' ').map((of) => ({ why, what: new RegExp(what), of }))
})

const used = new Set<Excuse>()

/** Rules and conditions that are not missed alone, because something else keeps the same rule. */
export const excuses = {
  /** What else keeps what was turned, if anything does; a test is named as `file › name`. */
  of(name: string): string | undefined {
    const found = tested.filter(({ what, of }) => name.startsWith(`${of}: `) && fits(what, name.slice(of.length + 2)))
    for (const one of found) used.add(one)
    return (found.find(({ why }) => isTest(why)) ?? found[0])?.why
  },
  hold: (name: string) => excuses.of(name) !== undefined,
  /** The tests that are named as meeting what no call of the table meets. */
  tests: () => [...new Set(tested.map(({ why }) => why).filter(isTest))],
  /** Excuses that nothing needed. */
  unused: () => tested.filter((one) => !used.has(one)).map(({ what, of }) => `${of}: ${what.source}`),
}

export const isTest = (why: string) => why.includes(' › ')

/** A condition that stands several times is excused in each of its places, or in the place that is named. */
const fits = (what: RegExp, name: string) => what.test(name) || what.test(name.replace(/ #\d+$/, ''))
