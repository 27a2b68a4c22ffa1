import { Lock } from 'lucide-react'
import { results } from '#contract/results/results/results.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'

type Props = { schoolId: string; classRoomId: string; day: string }

/** Says that the results of the term are closed to which a day belongs, so that nobody enters what does not count. */
export function ClosedTerm({ schoolId, classRoomId, day }: Props) {
  const { t } = useTranslation()
  const may = useMay(results.choices, schoolId)
  const ofNow = useRead(results.choices, { schoolId }, { enabled: may }).data
  const term = ofNow?.years.flatMap(({ terms }) => terms).find((one) => one.startDate <= day && day <= one.endDate)
  const isOther = term !== undefined && term.id !== ofNow?.termId
  const ofOther = useRead(results.choices, { schoolId, termId: term?.id ?? '' }, { enabled: isOther }).data
  const grade = (isOther ? ofOther : ofNow)?.grades.find(({ classes }) => classes.some(({ id }) => id === classRoomId))
  if (!term || !grade?.closing) return null
  return (
    <p className="mb-3 flex items-center gap-2 rounded-card border border-accent bg-wait-soft px-4 py-2 text-sm font-medium">
      <Lock className="size-4 shrink-0" aria-hidden="true" />
      {t('classMarks.termClosed')}
    </p>
  )
}
