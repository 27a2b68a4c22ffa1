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

/** Everything a run needs: the app, its database as the owner, the rows at the start, and the callers. */
export type Ground = {
  app: FastifyInstance
  owner: pg.Client
  graph: Graph
  today: string
  people: Persona[]
  holders: Persona[]
  rights: Map<Persona, Rights>
}

/** One planned call with its expected result. `group`: the person who represents all with the same expected results. */
export type Plan = Body & { operation: Operation; persona: Persona; person: Person; group: string; ruling: Ruling }

export const personOf = ({ graph, rights }: Ground, persona: Persona): Person => ({
  graph,
  who: persona.personId,
  rights: rights.get(persona)!,
})

/** Every call of an operation, as every caller. */
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
 * The calls of every run: the smallest set that still distinguishes what the interpreter or the text of an operation distinguishes. Of the people
 * with the same expected results, one makes all allowed calls shown in the table, and takes turns with the other groups in the rest and the refused
 * ones. People with other keys or rows of their own make a third of the allowed calls, all others a ninth. People who are always refused make only
 * the call that allows most people: one per standing, and every sixth of the others.
 */
export function enough(ground: Ground, operation: Operation): Plan[] {
  const bodies = bodiesOf(operation, ground.today, ground.graph)
  const all = everyCall(ground, operation, ground.people, bodies)
  const open = mostOpen(all)
  const people = [...byPerson(all).values()]
  const letIn = people.filter((own) => own.some(isLetIn))
  const owedAlike = [...collected(grouped(letIn, operation).map((alike) => [alike, owed(alike[0]!)])).values()]
  const asPeople = owedAlike.flatMap((groups, place) =>
    groups.flatMap((alike, other) =>
      alike
        .flatMap((own, nth) =>
          other + nth === 0 ? asFirst(own, place, owedAlike.length, open) : asAnother(own, other, nth, open),
        )
        .map((plan) => ({ ...plan, group: alike[0]![0]!.persona.id })),
    ),
  )
  const standings = collected(people.filter((own) => !letIn.includes(own)).map((own) => [own, standingOf(own)]))
  const asked = [...standings.values()].flatMap((alike) =>
    alike.filter((own, nth) => nth === 0 || hash(operation.path + own[0]!.persona.id) % 6 === 0),
  )
  const shown = bodies.filter((body) => body.shown)
  const known = new Set(letIn.map((own) => owed(own.filter((plan) => plan.shown))))
  return [
    ...asPeople,
    ...asked.flatMap((own) => whileRefused(own, open)),
    ...enoughOfHolders(ground, operation, open, shown, known),
  ]
}

/** The body that allows most people. */
function mostOpen(plans: Plan[]): string {
  const shown = collected(plans.filter((plan) => plan.shown).map((plan) => [isLetIn(plan), plan.about]))
  const count = (all: boolean[]) => all.filter(Boolean).length
  return [...shown].sort((a, b) => count(b[1]) - count(a[1]))[0]?.[0] ?? ''
}

/** Selects a part of all calls, a different one for each place. */
const inTurn = ({ operation, about }: Plan, place: number, of: number) =>
  (hash(operation.path + about) + place) % of === 0

function asFirst(own: Plan[], place: number, places: number, open: string): Plan[] {
  const of = Math.min(4, places + 1)
  const isMade = (plan: Plan) =>
    plan.about === open ||
    (isLetIn(plan) ? plan.shown || inTurn(plan, place, of) : inTurn(plan, place, plan.shown ? of : 2 * of))
  return [...new Set([...own.filter(isMade), ...conflicts(own)])]
}

/** `other`: position among people with the same expected results; `nth`: among those who also have the same keys. */
function asAnother(own: Plan[], other: number, nth: number, open: string) {
  const [turn, of] = [other + nth, nth === 0 ? 3 : 9]
  return own.filter((plan) => (nth === 0 && plan.about === open) || (isShown(plan) && inTurn(plan, turn, of)))
}

