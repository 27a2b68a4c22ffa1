import { CloudOff, TriangleExclamationPoint } from 'lucide-react'
import { lazy, type ReactNode, Suspense } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { part } from '#web/ui/part.tsx'
import type { Outgoing } from './outgoing.ts'
import { type Draft, differing, type CurrentMark } from './register.ts'
import { StateBadge } from './StateBadge.tsx'

/** A refusal by the calendar, or of a lesson that is changed late: with a reason it may be sent again. */
const needsReason = (sentence: string) =>
  /^(Say why this lesson is changed so late$|The school is closed on this day: |This weekday is no school day$|This day lies outside the terms$)/.test(
    sentence,
  )

const ClosedDayReason = lazy(part(async () => (await import('./ClosedDayReason.tsx')).ClosedDayReason))

type Props = {
  problem: Outgoing['problem']
  draft: Draft
  /** Sends it again, made from the given version of the sheet. */
  onKeepMine: (baseVersion?: number) => void
  onTakeTheirs: () => void
  /** Sends it again with a reason, where the person may take the register of a closed day. */
  onTakeClosed?: ((reason: string) => void) | undefined
}

/** Why a confirmed register is not stored yet, and what its teacher can do about it. */
export function OutgoingNotice({ problem, draft, onKeepMine, onTakeTheirs, onTakeClosed }: Props) {
  const { t } = useTranslation()
  if (!problem)
    return <Notice icon={<CloudOff className="size-5 shrink-0" aria-hidden="true" />} text={t('attendance.waiting')} />

  const theirs = <Button onClick={onTakeTheirs}>{t('attendance.takeTheirs')}</Button>
  if ('sentence' in problem)
    return (
      <Notice text={translated(problem.sentence)}>
        <Button onClick={() => onKeepMine()}>{t('common.tryAgain')}</Button>
        {theirs}
        {onTakeClosed && needsReason(problem.sentence) && (
          <Suspense>
            <ClosedDayReason onTake={onTakeClosed} />
          </Suspense>
        )}
      </Notice>
    )

  return (
    <Notice text={t('attendance.changedMeanwhile')}>
      <Differences draft={draft} current={problem.current} />
      <Button tone="primary" onClick={() => onKeepMine(problem.current[0]?.version ?? 0)}>
        {t('attendance.keepMine')}
      </Button>
      {theirs}
    </Notice>
  )
}

/** Each student whom two people marked differently, with both marks. */
function Differences({ draft, current }: { draft: Draft; current: CurrentMark[] }) {
  const { t } = useTranslation()
  return (
    <ul className="w-full space-y-2">
      {differing(draft, current).map(({ studentId, studentName, state }) => (
        <li key={studentId} className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="font-medium">
            <Bdi>{studentName}</Bdi>
          </span>
          <span>
            {t('attendance.mine')} <StateBadge state={draft.lines.get(studentId)?.state ?? 'present'} />
          </span>
          <span>
            {t('attendance.theirs')} <StateBadge state={state} />
          </span>
        </li>
      ))}
    </ul>
  )
}

type NoticeProps = { icon?: ReactNode; text: string; children?: ReactNode }

const Notice = ({
  icon = <TriangleExclamationPoint className="size-5 shrink-0" aria-hidden="true" />,
  text,
  children,
}: NoticeProps) => (
  <div
    role="alert"
    className="mb-2 max-h-[45dvh] overflow-y-auto rounded-card border border-accent bg-wait-soft px-4 py-3"
  >
    <p className="flex items-start gap-3">
      {icon}
      {text}
    </p>
    {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
  </div>
)
