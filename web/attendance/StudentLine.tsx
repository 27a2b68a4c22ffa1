import type { KeyboardEvent } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/Picture.tsx'
import { StateBadge } from './StateBadge.tsx'
import type { Line, Student } from './register.ts'

type Props = { student: Student; line: Line | undefined; onTap?: (() => void) | undefined }

/** One student of the register: a tap goes to the next state. Without `onTap` it is only shown. */
export function StudentLine({ student, line, onTap }: Props) {
  const { t } = useTranslation()
  const state = line?.state ?? 'present'
  const name = [student.firstName, student.middleName, student.lastName].filter(Boolean).join(' ')
  const content = (
    <>
      <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} />
      <span className="min-w-0 flex-1 text-start [overflow-wrap:anywhere]">
        <Bdi>{name}</Bdi>
        {line?.minutesLate ? (
          <span className="block text-sm text-muted">
            <Digits>{line.minutesLate}</Digits> {t('attendance.minutes')}
          </span>
        ) : null}
      </span>
      <StateBadge state={state} />
    </>
  )
  const look = cx(
    'flex min-h-15 w-full items-center gap-3 rounded-card border bg-surface px-3 py-2 transition-colors',
    state === 'present' ? 'border-line' : state === 'absent' ? 'border-danger' : 'border-accent',
  )
  return (
    <li className="lazy-paint">
      {onTap ? (
        <button type="button" className={cx(look, 'hover:border-primary')} onClick={onTap} onKeyDown={moveBetween}>
          {content}
        </button>
      ) : (
        <div className={look}>{content}</div>
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
