import { invalid } from '#server/base/errors.ts'
import { isCivilDay } from '#contract/language/days.ts'
import type { RosterFieldKind } from './page.queries.ts'

export const filterOperators = ['!=', '>=', '<=', '=', '>', '<', '~'] as const
export type FilterOperator = (typeof filterOperators)[number]

/** One comparison of a filter. `field` is one of the fields that were allowed. */
export type FilterClause = { field: string; operator: FilterOperator; value: string }

/** A filter of OneRoster: one comparison, or two with AND or OR between them. */
export type RosterFilter = { clauses: FilterClause[]; any: boolean }

const form = /^\s*([A-Za-z][A-Za-z.]*)\s*(!=|>=|<=|=|>|<|~)\s*'((?:[^']|'')*)'\s*/
const between = /^(AND|OR)(?=\s)/i

/** Reads a filter (OneRoster 1.2, §3.4.4). Throws 400 for one that is not of its form, or compares what cannot be compared. */
export function readFilter(text: string, fields: Readonly<Record<string, RosterFieldKind>>): RosterFilter {
  const clauses: FilterClause[] = []
  const words: string[] = []
  let rest = text
  for (;;) {
    const clause = form.exec(rest)
    if (!clause) throw wrong("Write a filter as field='value', with AND or OR between two of them")
    rest = rest.slice(clause[0].length)
    clauses.push(compared(clause, fields))
    if (rest === '') break
    const word = between.exec(rest)?.[1]
    if (!word || clauses.length === 2)
      throw wrong("Write a filter as field='value', with AND or OR between two of them")
    words.push(word.toUpperCase())
    rest = rest.slice(word.length)
  }
  return { clauses, any: words[0] === 'OR' }
}

function compared(
  [, field = '', operator = '', quoted = '']: string[],
  fields: Readonly<Record<string, RosterFieldKind>>,
) {
  if (!Object.hasOwn(fields, field)) throw wrong('These rows cannot be filtered by this field')
  const value = quoted.replaceAll("''", "'")
  const kind = fields[field]!
  if (kind !== 'text' && operator === '~')
    throw wrong('Numbers, days and moments have no parts; compare them with < and >')
  if (kind === 'number' && !/^-?\d{1,9}(\.\d{1,6})?$/.test(value)) throw wrong('Write a number as 12.5')
  if (kind === 'day' && !isCivilDay(value)) throw wrong('Write a day as 2026-11-30')
  const compares = kind === 'moment' ? momentOf(value) : value
  if (compares === null) throw wrong('Write a moment as 2026-11-30T08:00:00.000Z')
  return { field, operator: operator as FilterOperator, value: compares }
}

const wrong = (sentence: string) => invalid(sentence, 'filter')

/** A day or a moment as an instant; one without a zone is in UTC. Null for anything else. */
function momentOf(value: string): string | null {
  const [, day, time, zone] =
    /^(\d{4}-\d{2}-\d{2})(T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(value) ?? []
  if (!day || !isCivilDay(day)) return null
  const ms = Date.parse(time && !zone ? `${value}Z` : value)
  return Number.isNaN(ms) ? null : new Date(ms).toISOString()
}

/** The fields that somebody asks for; null for all. The first three are always answered. */
export function readFields(text: string | null | undefined, known: readonly string[]): ReadonlySet<string> | null {
  if (text == null) return null
  const wanted = text.split(',').map((name) => name.trim())
  if (wanted.some((name) => !known.includes(name))) throw invalid('These rows have no such field', 'fields')
  return new Set(wanted)
}
