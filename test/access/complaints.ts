import { isDeepStrictEqual } from 'node:util'
import { isUsualDay } from '#test/world/clock.ts'
import { differences } from './alike.ts'
import { bytesOf, type Call } from './call.ts'
import { canariesIn } from './canaries.ts'
import { forbiddenIn } from './mentions.ts'
import { outcomeOf } from './outcome.ts'
import type { Reviewed } from './notation.ts'
import { mostWritten, reviewedOutcome } from './reviewed.ts'
import type { Written } from './undone.ts'

/** Describes what is wrong with the answer to one call. */
export function complaints(call: Call, reviewed: Reviewed | undefined): string[] {
  const wrong = unlikeRuling(call, reviewed)
  if (reviewed?.writes && isUsualDay) wrong.push(...tooManyWritten(call.written, reviewed.writes))
  return wrong.map((what) => `${call.operation.path} as ${call.persona.name} (${call.about}) ${what}`)
}

function unlikeRuling(call: Call, reviewed: Reviewed | undefined): string[] {
  const { ruling, answer, person, body } = call
  if ('refusal' in ruling) return [...refusal(call, ruling.refusal), ...givenAway(answer, body)]
  const outcome = outcomeOf(call)
  const expected = reviewedOutcome(reviewed, call)
  const wrong: string[] = []
  if (expected === null) {
    if (answer.status === 403 || answer.status > 409)
      wrong.push(`is let in by the declared access, and answers ${outcome}`)
  } else if (!isAsReviewed(outcome, expected)) wrong.push(`comes to "${outcome}", not to "${expected}"`)
  if (answer.status === 200) wrong.push(...unlikeInput(JSON.parse(answer.text), body))
  const hidden = forbiddenIn(person, ruling.scope, answer.text + JSON.stringify(answer.headers), JSON.stringify(body))
  if (hidden.length > 0) wrong.push(`gives away what is out of reach: ${hidden.slice(0, 3).join(', ')}`)
  return wrong
}

/** Which rows exist depends on the day. On another day than the reviewed one, only refusals with 403 are compared. */
const isAsReviewed = (outcome: string, expected: string) =>
  isUsualDay ? outcome === expected : outcome.startsWith('403') === expected.startsWith('403')

function refusal({ answer: { status, text } }: Call, wanted: { status: number; sentence: string }): string[] {
  if (status !== wanted.status)
    return [`answers ${status} "${text.slice(0, 100)}", not ${wanted.status} "${wanted.sentence}"`]
  return text === wanted.sentence ? [] : [`says "${text.slice(0, 100)}", not "${wanted.sentence}"`]
}

const givenAway = ({ text }: Call['answer'], body: object) => {
  const input = JSON.stringify(body)
  const shown = canariesIn(text).filter((word) => !input.includes(word))
  return shown.length > 0 ? [`refuses and gives away ${shown.slice(0, 3).join(', ')}`] : []
}

/** If an answer contains a field that the call also sent, the values must be equal. */
function unlikeInput(answered: unknown, body: Record<string, unknown>): string[] {
  if (typeof answered !== 'object' || answered === null || Array.isArray(answered)) return []
  return Object.entries(answered)
    .filter(([name, id]) => name.endsWith('Id') && typeof body[name] === 'string' && id !== null && id !== body[name])
    .map(([name, id]) => `was asked about ${name} ${String(body[name])} and answers ${String(id)}`)
}

/** A write must change no more rows than were reviewed. */
const tooManyWritten = (written: Written, most: Written) =>
  Object.entries(written)
    .filter(([table, rows]) => rows > (most[table] ?? 0))
    .map(([table, rows]) => `writes ${rows} rows of ${table}, not ${most[table] ?? 0}`)

/** What is wrong with all answers of an operation together: one row with two values, or a refusal with different bytes. */
export function together(calls: Call[], reviewed: Reviewed | undefined): string[] {
  const path = calls[0]?.operation.path
  const wrong = unlikeBytes(calls)
  if (!reviewed || !isUsualDay) return wrong
  const letIn = calls.filter(({ ruling }) => 'scope' in ruling)
  const now = differences(letIn)
  const written = mostWritten(calls)
  if (reviewed.writes && !isDeepStrictEqual(written, reviewed.writes))
    wrong.push(
      `${path}: at most ${JSON.stringify(written)} is written, and ${JSON.stringify(reviewed.writes)} was reviewed`,
    )
  for (const field of new Set([...Object.keys(now), ...Object.keys(reviewed.fields)]))
    if (now[field] !== reviewed.fields[field])
      wrong.push(
        `${path}: ${field} is answered ${now[field] ?? 'alike'}, and was reviewed as ${reviewed.fields[field] ?? 'alike'}`,
      )
  return wrong
}

/** A missing object and an object that the caller may not see must be answered with the same bytes. */
function unlikeBytes(calls: Call[]): string[] {
  const first = new Map<string, Call>()
  return calls.flatMap((one) => {
    const { status, text } = one.answer
    if (![401, 403, 404].includes(status)) return []
    const known = first.get(`${status} ${text}`)
    if (!known) first.set(`${status} ${text}`, one)
    if (!known || bytesOf(known.answer) === bytesOf(one.answer)) return []
    return [
      `${one.operation.path} answers ${status} as ${one.persona.name} (${one.about}) in other bytes than as ` +
        `${known.persona.name} (${known.about})`,
    ]
  })
}
