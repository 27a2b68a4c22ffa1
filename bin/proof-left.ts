import { readFileSync } from 'node:fs'
import { excuses } from '#test/access/excuses.ts'
import { notNoticed } from '#test/access/not-noticed.ts'

// Reads the results of all parts of the access proof. Prints the conditions that no test noticed in any part, and fails if there are any.

type Turned = { kind: string; mutant: string; by: string | null; isKept: boolean }

const lines = readFileSync(process.argv[2]!, 'utf8').trim().split('\n')
const all = new Map(lines.map((line) => JSON.parse(line) as Turned).map((one) => [`${one.kind} ${one.mutant}`, one]))
const counts = new Map<
  string,
  { turned: number; noticed: number; kept: number; excused: number; notYet: number; left: string[] }
>()
const known = new Set<string>()
for (const { kind, mutant, by, isKept } of all.values()) {
  const count = counts.get(kind) ?? { turned: 0, noticed: 0, kept: 0, excused: 0, notYet: 0, left: [] }
  counts.set(kind, count)
  count.turned++
  if (by) count.noticed++
  else if (isKept) count.kept++
  else if (excuses.hold(mutant)) count.excused++
  else if (notNoticed.has(mutant)) {
    count.notYet++
    known.add(mutant)
  } else count.left.push(mutant)
}
const left = [...counts.values()].flatMap((count) => count.left)
const unused = excuses.unused()
const ended = [...notNoticed].filter((name) => !known.has(name))
for (const [kind, { left: missed, ...numbers }] of counts)
  console.log(`${kind}: ${JSON.stringify(numbers)}, ${missed.length} left`)
for (const name of left) console.error(`error: nothing notices ${name}`)
for (const name of unused) console.error(`error: nothing needs the excuse ${name}`)
for (const name of ended) console.error(`error: noticed, excused or gone by now, and still in not-noticed.txt: ${name}`)
process.exit(left.length + unused.length + ended.length === 0 ? 0 : 1)
