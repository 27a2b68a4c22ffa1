import type { KeyboardEvent } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { StateBadge } from './StateBadge.tsx'
import type { Line, Mark, Person } from './register.ts'

type Props = {
  student: Person
  /** Absent while he is not rated. */
  line: Line | undefined
  /** His mark, where it was made after those of the others. */
  corrected?: Mark | undefined
  onTap?: (() => void) | undefined
}

/** One student of the register: a tap goes to the next state, his picture leads to him. Without `onTap` it is only shown. */
export function StudentLine({ student: { id, name, imageUrl }, line, corrected, onTap }: Props) {
  const { t } = useTranslation()
  const content = (
    <>
      <span className="min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
        <Bdi>{name}</Bdi>
        {line?.minutesLate ? (
          <span className="block text-sm text-muted">
            <Digits>{line.minutesLate}</Digits> {t('attendance.minutes')}
          </span>
        ) : null}
        {line?.note && (
          <span className="block text-sm text-muted">
            <Bdi>{line.note}</Bdi>
          </span>
        )}
        {corrected && (
          <span className="block text-xs text-muted">
            {t('attendance.savedBy')} <Bdi>{corrected.supervisorName}</Bdi> · <Moment at={corrected.lastModifyDate} />
          </span>
        )}
      </span>
      {line ? <StateBadge state={line.state} /> : <StatusBadge status="waiting" word={t('attendance.notRated')} />}
    </>
  )
  const inner = 'flex min-h-15 min-w-0 flex-1 items-center gap-3 rounded-e-card py-2 ps-3 pe-3'
  return (
    <li
      className={cx(
        'lazy-paint flex items-stretch rounded-card border bg-surface transition-colors',
        onTap && 'hover:border-primary',
        !line || line.state === 'present' ? 'border-line' : line.state === 'absent' ? 'border-danger' : 'border-accent',
      )}
    >
      <Link
        to={paths.child(id, 'staff')}
        title={t('attendance.openStudent')}
        className="flex items-center rounded-s-card ps-3"
      >
        <Avatar names={name.split(' ')} src={imageUrl} />
        <span className="sr-only">
          {t('attendance.openStudent')}: {name}
        </span>
      </Link>
      {onTap ? (
        <button type="button" className={inner} onClick={onTap} onKeyDown={moveBetween}>
          {content}
        </button>
      ) : (
        <div className={inner}>{content}</div>
      )}
    </li>
  )
}

/** Arrow keys go from student to student, so that a class can be marked without a mouse. */
function moveBetween(event: KeyboardEvent<HTMLButtonElement>) {
  const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!step) return
  const buttons = [...(event.currentTarget.closest('ul')?.querySelectorAll('button') ?? [])]
  buttons[buttons.indexOf(event.currentTarget) + step]?.focus()
  event.preventDefault()
}
