import type { Operation } from '#contract/language/operation.ts'
import type { Plan } from './run.ts'

/**
 * Which calls of an operation are made in every run; the proof asks them all once. Of those from whom the oracle expects
 * the same throughout, one is asked everything that is shown in the table and half of the rest, the others a third of it,
 * each another. Who is refused whatever he names is asked two things, and one of each that only a state forbids.
 */
export function enough(plans: Plan[]): Plan[] {
  const alike = new Map<string, { name: string; own: Plan[] }[]>()
  for (const [name, own] of byPerson(plans)) {
    const expected = said(own)
    alike.set(expected, [...(alike.get(expected) ?? []), { name, own }])
  }
  return [...alike.values()].flatMap((people) => {
    const group = people.map(({ name }) => name).join(', ')
    return people.flatMap(({ name, own }, nth) =>
      thinned(own, nth).map(people.length > 1 ? asOneOf(group, name) : same),
    )
  })
}

function thinned(own: Plan[], nth: number): Plan[] {
  const shown = own.filter((plan) => plan.shown)
  if (!own.some(({ expected }) => expected.status === 200))
    return [...new Set([...shown.slice(0, 2), ...conflicts(own)])]
  return nth === 0 ? own.filter((plan, at) => plan.shown || at % 2 === 0) : shown.filter((_, at) => at % 3 === nth % 3)
}

/** One call for each sentence of 409. */
function conflicts(plans: Plan[]): Plan[] {
  const one = new Map<string, Plan>()
  for (const plan of plans)
    if (plan.expected.status === 409 && 'sentence' in plan.expected) one.set(plan.expected.sentence, plan)
  return [...one.values()]
}

const same = (plan: Plan) => plan

/**
 * Holders of a single key. For whom the oracle expects what it expects for most, his key decides nothing here: each time
 * some of those are asked one thing, others at other operations, and always who holds a key the operation names. Everybody
 * else is asked whatever the table shows.
 */
export function enoughOfHolders(plans: Plan[], { access }: Operation, turn: number): Plan[] {
  const named: string[] = 'keys' in access ? [...access.keys] : []
  const holders = [...byPerson(plans.filter(({ shown }) => shown))].map(([name, own]) => ({
    name,
    own,
    expected: said(own),
  }))
  return ['at Nile', 'app-wide'].flatMap((where) => {
    const there = holders.filter(({ name }) => name.endsWith(where))
    const usual = mostOften(there.map(({ expected }) => expected))
    const idle = (expected: string) => usual === null || expected === usual
    return there.flatMap(({ name, own, expected }, at) => {
      if (!idle(expected)) return own
      return at % 10 === turn % 10 || named.includes(name.split(' ')[0]!)
        ? own
            .slice(0, 2)
            .slice(-1)
            .map(asOneOf(`any other key ${where}`, name))
        : []
    })
  })
}

/** In the table they are one line; what goes wrong is told by name. */
const asOneOf = (group: string, name: string) => (plan: Plan) => ({
  ...plan,
  by: name,
  persona: { ...plan.persona, name: group },
})

function byPerson(plans: Plan[]) {
  const people = new Map<string, Plan[]>()
  for (const plan of plans) {
    const own = people.get(plan.persona.name)
    if (own) own.push(plan)
    else people.set(plan.persona.name, [plan])
  }
  return people
}

/** What is expected of all of somebody's calls, to be compared with another's. */
const said = (plans: Plan[]) =>
  JSON.stringify(
    plans.map(({ expected }) =>
      'body' in expected ? [expected.status, expected.total, expected.body] : expected.status,
    ),
  )

/** What most have in common; null where everybody's is his own. */
function mostOften(all: string[]): string | null {
  const counts = new Map<string, number>()
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1)
  const [usual] = [...counts].sort((a, b) => b[1] - a[1])
  return usual && usual[1] > all.length / 2 ? usual[0] : null
}
