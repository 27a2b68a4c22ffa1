import * as z from 'zod/mini'
import { Amount, Day } from '#contract/language/fields.ts'
import type { Own } from './official-records.queries.ts'

/** The options of a field, one on each line. */
export const choicesIn = (choices: string | null) =>
  (choices ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/**
 * A value as it is stored; null if it does not match the kind of the field. A day that was sent as an instant stays an instant
 * until the school is known.
 */
export function storedValue({ kind, choices }: Pick<Own, 'kind' | 'choices'>, text: string): string | null {
  if (kind === 'choice') return choicesIn(choices).includes(text) ? text : null
  if (kind === 'text') return text.length > 200 ? null : text
  const read = z.safeParse(kind === 'day' ? Day : OwnNumber, text)
  return read.success ? String(read.data) : null
}

const OwnNumber = Amount(-999_999_999, 999_999_999)
