import { isDeepStrictEqual } from 'node:util'
import { canariesIn } from './canaries.ts'
import type { Expected } from './oracle/expected.ts'

/** What came back, as it stands on the wire. */
export type Answer = { status: number; headers: Record<string, unknown>; text: string }

/** What is wrong with an answer, in words; nothing when it is as the oracle says. */
export function judge(answer: Answer, expected: Expected): string[] {
  const wrong: string[] = []
  if (answer.status !== expected.status) wrong.push(`answers ${answer.status}, not ${expected.status}`)
  else if (expected.status === 200 && 'body' in expected) wrong.push(...judgeBody(answer, expected))
  else if ('sentence' in expected && answer.text !== expected.sentence)
    wrong.push(`says "${answer.text}", not "${expected.sentence}"`)

  const allowed = new Set(canariesIn(JSON.stringify(expected)))
  const told = canariesIn(answer.text + JSON.stringify(answer.headers)).filter((word) => !allowed.has(word))
  if (told.length > 0) wrong.push(`tells what it must not: ${[...new Set(told)].slice(0, 3).join(', ')}`)
  return wrong
}

function judgeBody(answer: Answer, expected: Extract<Expected, { body: unknown }>): string[] {
  // What a row says may be done to it is compared with what the writes answer (test/may.test.ts).
  const body = JSON.parse(answer.text, (key, value) => (key === 'may' ? undefined : value))
  const total = String(answer.headers['x-total-count'])
  if (expected.fits) return expected.fits(body) ? [] : [`answers ${answer.text.slice(0, 200)}`]
  if (Array.isArray(expected.holds))
    return differences(
      expected.holds.map((row, nth) => ({ ...body[nth], ...row })),
      body,
    )
  if (expected.holds) return differences({ ...body, ...expected.holds }, body)
  if (expected.total !== undefined && total !== String(expected.total))
    return [`counts ${total} rows, not ${expected.total}`]
  return differences(expected.body, body)
}

function differences(expected: unknown, body: unknown): string[] {
  if (isDeepStrictEqual(body, expected)) return []
  if (!Array.isArray(expected) || !Array.isArray(body)) return [`answers ${differing(expected, body)}`]
  if (expected.length !== body.length) return [`answers ${body.length} rows, not ${expected.length}`]
  const at = expected.findIndex((row, nth) => !isDeepStrictEqual(row, body[nth]))
  return [`row ${at} has ${differing(expected[at], body[at])}`]
}

/** The first place in which two values differ. */
function differing(expected: unknown, body: unknown, path = ''): string {
  const fields = [expected, body].flatMap((value) => (typeof value === 'object' ? Object.keys(value ?? {}) : []))
  const inside = (value: unknown, field: string) => Object(value)[field] as unknown
  const field = fields.find((one) => !isDeepStrictEqual(inside(expected, one), inside(body, one)))
  if (field === undefined || body === null || expected === null)
    return `${path} ${JSON.stringify(body)?.slice(0, 200)}, not ${JSON.stringify(expected)?.slice(0, 200)}`
  return differing(inside(expected, field), inside(body, field), `${path}.${field}`)
}

/** An answer's bytes without what every answer has of its own. */
export function bytesOf({ status, headers, text }: Answer) {
  const { 'x-request-id': _, date: __, ...same } = headers
  return JSON.stringify([status, same, text])
}
