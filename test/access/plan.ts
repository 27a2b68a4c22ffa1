import type { FastifyInstance } from 'fastify'
import type pg from 'pg'
import type { Operation } from '#contract/language/operation.ts'
import type { Body } from './body.ts'
import { bodiesOf } from './calls.ts'
import { collected } from './collected.ts'
import { declared } from './declared.ts'
import type { Graph } from './graph.ts'
import { interpret, type Ruling, scopeAsText } from './interpreter.ts'
import type { Persona } from './people.ts'
import type { Person } from './reach.ts'
import type { Rights } from './rights.ts'
import { keysNamedBy } from './specification.ts'

/** Everything a run needs: the app, its database as the owner, the rows as they stood, and who calls. */
export type Ground = {
  app: FastifyInstance
  owner: pg.Client
  graph: Graph
  today: string
  people: Persona[]
  holders: Persona[]
  rights: Map<Persona, Rights>
}

/** One call to be made, with what must come of it. `group`: who of those that are owed the same stands for all of them. */
export type Plan = Body & { operation: Operation; persona: Persona; person: Person; group: string; ruling: Ruling }

export const personOf = ({ graph, rights }: Ground, persona: Persona): Person => ({
  graph,
  who: persona.personId,
  rights: rights.get(persona)!,
})

/** Every call of an operation, as everybody. */
export function everyCall(
  ground: Ground,
  operation: Operation,
  personas: Persona[],
  bodies = bodiesOf(operation, ground.today, ground.graph),
): Plan[] {
  return personas.flatMap((persona) => {
    const person = personOf(ground, persona)
    return bodies.map((one) => planned(operation, persona, person, one, interpret(operation, person, one.body)))
  })
}

const planned = (
  operation: Operation,
  persona: Persona,
  person: Person,
  { about, body, shown }: Body,
  ruling: Ruling,
): Plan => ({ about, body, shown, operation, persona, person, group: persona.id, ruling })

/**
 * The calls of every run. Who is refused whatever is named makes the call at which most are let in, and each third of them
 * another. Of those who are owed the same, one makes all calls that let somebody in and are shown in the table, half of
 * the rest, and each third of those that are refused; the others a third of what that one makes.
 */
export function enough(ground: Ground, operation: Operation): Plan[] {
  const bodies = bodiesOf(operation, ground.today, ground.graph)
  const all = everyCall(ground, operation, ground.people, bodies)
  const open = mostOpen(all)
  const asPeople = [...grouped(all, operation).values()].flatMap((alike) =>
    alike.flatMap((own, nth) => thinned(own, nth, open).map((plan) => ({ ...plan, group: alike[0]![0]!.persona.id }))),
  )
  return [
    ...asPeople,
    ...enoughOfHolders(
      ground,
      operation,
      open,
      bodies.filter(({ shown }) => shown),
    ),
  ]
}

/** The body at which most people are let in. */
function mostOpen(plans: Plan[]): string {
  const shown = collected(plans.filter((plan) => plan.shown).map((plan) => [isLetIn(plan), plan.about]))
  const count = (all: boolean[]) => all.filter(Boolean).length
  return [...shown].sort((a, b) => count(b[1]) - count(a[1]))[0]?.[0] ?? ''
}

function thinned(own: Plan[], nth: number, open: string): Plan[] {
  const isTurn = (plan: Plan, of: number) => hash(plan.operation.path + plan.persona.id + plan.about) % of === 0
  if (!own.some(isLetIn)) {
    const isAsked = nth === 0 || isTurn(own[0]!, 3)
    const other = isAsked && own.filter((plan) => plan.shown && plan.about !== open)[hash(own[0]!.persona.id) % 3]
    return [...new Set([...own.filter(({ about }) => about === open), ...(other ? [other] : []), ...conflicts(own)])]
  }
  const all = own.filter(
    (plan) => plan.about === open || (isLetIn(plan) ? plan.shown || isTurn(plan, 2) : isTurn(plan, plan.shown ? 3 : 6)),
  )
  return nth === 0
    ? [...new Set([...all, ...conflicts(own)])]
    : all.filter((plan, at) => plan.shown && at % 3 === nth % 3)
}

export const isLetIn = ({ ruling }: Plan) => 'scope' in ruling

