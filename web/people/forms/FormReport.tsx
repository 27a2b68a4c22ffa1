import { Printer } from 'lucide-react'
import { useState } from 'react'
import { forms } from '#contract/people/forms/forms.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { dayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { answerLooks } from './answers.ts'
import { ConsentPaper } from './ConsentPaper.tsx'

type Row = OutputOf<typeof forms.report>[number]

/** Who of those asked has agreed, with version and day. */
export function FormReport({ schoolId, formId, title }: { schoolId: string; formId: string; title: string }) {
  const { t } = useTranslation()
  const input = { schoolId, formId }
  const { data, error, refetch } = useWhole(forms.report, input)
  const school = useDefaultSchool()
  const [printed, setPrinted] = useState<Row | null>(null)
  const { data: texts } = useRead(forms.texts, input, { enabled: printed !== null })
  const text = texts?.find(({ textVersion }) => textVersion === printed?.textVersion)
  return (
    <div className="space-y-2">
      {data && data.length > 0 && <ExportButton list={forms.report} input={input} narrowed={false} />}
      <RowStates
        rows={data}
        error={error}
        again={refetch}
        count={4}
        empty={<p className="text-muted">{t('forms.nobodyAsked')}</p>}
      >
        {(rows) => (
          <DataTable
            label={title}
            columns={columnsOf(t, setPrinted)}
            rows={rows}
            rowKey={({ studentId }) => studentId}
          />
        )}
      </RowStates>
      {printed && text && (
        <ConsentPaper schoolName={school?.name ?? ''} text={text} answered={printed} onClose={() => setPrinted(null)} />
      )}
    </div>
  )
}

const columnsOf = (t: (key: string) => string, print: (row: Row) => void): Column<Row>[] => [
  { key: 'studentName', label: t('forms.student'), main: true, cell: ({ studentName }) => <Bdi>{studentName}</Bdi> },
  { key: 'classRoomName', label: t('forms.class'), cell: ({ classRoomName }) => <Bdi>{classRoomName}</Bdi> },
  {
    key: 'answer',
    label: t('forms.answerOf'),
    cell: ({ answer }) => <StatusBadge status={answerLooks[answer]} word={t(`forms.answer.${answer}`)} />,
  },
  {
    key: 'answeredByName',
    label: t('forms.by'),
    cell: ({ answeredByName, answeredAt, withdrawnAt, textVersion }) =>
      answeredByName &&
      answeredAt && (
        <>
          <Bdi>{answeredByName}</Bdi> · <Day day={dayOfDevice(withdrawnAt ?? answeredAt)} /> · {t('forms.version')}{' '}
          <Digits>{textVersion}</Digits>
        </>
      ),
  },
  {
    key: 'paper',
    label: t('forms.paper.of'),
    cell: (row) =>
      row.answeredAt && (
        <IconButton label={t('forms.paper.print')} onClick={() => print(row)}>
          <Printer className="size-5" aria-hidden="true" />
        </IconButton>
      ),
  },
]
