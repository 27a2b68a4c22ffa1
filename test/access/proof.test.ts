import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { permissions } from '#contract/language/permissions.ts'
import { operations } from '#server/operations.ts'
import { inParallel } from './call.ts'
import { clauses, type Turned } from './clauses.ts'
import { excuses, isTest } from './excuses.ts'
import { appToAsk, outlasting, prepare } from './ground.ts'
import { accessMutants } from './mutants.ts'
import { type MetByTest, noticedByTests } from './met-by-tests.ts'
import { isNoticed, metElsewhere } from './met-elsewhere.ts'
import { notNoticed } from './not-noticed.ts'
import { everyCall, isLetIn } from './plan.ts'
import { asItStands, checked, cells, type CellsOf, killed, noticed } from './prove.ts'
import { readWithoutSchool } from './schools-named.ts'
import { servedWith } from './source-mutants.ts'
import { type Rights, rightsIn, type SqlMutant, tap, withoutPolicies } from './sql-mutants.ts'
import { counted, survivors, tally } from './tally.ts'
import { undone } from './undone.ts'

// The full proof mutates every clause, which takes long. Without PROOF=on it mutates a few, and prints how many.
const full = process.env.PROOF === 'on'
/** Limits the full proof to mutants with a matching name. */
const only = new RegExp(process.env.PROOF_ONLY ?? '')
const hour = 3_600_000

const { app, connection } = await appToAsk()
const owner = new pg.Client(connection)
let rights: Rights
const statements = tap(
  () => rights,
  () => ground.graph,
)
let ground: Awaited<ReturnType<typeof prepare>>['ground']
let cellsOf: CellsOf
let metByTests: MetByTest[] = []

/** Signing in and out is open to everybody, so there is nothing to prove. */
const deciding = operations.filter(({ path }) => !path.startsWith('API/Identity/Log'))
/** The mutations of code belong to no operation. */
const ofPart = ({ path }: { path: string }) => only.test(`${path}: `)
const turnable = <M extends { name: string }>(kind: string, all: M[], pattern: RegExp) =>
  counted(
    kind,
    all,
    all.filter(({ name }) => (full ? only : pattern).test(name)),
  )

beforeAll(async () => {
  await owner.connect()
  rights = await rightsIn(owner)
  ground = (await prepare(app, owner)).ground
  await outlasting(owner)
  cellsOf = cells(ground)
})

afterAll(async () => {
  statements.stop()
  await owner.end()
  process.stdout.write(tally())
})

test(
  'nothing fails while nothing is turned',
  async () => {
    const wrong: string[] = []
    const chosen = deciding.filter(({ path }) => (full ? ofPart({ path }) : /\/(Me|GetClassRoomStudents)$/.test(path)))
    await undone(async () => {
      const all = chosen.length > 0 ? chosen : deciding
      // A few calls of the other operations: a statement used by many operations is proved at one of them (sql-mutants.ts).
      for (const operation of full ? deciding.filter((one) => !all.includes(one)) : [])
        for (const plan of cellsOf(operation).filter(isLetIn).slice(0, 3))
          await statements.listen(operation, plan, () => checked(ground, plan))
      for (const operation of all)
        wrong.push(
          ...(await asItStands(ground, operation, cellsOf(operation), (plan, call) =>
            statements.listen(operation, plan, call),
          )),
        )
    })
    expect(wrong).toEqual([])
  },
  hour,
)

test(
  'every clause of a declared access that lets everybody through is noticed',
  async () => {
    const keys = permissions.map(({ key }) => key)
    const all = deciding.flatMap((operation) => accessMutants(operation, keys))
    const some = turnable('access', all, /(Students|Attendance).*(whole school|open to members|closed to parents)/)
    const left = await survivors('access', some, (mutant) => killed(ground, mutant, cellsOf))
    expect(left.filter((name) => !excuses.hold(name))).toEqual([])
  },
  hour,
)

test(
  'every condition of a statement is noticed when every row meets it, or when row-level security is off too',
  async () => {
    const some = turnable(
      'statements',
      statements.mutants(),
      /: (r\.active|sp\.parent_id = \$ \(parent_links)|Me: h\.app_scope/,
    )
    expect(some.length).toBeGreaterThanOrEqual(full ? Number(deciding.some(ofPart)) : 3)
    const left = await survivors('statements', some, async (mutant) => {
      const calls = () => mutant.readers
      return (
        (mutant.negated && (await killed(ground, mutant.negated, calls))) ??
        (await killed(ground, mutant, calls)) ??
        (mutant.kept() ? null : await withoutPolicies(owner, mutant.tables, () => killed(ground, mutant, calls))) ??
        (mutant.kept() || excuses.hold(mutant.name) ? null : await readWithoutSchool(owner, mutant.texts()))
      )
    })
    metByTests = some.filter(({ name }) => left.includes(name) && !notNoticed.has(name)).flatMap(metByTest)
    expect(left.filter((name) => !excuses.hold(name) && !notNoticed.has(name))).toEqual([])
  },
  2 * hour,
)

/** Conditions that no call of the table covers, each with the test that does; one operation represents several with the same condition. */
const metByTest = ({ name: whole, operations: [operation], tables, negated }: SqlMutant): MetByTest[] => {
  const test = excuses.of(whole)
  const name = whole.slice(operation!.path.length + 2)
  return test && isTest(test) ? [{ name, test, tables, writes: negated !== null }] : []
}

test.runIf(full)(
  'every clause of code that lets everybody through is noticed',
  async () => {
    const turn = async (turned: Turned) => {
      const { app: other, stop } = await servedWith(turned, connection)
      const asking = deciding.filter(({ path }) => new RegExp(turned.asks).test(path))
      return noticed({ ...ground, app: other }, asking, cellsOf).finally(stop)
    }
    const all = turnable('code', clauses, /^/)
    const [alone, policies] = [
      all.filter(({ policies }) => policies.length === 0),
      all.filter(({ policies }) => policies.length > 0),
    ]
    const left = await survivors('code', alone, turn, 2)
    left.push(
      ...(await survivors('code', policies, (turned) => withoutPolicies(owner, turned.policies, () => turn(turned)))),
    )
    expect(left).toEqual([])
  },
  hour,
)

test.runIf(full)(
  'every clause that nobody of the table meets fails the test that meets it',
  async () => {
    const all = turnable('kept by a test of their own', metElsewhere, /^$/)
    expect(await survivors('kept by a test of their own', all, isNoticed, 2)).toEqual([])
  },
  hour,
)

test.runIf(full)(
  'every condition that nobody of the table meets fails the test that meets it',
  async () => {
    const all = [...new Map(metByTests.map((one) => [`${one.name} ${one.test}`, one])).values()]
    const noticing = await noticedByTests(counted('conditions kept by a test of their own', all, all))
    const by = async (one: MetByTest) => (noticing.has(one) ? one.test : null)
    expect(await survivors('conditions kept by a test of their own', all, by)).toEqual([])
  },
  hour,
)

test.runIf(full)(
  'whom the ordinary run leaves out is answered alike',
  async () => {
    const wrong: string[] = []
    for (const operation of deciding.filter(ofPart))
      await undone(() =>
        inParallel(everyCall(ground, operation, ground.people), async (plan) => {
          if ('refusal' in plan.ruling) wrong.push(...(await checked(ground, plan)).found)
        }),
      )
    expect(wrong.slice(0, 20)).toEqual([])
  },
  2 * hour,
)

test.runIf(full && only.source === '(?:)')('every excuse excuses something', () => {
  expect(excuses.unused()).toEqual([])
})
