import { useTranslation } from '#web/lib/i18n.ts'
import { leavingReasonName } from '#web/lib/reference.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { type OfficialRecord, recordFacts } from './record-fields.ts'

/** What an official record says, to read. */
export function RecordFacts({ record }: { record: OfficialRecord }) {
  const { t, language } = useTranslation()
  const facts = recordFacts(t, language, record)
  if (facts.length === 0) return <p className="text-muted">{t('settings.record.empty')}</p>
  return (
    <dl className="grid gap-x-6 gap-y-3 sm:grid-cols-2">
      {facts.map(({ name, label, value, kind }) => (
        <div key={name} className="min-w-0 [overflow-wrap:anywhere]">
          <dt className="text-sm text-muted">{label}</dt>
          <dd className="whitespace-pre-line">
            {kind === 'day' ? (
              <Day day={value} />
            ) : kind === 'number' ? (
              <Digits>{value}</Digits>
            ) : (
              <Bdi>{name === 'leavingReason' ? leavingReasonName(t, value) : value}</Bdi>
            )}
          </dd>
        </div>
      ))}
    </dl>
  )
}
