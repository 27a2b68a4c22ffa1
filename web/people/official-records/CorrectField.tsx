import { type ProposedField, recordProposals } from '#contract/people/official-records/proposals.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { RecordField } from '#web/records/RecordField.tsx'
import { WriteDialog } from '#web/records/WriteDialog.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import { type OfficialRecord, recordFields } from './record-fields.ts'

type Props = { record: OfficialRecord; field: ProposedField; atOnce: boolean; onClose: () => void }

/** A parent says what a field of the record should say. */
export function CorrectField({ record, field, atOnce, onClose }: Props) {
  const { t, language } = useTranslation()
  const known = recordFields(t, language, {
    left: false,
    religion: false,
    proposals: { latinFirst: null, latinMiddle: null, latinLast: null },
  })
  const ofField = known.find(({ name }) => name === field) ?? { name: field, kind: 'day' as const }
  const kinds = field === 'nationalNumber' && known.find(({ name }) => name === 'numberKind')
  return (
    <WriteDialog
      operation={recordProposals.ask}
      start={{
        studentId: record.id,
        field,
        value: record[field] ?? '',
        note: '',
        ...(kinds && { numberKind: (record.numberKind ?? '') as 'egypt' }),
      }}
      title={t(`settings.record.${field}`)}
      description={t(atOnce ? 'corrections.takenAtOnce' : 'corrections.officeDecides')}
      submit="corrections.send"
      done={t(atOnce ? 'corrections.stored' : 'corrections.sent')}
      onClose={onClose}
    >
      {kinds && <RecordField of="record" field={kinds} />}
      <RecordField of="record" field={{ ...ofField, name: 'value', label: 'corrections.value' }} />
      <LinesField name="note" label="corrections.note" />
    </WriteDialog>
  )
}
