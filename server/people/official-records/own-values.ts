import { Day } from '#contract/language/fields.ts'
import { invalid } from '#server/base/errors.ts'
import { withCivilDays } from '#server/base/days.ts'
import type { Own } from './official-records.queries.ts'
import { storedValue } from './own-values.rules.ts'

type Sent = readonly { recordFieldId: string; value?: string | null | undefined }[]

/** The values that a record stores for the school's own fields after a change, by the id of the field. */
export function ownValues(stored: readonly Own[], sent: Sent, timeZone: string): Record<string, string> {
  const values = new Map(stored.flatMap(({ recordFieldId, value }) => (value === null ? [] : [[recordFieldId, value]])))
  for (const { recordFieldId, value } of sent) {
    const field = stored.find((one) => one.recordFieldId === recordFieldId)
    if (!field) throw invalid('Invalid input', 'own')
    if (value == null) values.delete(recordFieldId)
    // A value that is already stored may stay, even if the option is no longer offered.
    else if (value !== field.value) values.set(recordFieldId, valueIn(field, value, timeZone))
  }
  return Object.fromEntries(values)
}

function valueIn(field: Own, text: string, timeZone: string): string {
  const value = storedValue(field, text)
  if (value === null) throw invalid(refusals[field.kind as keyof typeof refusals] ?? 'Invalid input', 'own')
  return field.kind === 'day' ? withCivilDays(Day, value, timeZone) : value
}

const refusals = { choice: 'This is not one of the choices', day: 'Invalid date', number: 'Write a number' }