/** One call for each sentence of 409. */
const conflicts = (plans: Plan[]): Plan[] => [
  ...new Map(
    plans.flatMap((plan) =>
      'refusal' in plan.ruling && plan.ruling.refusal.status === 409
        ? [[plan.ruling.refusal.sentence, plan] as const]
        : [],
    ),
  ).values(),
]

/**
 * Holders of a single key. Whose key decides nothing here is asked one thing at one operation of ten; who holds a key that
 * the operation names, in its access or in its words, is asked whatever the table shows.
 */
function enoughOfHolders(ground: Ground, operation: Operation, open: string, bodies: Body[]): Plan[] {
  if (operation.path === 'API/Identity/Login') return []
  const holders = ground.holders.filter(({ only }) => !only || only.includes(operation.path))
  const shown = callsOfHolders(ground, operation, holders, bodies)
  const named = keysNamedBy(operation)
  return ['nile', 'app'].flatMap((where) => {
    const there = [...byPerson(shown).values()].filter(([first]) => first!.persona.id.endsWith(`@${where}`))
    const usual = mostOften(there.map((own) => owed(own)))
    return there.flatMap((own) => {
      const { id } = own[0]!.persona
      const key = id.split('@')[0]!
      const probe = own.filter(({ about }) => about === open)
      if (owed(own) !== usual || (named.has(key) && own.some(isLetIn)))
        return own.filter((plan) => isLetIn(plan) || plan.about === open || hash(plan.about + id) % 4 === 0)
      const turn =
        own[0]!.persona.only ||
        declared(operation).keys.includes(key) ||
        named.has(key) ||
        hash(operation.path + id) % 10 === 0
      return turn ? probe : []
    })
  })
}

/** Holders of keys that an operation does not ask for are owed the same in all their calls: it is worked out once for each place. */
function callsOfHolders(ground: Ground, operation: Operation, holders: Persona[], bodies: Body[]): Plan[] {
  const known = new Map<string, Ruling[]>()
  const { key, keys, platformKeys, widenedBy } = declared(operation)
  const asked = new Set([key, ...keys, ...platformKeys, ...widenedBy, ...reviewing, 'ViewSchoolStudentsList'])
  return holders.flatMap((persona) => {
    const person = personOf(ground, persona)
    const own = asked.has(persona.id.split('@')[0]!) || persona.only ? persona.id : persona.id.split('@')[1]!
    const rulings = known.get(own) ?? bodies.map(({ body }) => interpret(operation, person, body))
    known.set(own, rulings)
    return bodies.map((one, nth) => planned(operation, persona, person, one, rulings[nth]!))
  })
}

/** Who holds one of these sees schools that are not active (rights.ts). */
const reviewing = ['ViewSchoolActionList', 'ViewPaymentsRequests']

/** People by what they are owed: the same rulings, and the same keys among those that the operation names. */
function grouped(plans: Plan[], operation: Operation): Map<string, Plan[][]> {
  const named = [...keysNamedBy(operation)]
  const keyed = [...byPerson(plans).values()].map((own) => {
    const { rights, who } = own[0]!.person
    const keys = rights.schools.map(({ id }) => [id, named.filter((key) => rights.may(key, id)), rights.isAdmin(id)])
    const access = declared(operation)
    const personal = own.some(isLetIn) && (access.rows.includes('own') || access.to === 'signedIn')
    const same = own.some(isLetIn)
      ? [
          owed(own),
          keys,
          rights.reviews,
          rights.isPlatform,
          named.filter((key) => rights.appKeys.includes(key)),
          personal && who,
          classesOf(own),
        ]
      : [owed(own)]
    return [own, JSON.stringify(same)] as const
  })
  return collected(keyed)
}

/** Rows are narrowed to classes, or made by somebody: then nobody is like another. */
const classesOf = (own: Plan[]) =>
  own.some(({ ruling }) => 'scope' in ruling && [...ruling.scope.staff.values()].includes('classes')) &&
  own[0]!.person.who

/** What somebody is owed in all their calls, to be compared with another's. */
const owed = (plans: Plan[]) =>
  JSON.stringify(plans.map(({ ruling }) => ('refusal' in ruling ? ruling.refusal.status : scopeAsText(ruling.scope))))

const byPerson = (plans: Plan[]) => collected(plans.map((plan) => [plan, plan.persona]))

export function mostOften(all: string[]): string | null {
  const counts = [...collected(all.map((one) => [one, one]))]
  return counts.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null
}

/** A number of a text, so that adding one operation or person changes nobody else's turn. */
const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