/** A third of these people also make a second call. */
function whileRefused(own: Plan[], open: string): Plan[] {
  const [{ operation, persona }] = own as [Plan]
  const turn = hash(operation.path + persona.id)
  const other = turn % 3 === 0 && own.filter((plan) => plan.shown && plan.about !== open)[turn % 5]
  return [...new Set([...own.filter(({ about }) => about === open), ...(other ? [other] : []), ...conflicts(own)])]
}

/** What a person is or was anywhere, and which of the operation's keys they have. */
function standingOf(own: Plan[]): string {
  const named = [...keysNamedBy(own[0]!.operation)]
  const { rights, who, graph } = own[0]!.person
  const schools = rights.schools.map(({ id }) => {
    const held = named.filter((key) => rights.may(key, id))
    return [id, rights.keysIn(id).length > 0, rights.isAdmin(id), held]
  })
  const app = [who !== null, rights.appKeys.length > 0, rights.reviews, rights.isPlatform]
  const roles = graph.user_roles.filter(({ user_id }) => user_id === who).map(({ role_id }) => role_id)
  const was = [...roles.toSorted(), rights.children.length > 0, rights.classes.size > 0]
  return JSON.stringify([owed(own), schools, app, was])
}

const isShown = (plan: Plan) => isLetIn(plan) && plan.shown

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
 * People with a single key. If the key is irrelevant here, they make one call in one of thirty operations. If the operation names the key in its
 * access or text, they make all shown calls, or a third if somebody else has the same expected results (`known`).
 */
function enoughOfHolders(
  ground: Ground,
  operation: Operation,
  open: string,
  bodies: Body[],
  known: Set<string>,
): Plan[] {
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
      if (owed(own) !== usual || (named.has(key) && own.some(isLetIn))) {
        const ofLetIn = known.has(owed(own)) ? 3 : 1
        return own.filter((plan) => plan.about === open || hash(plan.about + id) % (isLetIn(plan) ? ofLetIn : 4) === 0)
      }
      const turn =
        own[0]!.persona.only ||
        declared(operation).keys.includes(key) ||
        named.has(key) ||
        hash(operation.path + id) % 30 === 0
      return turn ? probe : []
    })
  })
}

/** People whose keys an operation does not require have the same expected results in all calls, so these are computed once per place. */
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

/** People with one of these keys see inactive schools (rights.ts). */
const reviewing = ['ViewSchoolActionList', 'ViewPaymentsRequests']

/** Groups people by their expected results: the same rulings, and the same keys among those that the operation names. */
function grouped(letIn: Plan[][], operation: Operation): Plan[][][] {
  const named = [...keysNamedBy(operation)]
  const { rows, to } = declared(operation)
  const personal = rows.includes('own') || to === 'signedIn'
  const keyed = letIn.map((own) => {
    const { rights, who } = own[0]!.person
    const keys = rights.schools.map(({ id }) => [id, named.filter((key) => rights.may(key, id)), rights.isAdmin(id)])
    const appKeys = named.filter((key) => rights.appKeys.includes(key))
    const same = [owed(own), keys, rights.reviews, rights.isPlatform, appKeys, personal && who, classesOf(own)]
    return [own, JSON.stringify(same)] as const
  })
  return [...collected(keyed).values()]
}

/** If rows are limited to classes or to their author, no two people are alike. */
const classesOf = (own: Plan[]) =>
  own.some(({ ruling }) => 'scope' in ruling && [...ruling.scope.staff.values()].includes('classes')) &&
  own[0]!.person.who

/** All expected results of a person, as a text to compare. */
const owed = (plans: Plan[]) =>
  JSON.stringify(plans.map(({ ruling }) => ('refusal' in ruling ? ruling.refusal.status : scopeAsText(ruling.scope))))

const byPerson = (plans: Plan[]) => collected(plans.map((plan) => [plan, plan.persona]))

export function mostOften(all: string[]): string | null {
  const counts = [...collected(all.map((one) => [one, one]))]
  return counts.sort((a, b) => b[1].length - a[1].length)[0]?.[0] ?? null
}

/** A number from a text, so that a new operation or person does not change the turns of others. */
const hash = (text: string) => [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_003, 7)
