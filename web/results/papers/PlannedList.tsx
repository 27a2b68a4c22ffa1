import type { OutputOf } from '#contract/language/operation.ts'
import type { papers } from '#contract/results/papers/papers.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits, isolated } from '#web/ui/Bdi.tsx'
import { Empty } from '#web/ui/States.tsx'

type Row = OutputOf<typeof papers.plan>['students'][number]
type Props = {
  rows: readonly Row[]
  /** Who gets the paper, by id. */
  chosen: ReadonlySet<string>
  onTick: (studentIds: readonly string[], isTicked: boolean) => void
}

/** Who gets the paper, and what becomes of each: a new number, the same paper again, or why there is none. */
export function PlannedList({ rows, chosen, onTick }: Props) {
  const { t } = useTranslation()
  const possible = rows.filter(({ state }) => state !== 'none')
  const all = possible.every(({ studentId }) => chosen.has(studentId))
  if (rows.length === 0) return <Empty sentence={t('papers.nobody')} />
  return (
    <ul className="divide-y divide-line rounded-card border border-line bg-surface">
      {possible.length > 1 && (
        <li>
          <label className="flex min-h-11 items-center gap-3 px-4 py-1 font-medium">
            <input
              type="checkbox"
              checked={all}
              onChange={() =>
                onTick(
                  possible.map(({ studentId }) => studentId),
                  !all,
                )
              }
              className="size-5 accent-(--primary)"
            />
            {t('papers.all')}
          </label>
        </li>
      )}
      {rows.map((row) => (
        <li key={row.studentId}>
          <label className="flex min-h-11 flex-wrap items-center gap-x-3 px-4 py-1">
            <input
              type="checkbox"
              aria-label={t('papers.choose', { name: isolated(row.studentName) })}
              disabled={row.state === 'none'}
              checked={chosen.has(row.studentId)}
              onChange={() => onTick([row.studentId], !chosen.has(row.studentId))}
              className="size-5 accent-(--primary)"
            />
            <span className="min-w-0 flex-1">
              <Bdi>{row.studentName}</Bdi>
            </span>
            {row.leftOn && (
              <span className="text-sm text-muted">
                {t('papers.leftOn')} <Day day={row.leftOn} />
              </span>
            )}
            {row.state !== 'new' && (
              <span className="text-sm text-muted">
                {row.reason ? t(`papers.reason.${row.reason}`) : t(`papers.state.${row.state}`)}{' '}
                {row.number !== null && (
                  <Digits>
                    {row.number}/{row.year}
                  </Digits>
                )}
              </span>
            )}
          </label>
        </li>
      ))}
    </ul>
  )
}
