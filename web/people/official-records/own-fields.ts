import * as z from 'zod/mini'
import { optional, Text } from '#contract/language/fields.ts'
import { RecordChange } from '#contract/people/official-records/official-records.ts'
import type { Row } from '#web/records/EditForm.tsx'
import type { Field } from '#web/records/fields.ts'
import type { OfficialRecord } from './record-fields.ts'

type Own = OfficialRecord['own']

const start = 'own_'

/** The fields of the school's own, as fields of the form. */
export const ownFields = (own: Own): Field[] =>
  own.map(({ recordFieldId, fieldName, kind, choices }) => ({
    name: start + recordFieldId,
    label: fieldName,
    ...(kind === 'choice' && {
      kind: 'choice' as const,
      none: 'settings.recordField.none',
      items: (choices ?? '')
        .split('\n')
        .map((line) => line.trim())
        .filter(Boolean)
        .map((choice) => ({ value: choice, label: choice })),
    }),
    ...(kind === 'day' && { kind: 'day' as const }),
  }))

/** What the form checks: the record, and of its own fields that they are not too long. */
export const schemaWith = (own: Own) =>
  z.strictObject({
    ...RecordChange._zod.def.shape,
    ...Object.fromEntries(own.map(({ recordFieldId }) => [start + recordFieldId, optional(Text(0, 200))])),
  })

/** A record with a value of its own for each of these fields. */
export const flatRecord = (row: Row): Row => ({
  ...row,
  ...Object.fromEntries((row as OfficialRecord).own.map(({ recordFieldId, value }) => [start + recordFieldId, value])),
})

/** What the form holds, as it is sent. */
export function sentRecord(values: Record<string, unknown>) {
  const entries = Object.entries(values)
  const own = entries.flatMap(([name, value]) =>
    name.startsWith(start) ? [{ recordFieldId: name.slice(start.length), value }] : [],
  )
  return {
    ...Object.fromEntries(entries.filter(([name]) => !name.startsWith(start))),
    ...(own.length > 0 && { own }),
  }
}
