import { useState } from 'react'
import { closings } from '#contract/results/results/closings.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { queryClient } from '#web/lib/query.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { type GraceTicks, isTicked } from './grace-ticks.ts'
import type { GradePlace, ClosingFigures } from './plan.ts'

type Props = {
  plan: ClosingFigures
  place: GradePlace
  mayClose: boolean
  toMissing: () => void
  ticks: GraceTicks
  onTick: (line: ClosingFigures['grace'][number]) => void
}

/** A term that is not closed: missing marks by name, grace marks to confirm, and closing what is shown here. */
export function OpenTerm(props: Props) {
  const { plan, place, mayClose, toMissing } = props
  const { t } = useTranslation()
  const [accepts, setAccepts] = useState(false)
  const close = useChange(closings.close)
  // A plan that changed meanwhile is drawn anew, so that nobody closes what they have not seen.
  const run = () =>
    close({ ...place, plan: plan.plan, acceptMissing: accepts }).catch((problem: unknown) => {
      void queryClient.invalidateQueries()
      throw problem
    })
  return (
    <>
      {plan.withoutTeacher.length > 0 && (
        <Card>
          <h2 className="text-lg">{t('results.close.withoutTeacher')}</h2>
          <p className="text-sm text-muted">{t('results.close.withoutTeacherMeans')}</p>
          <ul className="my-2 space-y-1 text-sm">
            {plan.withoutTeacher.map((one) => (
              <li key={one.classRoomId + one.courseId}>
                <Bdi>{one.courseName}</Bdi> · <Bdi>{one.classRoomName}</Bdi>
              </li>
            ))}
          </ul>
        </Card>
      )}
      {plan.missing > 0 && (
        <Card className="space-y-2">
          <h2 className="text-lg">{t('results.close.missingOf', { count: plan.missing })}</h2>
          <p>
            {t('results.close.missingMeans', { count: plan.missingPupils })}{' '}
            {plan.missingFailed > 0 && t('results.close.missingFailed', { count: plan.missingFailed })}
          </p>
          <Button onClick={toMissing}>{t('results.close.toMissing')}</Button>
          {mayClose && (
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                checked={accepts}
                onChange={({ target }) => setAccepts(target.checked)}
                className="size-5 shrink-0 accent-(--primary)"
              />
              {t('results.close.accept')}
            </label>
          )}
        </Card>
      )}
      {plan.grace.length + plan.graceUnused.length > 0 && <Grace {...props} />}
      {mayClose && plan.figures > 0 && (
        <AskFirst
          title={t('results.close.title')}
          description={[
            t('results.close.means', { count: plan.students }),
            t('results.close.consequence', { passed: plan.passed, failed: plan.failed, second: plan.secondRound }),
          ].join(' ')}
          submit={t('results.close.submit')}
          run={run}
        >
          {(ask, busy) => (
            <Button tone="primary" disabled={busy || (plan.missing > 0 && !accepts)} onClick={ask}>
              {t('results.close.submit')}
            </Button>
          )}
        </AskFirst>
      )}
    </>
  )
}

function Grace({ plan, place, mayClose, ticks, onTick }: Props) {
  const { t } = useTranslation()
  const confirm = useChange(closings.grace)
  const { saving, save } = useSaving()
  const items = plan.grace
    .filter((one) => isTicked(ticks, one))
    .map(({ studentId, courseId, points }) => ({ studentId, courseId, points }))
  return (
    <Card>
      <h2 className="text-lg">{t('results.close.grace')}</h2>
      <p className="text-sm text-muted">{t('results.close.graceMeans')}</p>
      <ul className="my-2 space-y-1 text-sm">
        {plan.grace.map((one) => (
          <li key={one.studentId + one.courseId}>
            <label className="flex min-h-11 items-center gap-2">
              <input
                type="checkbox"
                disabled={!mayClose}
                checked={isTicked(ticks, one)}
                onChange={() => onTick(one)}
                className="size-5 shrink-0 accent-(--primary)"
              />
              <span>
                <Bdi>{one.studentName}</Bdi> · <Bdi>{one.courseName}</Bdi>:{' '}
                <span className="whitespace-nowrap">
                  <Digits>{`${one.total} + ${one.points} = ${one.passMark}`}</Digits>
                </span>
                {one.exceeded && <span className="block text-danger">{t('results.close.graceExceeded')}</span>}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {plan.graceUnused.length > 0 && (
        <>
          <p className="text-sm text-wait">{t('results.close.graceUnused')}</p>
          <ul className="my-2 space-y-1 text-sm">
            {plan.graceUnused.map((one) => (
              <li key={one.studentId + one.courseId}>
                <Bdi>{one.studentName}</Bdi> · <Bdi>{one.courseName}</Bdi>: <Digits>{`${one.points}`}</Digits>
              </li>
            ))}
          </ul>
        </>
      )}
      {mayClose && (
        <Button disabled={saving} onClick={() => save(() => confirm({ ...place, plan: plan.gracePlan, items }))}>
          {t('results.close.confirmGrace')}
        </Button>
      )}
    </Card>
  )
}
