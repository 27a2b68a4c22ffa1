import { CloudOff, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { attendance } from '#contract/attendance.ts'
import { stale } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { confirmRegister, giveUp, type Outgoing } from './outgoing.ts'
import { type Draft, differing, type Mark } from './register.ts'
import { StateBadge } from './StateBadge.tsx'

type Props = { outgoing: Outgoing; draft: Draft; onSettled: (draft: Draft | null) => void; onAgain: () => void }

/** Why a confirmed register is not stored yet, and what its teacher can do about it. */
export function OutgoingNotice({ outgoing, draft, onSettled, onAgain }: Props) {
  const { t } = useTranslation()
  const { problem } = outgoing
  const dropped = async () => {
    await giveUp(outgoing.id)
    await stale(attendance.save)
    onSettled(null)
  }

  if (!problem)
    return <Notice icon={<CloudOff className="size-5 shrink-0" aria-hidden="true" />} text={t('attendance.waiting')} />
  if ('sentence' in problem)
    return (
      <Notice text={translated(problem.sentence)}>
        <Button onClick={onAgain}>{t('common.tryAgain')}</Button>
        <Button tone="quiet" onClick={dropped}>
          {t('attendance.takeTheirs')}
        </Button>
      </Notice>
    )

  const keepMine = async () => {
    await confirmRegister({ ...outgoing.register, baseVersion: problem.current[0]?.version ?? 0 })
    onSettled(null)
  }
  return (
    <Notice text={t('attendance.changedMeanwhile')}>
      <Differences draft={draft} current={problem.current} />
      <Button tone="primary" onClick={keepMine}>
        {t('attendance.keepMine')}
      </Button>
      <Button onClick={dropped}>{t('attendance.takeTheirs')}</Button>
    </Notice>
  )
}

/** Each student of whom two people said different things, with both. */
function Differences({ draft, current }: { draft: Draft; current: Mark[] }) {
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
  icon = <TriangleAlert className="size-5 shrink-0" aria-hidden="true" />,
  text,
  children,
}: NoticeProps) => (
  <div role="alert" className="mb-4 rounded-card border border-accent bg-wait-soft p-4">
    <p className="flex items-start gap-3">
      {icon}
      {text}
    </p>
    {children && <div className="mt-3 flex flex-wrap gap-3">{children}</div>}
  </div>
)
