import { fieldKinds, NewRecordField, recordFields } from '#contract/people/official-records/record-fields.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import type { Field } from '#web/records/fields.ts'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { RemoveWithUndo } from '#web/records/RemoveButton.tsx'
import { ProposalSetting } from './ProposalSetting.tsx'

type RecordField = OutputOf<typeof recordFields.add>

/** The fields of the school's own in the official record: list, add, edit, remove. */
export function FieldSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const listQuery = useRead(recordFields.list, { schoolId: school.id })
  const mayRemove = useMay(recordFields.remove, school.id)
  const remove = useChange(recordFields.remove)
  const kinds = fieldKinds.map((kind) => ({ value: kind, label: t(`settings.recordField.${kind}`) }))
  const fields: Field[] = [
    { name: 'fieldName' },
    { name: 'kind', kind: 'choice', items: kinds },
    { name: 'choices', kind: 'lines', hint: 'settings.recordField.choicesHint' },
  ]
  const { onAdd, pencil, dialog } = useEditing<RecordField>(
    {
      of: 'recordField',
      fields,
      schema: NewRecordField,
      start: { schoolId: school.id },
      sent: ({ id, ...values }) => (id ? { ...values, schoolId: school.id, recordFieldId: id } : values),
    },
    recordFields,
  )
  return (
    <RecordList
      of="recordField"
      listQuery={listQuery}
      words={({ fieldName }) => [fieldName]}
      line={(field) => (
        <RecordRow
          name={field.fieldName}
          more={[t(`settings.recordField.${field.kind}`), field.choices?.split('\n').join(' / ')]
            .filter(Boolean)
            .join(' · ')}
        >
          {pencil(field, field.fieldName)}
          {mayRemove && (
            <RemoveWithUndo
              name={field.fieldName}
              thing={{ schoolId: school.id, kind: 'recordField', id: field.id }}
              means={t('settings.recordField.removeMeans')}
              run={() => remove({ schoolId: school.id, recordFieldId: field.id })}
            />
          )}
        </RecordRow>
      )}
      onAdd={onAdd}
    >
      {dialog}
      <ProposalSetting schoolId={school.id} />
    </RecordList>
  )
}
