import { CircleCheckBig, Play, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { years } from '#contract/school/years/years.ts'
import { useMay, useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { StudentOf } from './PromotedStudents.tsx'
import type { Promotion } from './promotion.ts'
import { PromotionSteps } from './PromotionSteps.tsx'

/**
 * The result of a promotion, its undo, the students who prevent the undo, and the closing of the old year. When another year is
 * current, it links to the next promotion.
 */
export function DoneStep({ promotion, onNext }: { promotion: Promotion; onNext: () => void }) {
  const { t } = useTranslation()
  const { id, moved, left, kept, schoolId, fromYearId, toYearName, state, fromYearCompleted, toYearCurrent } = promotion
  const { data: all } = useRead(years.list, { schoolId })
  const current = all?.find((year) => year.active && !year.completed && year.id !== fromYearId)
  const waiting = promotion.fromClasses.reduce((sum, { students }) => sum + students, 0)
  return (
    <>
      <PromotionSteps at="after" />
      <Card className="space-y-3">
        <p role="status" className="flex items-center gap-2 text-lg font-semibold">
          <CircleCheckBig className="size-5 shrink-0 text-primary" aria-hidden="true" />
          {t(`promotion.outcome.${state}`, { year: isolated(toYearName) })}
        </p>
        <p className="text-muted">
          {[
            t('promotion.movedMany', { count: moved }),
            t('promotion.leftMany', { count: left }),
            ...(waiting > 0 ? [t('promotion.waitingMany', { count: waiting })] : []),
            ...(kept > 0 ? [t('promotion.keptMany', { count: kept })] : []),
          ].join(t('common.comma'))}
        </p>
        <div className="flex flex-wrap items-center gap-3">
          {state === 'done' && !fromYearCompleted && <Undo promotion={promotion} />}
          {state === 'done' && waiting > 0 && <MoveWaiting promotion={promotion} />}
          {current && <Button onClick={onNext}>{t('promotion.startNext', { year: isolated(current.name) })}</Button>}
        </div>
      </Card>
      {state === 'done' && <Lists promotion={promotion} />}
      {state === 'done' && !fromYearCompleted && <Hindering promotionId={id} />}
      {state === 'done' && !toYearCurrent && !current && <Closing promotion={promotion} />}
    </>
  )
}

/** A further promotion between the same two years, for the students who waited. The old year may be closed by then. */
function MoveWaiting({ promotion: { schoolId, fromYearId, toYearId } }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const start = useChange(promotions.start)
  const [sending, setSending] = useState(false)

  async function begin() {
    setSending(true)
    try {
      await start({ schoolId, fromYearId, toYearId })
    } catch (problem) {
      toastRefusal(problem)
      setSending(false)
    }
  }

  return (
    <Button disabled={sending} onClick={() => void begin()}>
      {t('promotion.moveWaiting')}
    </Button>
  )
}

/** What the office needs next: the lists of the new classes, and the students who leave, with their papers. */
function Lists({ promotion: { id: promotionId, left } }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const mayIssue = useMay(papers.issue)
  return (
    <Card className="mt-6 space-y-3">
      <h2 className="text-lg">{t('promotion.lists')}</h2>
      <div className="flex flex-wrap gap-3">
        <ExportButton
          text={t('promotion.outcomeList')}
          list={promotions.rows}
          input={{ promotionId }}
          narrowed={false}
        />
        <ExportButton
          text={t('promotion.classLists')}
          list={promotions.rows}
          input={{ promotionId, show: 'placed' }}
          narrowed={false}
        />
        {left > 0 && (
          <ExportButton
            text={t('promotion.leaverList')}
            list={promotions.rows}
            input={{ promotionId, show: 'leave' }}
            narrowed={false}
          />
        )}
        {left > 0 && mayIssue && (
          <LinkButton to={paths.papers(undefined, 'leaving')}>{t('promotion.leaverPapers')}</LinkButton>
        )}
      </div>
    </Card>
  )
}

function Undo({ promotion: { id } }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const { data: hindering } = useWhole(promotions.rows, { promotionId: id, show: 'hindering' })
  const undo = useChange(promotions.undo)
  const spares = (hindering?.length ?? 0) > 0
  return (
    <AskFirst
      title={t('promotion.undoAsk')}
      description={t(spares ? 'promotion.undoSparesMeans' : 'promotion.undoMeans', { count: hindering?.length ?? 0 })}
      submit={t('promotion.undo')}
      danger
      run={() => undo({ promotionId: id, spares })}
    >
      {(ask, busy) => (
        <Button
          icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />}
          disabled={busy || !hindering}
          onClick={ask}
        >
          {t(spares ? 'promotion.undoRest' : 'promotion.undo')}
        </Button>
      )}
    </AskFirst>
  )
}

/** The students whose promotion can no longer be undone, with the reasons. */
function Hindering({ promotionId }: { promotionId: string }) {
  const { t } = useTranslation()
  const { data: rows } = useWhole(promotions.rows, { promotionId, show: 'hindering' })
  if (!rows || rows.length === 0) return null
  return (
    <section aria-labelledby="hindering" className="mt-6">
      <h2 id="hindering" className="mb-3 text-lg">
        {t('promotion.hindering', { count: rows.length })}
      </h2>
      <ul className="divide-y divide-line rounded-card border border-line bg-surface">
        {rows.map((row) => (
          <li key={row.studentId} className="px-4 py-2">
            <StudentOf row={row} />
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The last step: the old year is closed, and the next one becomes current. */
function Closing({ promotion }: { promotion: Promotion }) {
  const { t } = useTranslation()
  const { fromYearName, fromYearCompleted, toYearId, toYearName } = promotion
  const mayComplete = useMay(years.complete)
  const mayActivate = useMay(years.activate)
  const activate = useChange(years.activate)
  return (
    <Card className="mt-6 space-y-3">
      <h2 className="text-lg">{t('promotion.closing')}</h2>
      <p className="max-w-prose text-muted">{t('promotion.closingMeans')}</p>
      {!fromYearCompleted
        ? mayComplete && (
            <LinkButton to={paths.settings('current-year')}>
              {t('promotion.closeYear', { year: isolated(fromYearName) })}
            </LinkButton>
          )
        : mayActivate && (
            <AskFirst
              title={t('settings.activateAsk', { name: isolated(toYearName) })}
              submit={t('common.confirm')}
              run={() => activate({ schoolYearId: toYearId })}
            >
              {(ask, busy) => (
                <Button
                  tone="primary"
                  icon={<Play className="mirror-rtl size-5" aria-hidden="true" />}
                  disabled={busy}
                  onClick={ask}
                >
                  {t('promotion.openYear', { year: isolated(toYearName) })}
                </Button>
              )}
            </AskFirst>
          )}
    </Card>
  )
}
