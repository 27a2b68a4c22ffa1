import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { operations } from '#server/operations.ts'
import { type Differences, differences } from './alike.ts'
import type { Call } from './call.ts'
import { outcomeOf } from './outcome.ts'
import { isLetIn, type Plan } from './plan.ts'
import type { Written } from './undone.ts'

const file = new URL('./reviewed.json', import.meta.url)

/**
 * What an operation answers whom its access lets in, beyond what the interpreter says: for all, then for some. `rest` in
 * place of a body: whatever else is named.
 */
export type Reviewed = {
  all: Record<string, string>
  some: Record<string, Record<string, string>>
  fields: Differences
  /** Null where it was not reviewed. */
  writes: Written | null
}

type Kept = { sentences: string[]; operations: Record<string, Record<string, string | Differences | Written>> }

/** Bodies and their outcomes as one text, and back; sentences of refusals by their number. */
const packed = (outcomes: Record<string, string>, sentences: string[]) => {
  const byOutcome = new Map<string, string[]>()
  for (const [about, outcome] of Object.entries(outcomes))
    byOutcome.set(outcome, [...(byOutcome.get(outcome) ?? []), about])
  return [...byOutcome].map(([outcome, abouts]) => `${short(outcome, sentences)}:${folded(abouts)}`).join(';')
}

/** Bodies that differ in their last word alone stand together: `classRoom class4a/class4b`. */
function folded(abouts: string[]): string {
  const byStart = new Map<string, string[]>()
  for (const about of abouts) {
    const at = about.lastIndexOf(' ') + 1
    byStart.set(about.slice(0, at), [...(byStart.get(about.slice(0, at)) ?? []), about.slice(at)])
  }
  return [...byStart].map(([start, ends]) => start + ends.join('/')).join(',')
}

const unfolded = (text: string): string[] =>
  text.split(',').flatMap((abouts) => {
    const at = abouts.lastIndexOf(' ') + 1
    return abouts
      .slice(at)
      .split('/')
      .map((end) => abouts.slice(0, at) + end)
  })

function short(outcome: string, sentences: string[]) {
  const refusal = outcome.match(/^(4\d\d) (.*)$/)
  return refusal ? `${refusal[1]}.${sentences.indexOf(refusal[2]!)}` : outcome
}

function unpacked(text: string, sentences: string[]): Record<string, string> {
  return Object.fromEntries(
    text.split(';').flatMap((part) => {
      const [outcome, abouts] = part.split(':') as [string, string]
      const refusal = outcome.match(/^(4\d\d)\.(\d+)$/)
      const whole = refusal ? `${refusal[1]} ${sentences[Number(refusal[2])]}` : outcome
      return unfolded(abouts).map((about) => [about.replaceAll('+', ', '), whole])
    }),
  )
}

/** The reviewed table; an operation that is not in it yet has no exceptions. */
export function reviewedTable(): Map<string, Reviewed> {
  if (!existsSync(file)) return new Map()
  const { sentences, operations: rows } = JSON.parse(readFileSync(file, 'utf8')) as Kept
  return new Map(
    Object.entries(rows).map(([path, { all, fields, writes, ...some }]) => [
      path,
      {
        all: all ? unpacked(all as string, sentences) : {},
        some: Object.fromEntries(
          Object.entries(some).flatMap(([groups, text]) => {
            const outcomes = unpacked(text as string, sentences)
            return groups.split(' ').map((group) => [group, outcomes] as const)
          }),
        ),
        fields: (fields ?? {}) as Differences,
        writes: (writes ?? null) as Written | null,
      },
    ]),
  )
}

/** What a call must come to by the reviewed table: null where nothing was reviewed. */
export const reviewedOutcome = (reviewed: Reviewed | undefined, { group, about }: Plan): string | null =>
  reviewed ? (reviewed.some[group]?.[named(about)] ?? reviewed.all[named(about)] ?? reviewed.all[rest] ?? 'ok') : null

const rest = 'rest'

/** A body in the table, with less letters. */
const named = (about: string) => about.replaceAll('Id ', ' ')

/** What was answered, as it would be reviewed. */
export function summary(calls: Call[]): Reviewed {
  const letIn = calls.filter(isLetIn)
  const byBody = new Map<string, Map<string, string>>()
  for (const one of letIn) {
    const about = named(one.about)
    const outcomes = byBody.get(about) ?? new Map<string, string>()
    if (!outcomes.has(one.group)) outcomes.set(one.group, outcomeOf(one))
    byBody.set(about, outcomes)
  }
  const usualOf = new Map([...byBody].map(([about, outcomes]) => [about, mostOften([...outcomes.values()])]))
  const ofMost = usualOf.size > 0 ? mostOften([...usualOf.values()]) : 'ok'
  const all: Record<string, string> = ofMost === 'ok' ? {} : { [rest]: ofMost }
  const some: Record<string, Record<string, string>> = {}
  for (const [about, outcomes] of byBody) {
    const usual = usualOf.get(about)!
    if (usual !== ofMost) all[about] = usual
    for (const [group, outcome] of outcomes) if (outcome !== usual) (some[group] ??= {})[about] = outcome
  }
  return { all, some, fields: differences(letIn), writes: mostWritten(calls) }
}

/** The most rows that any of the calls wrote, table by table. */
export function mostWritten(calls: Call[]): Written {
  const most: Written = {}
  for (const { written } of calls)
    for (const [table, rows] of Object.entries(written)) most[table] = Math.max(most[table] ?? 0, rows)
  return Object.fromEntries(Object.entries(most).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function mostOften(outcomes: string[]) {
  const counts = new Map<string, number>()
  for (const one of outcomes) counts.set(one, (counts.get(one) ?? 0) + 1)
  return [...counts].sort((a, b) => b[1] - a[1])[0]![0]
}

/** Writes the table anew; operations that were not asked stay as they were. */
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
    return reviewed ? [`  ${JSON.stringify(path)}: ${JSON.stringify(rowOf(reviewed, sentences))}`] : []
  })
  writeFileSync(
    file,
    `{\n "sentences": [\n${sentences.map((one) => `  ${JSON.stringify(one)}`).join(',\n')}\n ],\n "operations": {\n${rows.join(',\n')}\n }\n}\n`,
  )
}

function rowOf({ all, some, fields, writes }: Reviewed, sentences: string[]) {
  const plain = (outcomes: Record<string, string>) =>
    packed(
      Object.fromEntries(Object.entries(outcomes).map(([about, outcome]) => [about.replaceAll(', ', '+'), outcome])),
      sentences,
    )
  const byText = new Map<string, string[]>()
  for (const [group, outcomes] of Object.entries(some))
    byText.set(plain(outcomes), [...(byText.get(plain(outcomes)) ?? []), group])
  return {
    ...(Object.keys(all).length > 0 && { all: plain(all) }),
    ...Object.fromEntries([...byText].map(([text, groups]) => [groups.join(' '), text])),
    ...(Object.keys(fields).length > 0 && { fields }),
    ...(writes && Object.keys(writes).length > 0 && { writes }),
  }
}
