import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { operations } from '#server/operations.ts'
import { differences } from './alike.ts'
import type { Call } from './call.ts'
import { outcomeOf } from './outcome.ts'
import { type Kept, named, read, rest, type Reviewed, written } from './notation.ts'
import { isLetIn, mostOften, type Plan } from './plan.ts'
import type { Written } from './undone.ts'

const file = new URL('./reviewed.json', import.meta.url)

/** The reviewed table; an operation that is not in it yet has no exceptions. */
export function reviewedTable(): Map<string, Reviewed> {
  if (!existsSync(file)) return new Map()
  const { sentences, operations: rows } = JSON.parse(readFileSync(file, 'utf8')) as Kept
  return new Map(Object.entries(rows).map(([path, row]) => [path, read(row, sentences)]))
}

/** The outcome of a call according to the reviewed table; null if nothing was reviewed. */
export const reviewedOutcome = (reviewed: Reviewed | undefined, { group, about }: Plan): string | null =>
  reviewed ? (reviewed.some[group]?.[named(about)] ?? reviewed.all[named(about)] ?? reviewed.all[rest] ?? 'ok') : null

/** The answers in the form of the reviewed table. */
export function summary(calls: Call[]): Reviewed {
  const letIn = calls.filter(isLetIn)
  const byBody = new Map<string, Map<string, string>>()
  for (const one of letIn) {
    const about = named(one.about)
    const outcomes = byBody.get(about) ?? new Map<string, string>()
    if (!outcomes.has(one.group)) outcomes.set(one.group, outcomeOf(one))
    byBody.set(about, outcomes)
  }
  const usualOf = new Map([...byBody].map(([about, outcomes]) => [about, mostOften([...outcomes.values()])!]))
  const ofMost = usualOf.size > 0 ? mostOften([...usualOf.values()])! : 'ok'
  const all: Record<string, string> = ofMost === 'ok' ? {} : { [rest]: ofMost }
  const some: Record<string, Record<string, string>> = {}
  for (const [about, outcomes] of byBody) {
    const usual = usualOf.get(about)!
    if (usual !== ofMost) all[about] = usual
    for (const [group, outcome] of outcomes) if (outcome !== usual) (some[group] ??= {})[about] = outcome
  }
  return { all, some, fields: differences(letIn), writes: mostWritten(calls) }
}

/** The most rows that any of the calls wrote, by table. */
export function mostWritten(calls: Call[]): Written {
  const most: Written = {}
  for (const { written } of calls)
    for (const [table, rows] of Object.entries(written)) most[table] = Math.max(most[table] ?? 0, rows)
  return Object.fromEntries(Object.entries(most).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Writes the table again; operations that were not called stay unchanged. */
export function renew(summaries: Map<string, Reviewed>) {
  const whole = new Map([...reviewedTable(), ...summaries])
  const sentences = [
    ...new Set(
      [...whole.values()]
        .flatMap(({ all, some }) => [all, ...Object.values(some)])
        .flatMap((outcomes) => Object.values(outcomes))
        .flatMap((outcome) => outcome.match(/^4\d\d (.*)$/)?.[1] ?? []),
    ),
  ].sort()
  const rows = operations.flatMap(({ path }) => {
    const reviewed = whole.get(path)
    return reviewed ? [`  ${JSON.stringify(path)}: ${JSON.stringify(written(reviewed, sentences))}`] : []
  })
  writeFileSync(
    file,
    `{\n "sentences": [\n${sentences.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n ],\n "operations": {\n${rows.join(',\n')}\n }\n}\n`,
  )
}
