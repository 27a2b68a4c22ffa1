import type { OutputOf } from '#contract/language/operation.ts'
import { NewRateHeader, rateHeaders } from '#contract/teaching/exams/rate-headers.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Adders } from '#web/records/Adders.tsx'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { usePrefetch } from '#web/ui/part.tsx'
import { loadEditDialog } from '#web/records/lazy-parts.tsx'
import type { Field } from '#web/records/fields.ts'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type RateHeader = OutputOf<typeof rateHeaders.list>[number]

const fields: Field[] = [
  { name: 'name' },
  { name: 'percentage', kind: 'number', hint: 'settings.rateHeaders.percentageHint' },
  { name: 'notes', kind: 'lines' },
]

/** The weights of a school's exams, and how much of the hundred they make up. */
export function RateHeaders({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(rateHeaders.list, { schoolId: school.id })
  const form = { of: 'rateHeaders', fields, schema: NewRateHeader, start: { schoolId: school.id } }
  const { onAdd, pencil, dialog } = useEditing<RateHeader>(form, rateHeaders)
  usePrefetch(loadEditDialog)
  const add = <Adders of="rateHeaders" onAdd={onAdd} />

  if (!data) return <LoadingOrFailed error={error} again={refetch} count={3} />
  return (
    <>
      {data.length === 0 ? (
        <Empty sentence={t('settings.rateHeaders.empty')}>{add}</Empty>
      ) : (
        <>
          <Sum rows={data} />
          <div className="mb-3 flex justify-end gap-3">
            <ExportButton list={rateHeaders.list} input={{ schoolId: school.id }} />
            {add}
          </div>
          <ul className="space-y-2" aria-label={t('settings.rateHeaders.title')}>
            {data.map((header) => (
              <li key={header.id} className="rounded-card border border-line bg-surface">
                <RecordRow name={header.name} more={header.notes && <bdi>{header.notes}</bdi>}>
                  <span className="px-2 text-lg font-semibold">
                    <Digits>{header.percentage}%</Digits>
                  </span>
                  {pencil(header, header.name)}
                </RecordRow>
              </li>
            ))}
          </ul>
        </>
      )}
      {dialog}
    </>
  )
}

function Sum({ rows }: { rows: RateHeader[] }) {
  const { t } = useTranslation()
  // In hundredths, so that 33.3 + 66.7 is 100.
  const sum = rows.reduce((before, { percentage }) => before + Math.round(percentage * 100), 0) / 100
  const left = Math.round((100 - sum) * 100) / 100
  return (
    <Card className="mb-5">
      <p role="status" className="mb-3 flex flex-wrap justify-between gap-x-4">
        <span className="font-semibold">
          {t('settings.rateHeaders.sum')}: <Digits>{sum}%</Digits>
        </span>
        <span className="text-muted">
          {left > 0 ? (
            <>
              {t('settings.rateHeaders.left')}: <Digits>{left}%</Digits>
            </>
          ) : (
            t('settings.rateHeaders.full')
          )}
        </span>
      </p>
      <div aria-hidden="true" className="flex h-3 gap-1 overflow-hidden rounded-full bg-soft">
        {rows.map(({ id, percentage }) => (
          <Share key={id} percentage={percentage} />
        ))}
      </div>
    </Card>
  )
}

/** The content policy knows no style attributes in markup, but a script may set one. */
const Share = ({ percentage }: { percentage: number }) => (
  <div className="bg-primary" style={{ width: `${percentage}%` }} />
)
