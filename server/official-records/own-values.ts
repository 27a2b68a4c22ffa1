import * as z from 'zod/mini'
import { Amount, Day } from '#contract/language/fields.ts'
import { invalid } from '#server/call/errors.ts'
import type { Own } from './official-records.queries.ts'

type Sent = readonly { recordFieldId: string; value?: string | null | undefined }[]

/** What a record stores of its own fields after a change: text by the id of the field. */
export function ownValues(stored: readonly Own[], sent: Sent): Record<string, string> {
  const values = new Map(stored.flatMap(({ recordFieldId, value }) => (value === null ? [] : [[recordFieldId, value]])))
  for (const { recordFieldId, value } of sent) {
    const field = stored.find((one) => one.recordFieldId === recordFieldId)
    if (!field) throw invalid('Invalid input', 'own')
    if (value == null) values.delete(recordFieldId)
    else values.set(recordFieldId, valueIn(field, value))
  }
  return Object.fromEntries(values)
}

/** The choices of a field, one a line. */
export const choicesIn = (choices: string | null) =>
  (choices ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

function valueIn({ kind, choices }: Own, text: string): string {
  if (kind === 'choice') {
    if (!choicesIn(choices).includes(text)) throw invalid('This is not one of the choices', 'own')
    return text
  }
  if (kind === 'text') return text
  const read = z.safeParse(kind === 'day' ? Day : OwnNumber, text)
  if (!read.success) throw invalid(kind === 'day' ? 'Invalid date' : 'Write a number', 'own')
  return String(read.data).slice(0, kind === 'day' ? 10 : undefined)
}

const OwnNumber = Amount(-999_999_999, 999_999_999)
