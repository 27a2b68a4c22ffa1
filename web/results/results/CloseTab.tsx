import { useState } from 'react'
import { closings } from '#contract/results/results/closings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LabelledDay } from '#web/ui/LabelledDay.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { useGraceTicks } from './grace-ticks.ts'
import { OpenTerm } from './OpenTerm.tsx'
import type { ClosingFigures, GradePlace, Grade } from './plan.ts'
import { PrintCards } from './PrintCards.tsx'

type Props = {
  place: GradePlace
  mayClose: boolean
  classes: Grade['classes']
  toMissing: () => void
}

/** Closing the term of a grade: what would be stored, and then publishing, reopening, and what differs since. */
export function CloseTab({ place, mayClose, classes, toMissing }: Props) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(closings.plan, place)
  const grace = useGraceTicks(data?.grace)
  if (!data) return <LoadingOrFailed error={error} again={refetch} as="cards" count={3} />
  const counts = ['passed', 'failed', 'undecided', 'secondRound'] as const
  return (
    <div className="space-y-5">
      <p>
        {t('results.close.whom', { count: data.students })}
        {t('common.comma')}
        {t('results.close.inCourses', { count: data.courses })}
      </p>
      <ul className="grid grid-cols-2 gap-3 lg:grid-cols-4">
        {counts.map((name) => (
          <li key={name}>
            <Card className="h-full">
              <p className="text-2xl font-semibold">
                <Digits>{data[name]}</Digits>
              </p>
              <p className="text-sm text-muted">{t(`results.close.${name}`)}</p>
            </Card>
          </li>
        ))}
      </ul>
      {data.remarkPupils + data.remarksAsked + data.remarksUnread > 0 && (
        <p>
          {t('results.close.remarks', { count: data.remarkPupils, all: data.students })}
          {data.remarksAsked > 0 && ` ${t('results.close.remarksAsked', { count: data.remarksAsked })}`}
          {data.remarksUnread > 0 && ` ${t('results.close.remarksUnread', { count: data.remarksUnread })}`}
        </p>
      )}
      {data.closing ? (
        <>
          <PrintCards termId={place.termId} students={data.students} classes={classes} />
          <Closed plan={data} place={place} mayClose={mayClose} />
        </>
      ) : (
        <OpenTerm key={data.plan} plan={data} place={place} mayClose={mayClose} toMissing={toMissing} {...grace} />
      )}
      <History plan={data} />
    </div>
  )
}

function Closed({ plan, place, mayClose }: { plan: ClosingFigures; place: GradePlace; mayClose: boolean }) {
  const { t } = useTranslation()
  const closing = plan.closing!
  const publish = useChange(closings.publish)
  const reopen = useChange(closings.reopen)
  const { saving, save } = useSaving()
  const [day, setDay] = useState('')
  const [time, setTime] = useState('')
  const [reason, setReason] = useState('')
  const of = { ...place, closingId: closing.id }
  const outcome = (of: ClosingFigures['differences'][number], passed: boolean | null) =>
    of.closedPassed !== of.nowPassed && passed !== null && ` · ${t(passed ? 'results.passed' : 'results.failed')}`
  return (
    <>
      <Card className="space-y-3">
        <h2 className="text-lg">{t('results.close.closed', { issue: closing.issue })}</h2>
        <p className="text-muted">
          <Bdi>{closing.closedByName}</Bdi> · <Moment at={closing.closedAt} />
          {closing.reason && (
            <>
              {' '}
              · <Bdi>{closing.reason}</Bdi>
            </>
          )}
        </p>
        {closing.publishedAt ? (
          <p className="flex flex-wrap items-center gap-2">
            <StatusBadge status="good" word={t('results.close.published')} />
            {t('results.close.visibleFrom')} <Moment at={closing.visibleFrom!} />
          </p>
        ) : (
          mayClose && (
            <div className="flex flex-wrap items-end gap-3">
              <LabelledDay label="results.close.day" value={day} onChange={setDay} />
              <label className="grid gap-1 text-sm">
                {t('results.close.time')}
                <input
                  type="time"
                  value={time}
                  disabled={!day}
                  onChange={({ target }) => setTime(target.value)}
                  className={field}
                />
              </label>
              <AskFirst
                title={t('results.close.publishTitle')}
                description={t('results.close.publishMeans')}
                submit={t('results.close.publish')}
                run={() => publish({ ...of, ...(day && { day }), ...(day && time && { time }) })}
              >
                {(ask, busy) => (
                  <Button tone="primary" disabled={busy} onClick={ask}>
                    {t('results.close.publish')}
                  </Button>
                )}
              </AskFirst>
            </div>
          )
        )}
        {mayClose && (
          <div className="flex flex-wrap items-end gap-3 border-t border-line pt-3">
            <label className="grid grow gap-1 text-sm">
              {t('results.close.reopenReason')}
              <input
                dir="auto"
                maxLength={500}
                value={reason}
                onChange={({ target }) => setReason(target.value)}
                className={field}
              />
            </label>
            <Button
              tone="danger"
              disabled={saving || reason.trim().length < 3}
              onClick={() => save(() => reopen({ ...of, reason }))}
            >
              {t('results.close.reopen')}
            </Button>
          </div>
        )}
      </Card>
      {plan.differences.length > 0 && (
        <Card>
          <h2 className="text-lg">{t('results.close.differences')}</h2>
          <p className="mb-2 text-sm text-muted">{t('results.close.differencesMean')}</p>
          <ul className="space-y-1 text-sm">
            {plan.differences.map((one) => (
              <li key={one.studentId + one.courseId}>
                <Bdi>{one.studentName}</Bdi> · <Bdi>{one.courseName}</Bdi>: <Digits>{one.closed ?? '–'}</Digits>
                {outcome(one, one.closedPassed)} ({t('results.close.now')} <Digits>{one.now ?? '–'}</Digits>
                {outcome(one, one.nowPassed)})
              </li>
            ))}
          </ul>
        </Card>
      )}
    </>
  )
}

function History({ plan }: { plan: ClosingFigures }) {
  const { t } = useTranslation()
  const past = plan.history.filter(({ reopenedAt }) => reopenedAt)
  if (past.length === 0) return null
  return (
    <Card>
      <h2 className="text-lg">{t('results.close.history')}</h2>
      <ul className="space-y-2 text-sm">
        {past.map((one) => (
          <li key={one.id}>
            {t('results.child.issue', { issue: one.issue })}: <Bdi>{one.closedByName}</Bdi> <Moment at={one.closedAt} />{' '}
            · {t('results.close.reopenedBy')} <Bdi>{one.reopenedByName}</Bdi> <Moment at={one.reopenedAt!} />:{' '}
            <Bdi>{one.reopenReason}</Bdi>
          </li>
        ))}
      </ul>
    </Card>
  )
}

const field = 'min-h-11 rounded-field border border-line bg-surface px-3'
