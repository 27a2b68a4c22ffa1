import { ArrowRight } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { results } from '#contract/results/results/results.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Dialog } from '#web/ui/Dialog.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { shownCell } from './cells.ts'
import type { GridOfResults } from './plan.ts'
import { useDerivation, useNameOf } from './words.ts'

type Props = {
  grid: GridOfResults
  student: GridOfResults['students'][number]
  place: { classRoomId: string; courseId: string; termId: string }
  onClose: () => void
}

/** How each figure of a student came about, and every change of the marks that people entered. */
export function MarksOfStudent({ grid, student, place, onClose }: Props) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  const derivation = useDerivation()
  const input = { ...place, studentId: student.studentId }
  const { data, error, refetch } = useRead(results.history, input)
  const partName = ({ partId, round }: Change) => {
    const part = round === 1 && grid.parts.find(({ id }) => id === partId)
    return part ? nameOf(part) : t(round === 2 ? 'results.secondRound' : 'results.history.formerPart')
  }
  return (
    <Dialog open onOpenChange={onClose} title={student.studentName} description={t('results.history.lead')}>
      <dl className="divide-y divide-line text-sm">
        {student.figures.parts.map((part) => (
          <div key={part.id} className="flex justify-between gap-3 py-2">
            <dt>
              <Bdi>{nameOf(part)}</Bdi>
              <span className="block text-muted">{derivation(part)}</span>
            </dt>
            <dd className="shrink-0 font-medium">
              {part.points === null ? '–' : <Digits>{`${part.points} / ${part.fullMark}`}</Digits>}
            </dd>
          </div>
        ))}
      </dl>
      <h3 className="mt-4 mb-1 text-base">{t('results.history.title')}</h3>
      <RowStates
        rows={data}
        error={error}
        again={refetch}
        count={2}
        empty={<p className="text-muted">{t('results.history.none')}</p>}
      >
        {(data) => (
          <ol className="divide-y divide-line">
            {data.map((change) => (
              <li key={`${change.partId} ${change.round} ${change.at}`} className="py-2.5">
                <p className="flex flex-wrap items-center gap-x-2">
                  <span className="text-muted">
                    <Bdi>{partName(change)}</Bdi>
                  </span>
                  <span className="flex items-center gap-x-2 font-semibold">
                    <Value mark={change.formerMark} state={change.formerState} />
                    <ArrowRight className="mirror-rtl size-4 text-muted" aria-hidden="true" />
                    <span className="sr-only">{t('results.history.then')}</span>
                    <Value mark={change.mark} state={change.state} />
                  </span>
                </p>
                <p className="flex flex-wrap gap-x-3 text-sm text-muted">
                  <Bdi>{change.byName}</Bdi>
                  <Moment at={change.at} />
                </p>
                {[change.reason, change.origin].filter(Boolean).map((words) => (
                  <p key={words} className="text-sm">
                    <Bdi>{words}</Bdi>
                  </p>
                ))}
              </li>
            ))}
          </ol>
        )}
      </RowStates>
    </Dialog>
  )
}

type Change = OutputOf<typeof results.history>[number]

function Value({ mark, state }: Pick<Change, 'mark' | 'state'>) {
  const { t } = useTranslation()
  if (state) return <span>{t(`results.state.${state}`)}</span>
  return mark === null ? <span>{t('results.history.empty')}</span> : <Digits>{shownCell({ mark, state }, t)}</Digits>
}
