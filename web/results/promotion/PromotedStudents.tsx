import { ArrowRight } from 'lucide-react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { useList } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { Empty } from '#web/ui/States.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { type StudentDecision, decisions, type PromotionRow, type PromotionShow } from './promotion.ts'

type Props = {
  promotionId: string
  show: PromotionShow
  classRoomId?: string | null
  chosen: string[]
  onChosen: (ids: string[]) => void
  empty: string
}

/** The students of a draft with the decision for each. */
export function PromotedStudents({ promotionId, show, classRoomId = null, chosen, onChosen, empty }: Props) {
  const { t } = useTranslation()
  const list = useList(promotions.rows, { promotionId, show, ...(classRoomId && { classRoomId }) })
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = list
  const decide = useChange(promotions.decide)
  if (!rows) return <LoadingOrFailed error={error} again={refetch} />
  if (rows.length === 0) return <Empty sentence={empty} />
  const change = (studentId: string, value: string) =>
    decide({ promotionId, items: [{ studentId, ...(value && { decision: value as StudentDecision }) }] }).catch(
      toastRefusal,
    )
  return (
    <>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface" aria-label={t('promotion.who')}>
        {rows.map((row) => (
          <li key={row.studentId} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-2">
            <label className="flex min-h-11 min-w-0 flex-1 basis-60 items-center gap-3">
              <input
                type="checkbox"
                checked={chosen.includes(row.studentId)}
                onChange={({ target }) =>
                  onChosen(target.checked ? [...chosen, row.studentId] : chosen.filter((id) => id !== row.studentId))
                }
                className="size-5 shrink-0 accent-(--primary)"
              />
              <StudentOf row={row} />
            </label>
            <Dropdown
              words
              label={t('promotion.decisionOf', { name: isolated(row.studentName) })}
              items={[
                { value: '', label: t('promotion.decide.none') },
                ...decisions.map((value) => ({ value, label: t(`promotion.decide.${value}`) })),
              ]}
              placeholder={t('promotion.undecided')}
              value={row.decision}
              onChange={(value) => void change(row.studentId, value)}
            />
          </li>
        ))}
      </ul>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}

/** A student with the old and the new class, and any obstacle. */
export function StudentOf({ row }: { row: PromotionRow }) {
  const { t } = useTranslation()
  const { studentName, code, classRoomName, toClassName, result, percent, isPaid, byHand, problem } = row
  return (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      <Bdi>{studentName}</Bdi>{' '}
      <span className="text-sm whitespace-nowrap text-muted">
        <Digits>{code}</Digits>
      </span>
      <span className="block text-sm text-muted">
        <Bdi>{classRoomName}</Bdi>
        {toClassName && (
          <>
            {' '}
            <ArrowRight className="mirror-rtl inline size-4" aria-hidden="true" /> <Bdi>{toClassName}</Bdi>
          </>
        )}
        {' · '}
        {result ? t(`promotion.result.${result}`) : t('promotion.noResult')}
        {percent !== null && ` ${percent}%`}
        {!isPaid && ` · ${t('promotion.unpaid')}`}
        {byHand && ` · ${t('promotion.byHand')}`}
      </span>
      {problem && <span className="block text-sm font-medium text-danger">{translated(problem)}</span>}
    </span>
  )
}
