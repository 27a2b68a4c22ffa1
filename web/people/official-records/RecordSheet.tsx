import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { latinProposal } from '#contract/language/latin-proposal.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { LazyEditDialog } from '#web/records/lazy-parts.tsx'
import { flatRecord, ownFields, schemaWith, sentRecord } from './own-fields.ts'
import { type OfficialRecord, recordFields } from './record-fields.ts'

export type Names = { firstName: string; middleName: string; lastName: string }

/** The record to edit, with proposals for the names in Latin letters. */
export function RecordSheet({ record, names, onClose }: { record: OfficialRecord; names: Names; onClose: () => void }) {
  const { t, language } = useTranslation()
  const religion = useHolds()('ViewStudentReligion')
  return (
    <LazyEditDialog
      side
      key={record.leftOn}
      of="record"
      fields={[
        ...recordFields(t, language, { left: record.leftOn !== null, religion, proposals: proposalsOf(names) }),
        ...ownFields(record.own),
      ]}
      schema={schemaWith(record.own)}
      sent={sentRecord}
      flat={flatRecord}
      start={{ id: record.id }}
      row={record}
      update={officialRecords.update}
      onClose={onClose}
    />
  )
}

const proposalsOf = ({ firstName, middleName, lastName }: Names) => ({
  latinFirst: latinProposal(firstName),
  latinMiddle: latinProposal(middleName),
  latinLast: latinProposal(lastName),
})
