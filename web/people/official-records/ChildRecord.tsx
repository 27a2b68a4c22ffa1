import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { RecordFacts } from './RecordFacts.tsx'

/** The official record of a child as the parents read it. */
export function ChildRecord({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(officialRecords.get, { studentId })
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  return (
    <Card className="space-y-5">
      <p className="text-sm text-muted">{t('settings.record.forParents')}</p>
      <RecordFacts record={data} />
    </Card>
  )
}
