import { feeFamilies } from '#contract/money/fees/families.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { LinkButton } from '#web/ui/Button.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { DuesOfFamily, SumsOfFamily } from './FamilyParts.tsx'

/** The fees of one student for the staff: the sums of the family, and the student's parts. */
export function StudentFees({ schoolId, studentId }: { schoolId: string; studentId: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(feeFamilies.get, { schoolId, studentId })
  if (data === null) return <Empty sentence={t('fees.notCharged')} />
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  return (
    <div className="space-y-3">
      <SumsOfFamily family={data} />
      <LinkButton to={paths.feeFamily(data.familyId)}>{t('fees.ledger')}</LinkButton>
      <DuesOfFamily family={{ ...data, dues: data.dues.filter((due) => due.studentId === studentId) }} />
    </div>
  )
}
