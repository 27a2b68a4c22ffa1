import type { FastifyRequest } from 'fastify'
import type { Operation } from '#contract/language/operation.ts'
import { wireNamesOf } from '#contract/language/wire-names.ts'
import { invalid } from './errors.ts'

/** What a call saves as a whole, by its name in the body. */
export function savedSheetOf({ path, sheet, input }: Operation, { body }: FastifyRequest) {
  if (!sheet || typeof body !== 'object' || body === null) return undefined
  const named = sheet.flatMap((field) =>
    wireNamesOf(input, field).map((name) => (body as Record<string, unknown>)[name]),
  )
  return JSON.stringify([path, ...named])
}

/** The body as JSON gave it; an invalid one is refused only now, after the session was checked (api.md §4.1). */
export function bodyOf({ bare }: Operation, { body }: FastifyRequest) {
  if (body === notJson) throw invalid('Invalid input')
  return bare && (typeof body === 'string' || Array.isArray(body)) ? { [bare]: body } : (body ?? {})
}

/** In place of a body that could not be read. */
export const notJson = Symbol('not JSON')
