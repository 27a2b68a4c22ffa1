import { recordFields } from '#contract/people/official-records/record-fields.ts'
import { writing } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import type { ChosenColumn } from './chosen-column.ts'

/** Creates the field of the school for a column, and returns its id. */
export async function madeField(schoolId: string, { heading, newField, suggested }: ChosenColumn) {
  const { id } = await writing(recordFields.add, {
    schoolId,
    fieldName: heading.trim().slice(0, 60),
    kind: newField!,
    ...(newField === 'choice' && { choices: suggested!.choices.join('\n') }),
  })
  void queryClient.invalidateQueries({ queryKey: ['RecordField'] })
  return id
}
