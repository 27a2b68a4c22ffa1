import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { wireNamesOf } from '#contract/language/wire-names.ts'
import { invalid } from '#server/base/errors.ts'

/** What a call saves as one sheet, identified by its name in the body. */
export function savedSheetOf({ path, sheet, input }: Operation, { body }: FastifyRequest) {
  if (!sheet || typeof body !== 'object' || body === null) return undefined
  const named = sheet.flatMap((field) =>
    wireNamesOf(input, field).map((name) => (body as Record<string, unknown>)[name]),
  )
  return JSON.stringify([path, ...named])
}

/** The body as parsed JSON. An invalid body is refused only here, after the session was checked (api.md §4.1). */
export function bodyOf({ bare }: Operation, { body }: FastifyRequest) {
  if (body === notJson) throw invalid('Invalid input')
  return bare && (typeof body === 'string' || Array.isArray(body)) ? { [bare]: body } : (body ?? {})
}

/** Replaces a body that could not be parsed. */
export const notJson = Symbol('not JSON')

/** The maximum nesting of brackets: more than any valid body has, and far less than the stack allows. */
const deepest = 100

/** Parses the bytes of a body. Invalid ones are kept, so that `bodyOf` refuses them. */
export function parsed(bytes: Buffer): unknown {
  if (bytes.length === 0) return undefined
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes)
    return isDeep(text) ? notJson : JSON.parse(text)
  } catch {
    return notJson
  }
}

function isDeep(text: string) {
  let depth = 0
  let quoted = false
  for (let at = 0; at < text.length && depth <= deepest; at++) {
    const sign = text[at]!
    if (quoted && sign === '\\') at++
    else if (sign === '"') quoted = !quoted
    else if (!quoted && '[{'.includes(sign)) depth++
    else if (!quoted && ']}'.includes(sign)) depth--
  }
  return depth > deepest
}
