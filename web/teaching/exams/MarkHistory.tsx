import { ArrowRight } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'

type Props = { examId: string; studentId: string; name: string; onClose: () => void }

/** How a student's mark in an exam changed: when, from what to what, and for staff by whom. */
export function MarkHistory({ examId, studentId, name, onClose }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(publishing.history, { kind: 'exam', id: examId, studentId })
  return (
    <Dialog open onOpenChange={onClose} title={t('markHistory.title')} description={name}>
      <RowStates
        rows={data}
        error={error}
        again={refetch}
        count={3}
        empty={<p className="text-muted">{t('markHistory.empty')}</p>}
      >
        {(data) => (
          <ol className="divide-y divide-line">
            {data.map((change) => (
              <li key={`${change.at} ${String(change.formerResult)}`} className="py-2.5">
                <p className="flex flex-wrap items-center gap-x-2 text-lg font-semibold">
                  <Value result={change.formerResult} tookPart={change.formerTookPart} />
                  <ArrowRight className="mirror-rtl size-4 text-muted" aria-hidden="true" />
                  <span className="sr-only">{t('markHistory.then')}</span>
                  <Value result={change.result} tookPart={change.tookPart} />
                </p>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  {change.byName && <Bdi>{change.byName}</Bdi>}
                  <Moment at={change.at} />
                  {change.wasDraft && <span>{t('work.draft')}</span>}
                </p>
              </li>
            ))}
          </ol>
        )}
      </RowStates>
    </Dialog>
  )
}

type Change = OutputOf<typeof publishing.history>[number]

function Value({ result, tookPart }: Pick<Change, 'result' | 'tookPart'>) {
  const { t } = useTranslation()
  if (tookPart === false) return <span>{t('marks.absent')}</span>
  return result === null ? <span>{t('markHistory.none')}</span> : <Digits>{result}</Digits>
}
