import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operations } from '#server/operations.ts'
import { permissions } from '#contract/language/permissions.ts'
import { testApp } from '#test/app.ts'
import { cells, type CellsOf } from './cells.ts'
import { clauses, type Edit, type Turned } from './clauses.ts'
import { clausesOfRights } from './clauses-of-rights.ts'
import { outlasting, prepare } from './ground.ts'
import { heldOtherwise } from './held-otherwise.ts'
import { accessMutants } from './mutants.ts'
import { isNoticed, metElsewhere } from './met-elsewhere.ts'
import { asked, killed, noticed } from './prove.ts'
import { inParallel, planned } from './run.ts'
import { gone, servedWith } from './source-mutants.ts'
import { tap, wallsOpen } from './sql-mutants.ts'
import { undone } from './undone.ts'

// The full proof turns every clause and takes its time; without PROOF=on a handful is turned.
const full = process.env.PROOF === 'on'
const hour = 3_600_000

const { app, connection } = await testApp()
const owner = new pg.Client(connection)
const statements = tap(owner)
let made: Awaited<ReturnType<typeof prepare>>
let cellsOf: CellsOf

/** Signing in and out is open to everybody: nothing there decides who may. */
const deciding = operations.filter(({ path }) => !path.startsWith('API/Identity/Log'))
const few = (pattern: RegExp) => (named: { name: string }) => full || pattern.test(named.name)

beforeAll(async () => {
  await owner.connect()
  made = await prepare(app, owner)
  await outlasting(owner)
  cellsOf = cells(made.ground, made.people, made.holders)
}, 60_000)

afterAll(async () => {
  statements.stop()
  await owner.end()
})

test(
  'nothing fails while nothing is turned',
  async () => {
    const { ground } = made
    const wrong: string[] = []
    await undone(owner, async () => {
      for (const operation of deciding.filter(({ path }) => full || path.endsWith('/Me')))
        await inParallel([...cellsOf(operation)], async (plan) => {
          wrong.push(...(await statements.listen(operation, plan, () => asked(ground, operation, plan))))
        })
    })
    expect(wrong).toEqual([])
  },
  hour,
)

test(
  'every clause of a declared access that lets everybody through fails the matrix',
  async () => {
    const keys = permissions.map(({ key }) => key)
    const all = deciding.flatMap((operation) => accessMutants(operation, keys))
    const some = all.filter(few(/(Students|Attendance).*(whole school|open to members|closed to parents)/))
    expect(unheld(await survivors(some, (mutant) => killed(made.ground, mutant, cellsOf)))).toEqual([])
  },
  hour,
)

test(
  'every condition of a statement fails the matrix when it lets everything through, or the wall behind it is open too',
  async () => {
    const { ground } = made
    const some = statements.mutants().filter(few(/: (r\.active|p\.app_scope|sp\.parent_id = \$ \(student_parents)/))
    expect(some.length).toBeGreaterThan(2)
    const missed = await survivors(some, async (mutant) => {
      const calls = () => mutant.asked
      return (
        (await killed(ground, mutant, calls)) ??
        (await wallsOpen(owner, mutant.tables, () => killed(ground, mutant, calls)))
      )
    })
    expect(unheld(missed)).toEqual([])
  },
  2 * hour,
)

test('every clause of code that is to be turned stands where it is looked for', () => {
  const renew = 'Say in test/access/clauses.ts, clauses-of-rights.ts or met-elsewhere.ts how it reads now.'
  expect(gone([...clauses, ...clausesOfRights, ...metElsewhere]), renew).toEqual([])
})

if (full)
  test(
    'every clause of code that lets everybody through fails the matrix',
    async () => {
      const all = [...clauses, ...clausesOfRights]
      const missed: string[] = []
      const turn = async (turned: Turned) => {
        const { app: other, stop } = await servedWith(turned, connection)
        const asking = deciding.filter(({ path }) => turned.asks.test(path))
        const found = await noticed({ ...made.ground, app: other }, asking, cellsOf).finally(stop)
        if (!found) missed.push(`${turned.file}: ${turned.from}`)
      }
      await inParallel(
        all.filter(({ walls }) => !walls),
        turn,
        2,
      )
      for (const turned of all) if (turned.walls) await wallsOpen(owner, turned.walls, () => turn(turned))
      expect(missed).toEqual([])
    },
    hour,
  )

if (full)
  test(
    'every clause that nobody of the matrix meets fails the test that meets it',
    async () => {
      const missed: Edit[] = []
      await inParallel(
        metElsewhere,
        async (clause) => {
          if (!(await isNoticed(clause))) missed.push(clause)
        },
        2,
      )
      expect(missed).toEqual([])
    },
    hour,
  )

if (full)
  test(
    'whoever the ordinary run leaves out gets what the oracle says as well',
    async () => {
      const { ground, people } = made
      const wrong: string[] = []
      for (const operation of deciding)
        await undone(owner, () =>
          inParallel(planned(ground, operation, people), async (plan) => {
            wrong.push(...(await asked(ground, operation, plan)))
          }),
        )
      expect(wrong.slice(0, 20)).toEqual([])
    },
    2 * hour,
  )

/** The names of those that nothing kills. */
async function survivors<M extends { name: string }>(mutants: M[], isKilled: (mutant: M) => Promise<string | null>) {
  const names: string[] = []
  for (const mutant of mutants) if (!(await isKilled(mutant))) names.push(mutant.name)
  return names
}

const unheld = (names: string[]) => names.filter((name) => !heldOtherwise.some(({ what }) => what.test(name)))
