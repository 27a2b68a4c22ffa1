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
      {facts.map((fact) => (
        <div key={fact.name} className="min-w-0 [overflow-wrap:anywhere]">
          <dt className="text-sm text-muted">{fact.label}</dt>
          <dd className="whitespace-pre-line">
            <FactValue {...fact} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

type Fact = Pick<ReturnType<typeof recordFacts>[number], 'name' | 'value' | 'kind'>

/** What the record says in one of its fields, by the kind of the field. */
export function FactValue({ name, value, kind }: Fact) {
  const { t } = useTranslation()
  if (kind === 'day') return <Day day={value} />
  if (kind === 'number') return <Digits>{value}</Digits>
  return <Bdi>{name === 'leavingReason' ? leavingReasonName(t, value) : value}</Bdi>
}
