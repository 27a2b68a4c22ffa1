import { Ellipsis } from 'lucide-react'
import { Fragment, type ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Moment } from '#web/ui/Moment.tsx'
import { Avatar } from '#web/ui/Picture.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { StateBadge } from './StateBadge.tsx'
import type { RegisterLine, AttendanceMark, Person } from './register.ts'

type Props = {
  student: Person
  /** Its number in the list, where the register may be taken. */
  number?: number | undefined
  /** Shown as absent until the student is marked. */
  line: RegisterLine | undefined
  /** The student's mark, if it was made after those of the others. */
  corrected?: AttendanceMark | undefined
  onTap?: (() => void) | undefined
  /** Opens the details of the student's mark that day. */
  onMore?: (() => void) | undefined
  /** Whether Tab comes to this line of the list. */
  current: boolean
}

const borders = {
  present: 'border-line',
  absent: 'border-danger',
  late: 'border-accent',
  excused: 'border-accent',
}

/** A student of the register: a tap goes to the next state, the picture to the student. Read-only without `onTap`. */
export function StudentLine({ student, number, line, corrected, onTap, onMore, current }: Props) {
  const { id, name, imageUrl, markedIn } = student
  const { t } = useTranslation()
  const details = detailsOf(student, line, corrected, t)
  const state = markedIn?.state ?? line?.state
  const content = (
    <>
      {/* The room of the second line is there before it is, above and below the name. */}
      <span className={cx('min-w-0 flex-1 text-start wrap-break-word', !details && 'py-2.5')}>
        {number && (
          <span aria-hidden="true" className="me-2 text-muted max-md:hidden">
            {number}
          </span>
        )}
        <Bdi>{name}</Bdi>
        {details && <span className="block truncate text-sm leading-5 text-muted">{details}</span>}
      </span>
      {/* As wide as the longest state, so that no name finds other room after a tap. */}
      <span className="flex shrink-0 justify-end ltr:min-w-25 rtl:min-w-20">
        {state ? <StateBadge state={state} /> : <StatusBadge status="waiting" word={t('attendance.notYet')} />}
      </span>
    </>
  )
  const inner = cx(
    'flex min-h-15 min-w-0 flex-1 items-center gap-3 py-1.5 ps-3',
    onMore ? 'pe-1' : 'rounded-e-card pe-3',
  )
  return (
    <li
      data-student={id}
      className={cx(
        'flex items-stretch overflow-hidden rounded-card border bg-surface transition-colors',
        onTap && 'hover:border-primary',
        borders[state ?? 'present'],
      )}
    >
      <Link
        to={paths.student(id, 'staff')}
        tabIndex={onTap || !current ? -1 : 0}
        title={t('attendance.openStudent')}
        className={cx('flex items-center rounded-s-card ps-3', ring)}
      >
        <Avatar names={name.split(' ')} src={imageUrl} />
        <span className="sr-only">
          {t('attendance.openStudent')}: {name}
        </span>
      </Link>
      {onTap ? (
        <button type="button" data-mark tabIndex={current ? 0 : -1} className={cx(inner, ring)} onClick={onTap}>
          {content}
        </button>
      ) : (
        <div className={inner}>{content}</div>
      )}
      {onMore && (
        <button
          type="button"
          tabIndex={-1}
          title={t('attendance.details')}
          className={cx(
            'grid w-11 shrink-0 place-items-center rounded-e-card text-muted hover:text-primary print:hidden',
            ring,
          )}
          onClick={onMore}
        >
          <Ellipsis className="size-5" aria-hidden="true" />
          <span className="sr-only">
            {t('attendance.details')}: {name}
          </span>
        </button>
      )}
    </li>
  )
}

/** A line clips everything outside its round corners, so the focus outline is drawn inside. */
const ring = '-outline-offset-3'

/**
 * That there is something to know about the health, the class that gave the mark, the accepted excuse, the minutes, the reason and the person who corrected it, in one line; null without any
 * of them.
 */
function detailsOf(
  { markedIn, isExcused, hasAlert, hint, begins }: Person,
  line: RegisterLine | undefined,
  corrected: AttendanceMark | undefined,
  t: (key: string, values?: Record<string, string | number>) => string,
) {
  const parts: ReactNode[] = hasAlert ? [t('attendance.hasAlert')] : []
  if (markedIn)
    parts.push(
      <>
        {t('attendance.recordedIn')} <Bdi>{markedIn.classRoomName}</Bdi>
      </>,
    )
  else if (hint) parts.push(<span className={cx(begins?.state === 'absent' && 'text-wait')}>{hint}</span>)
  else if (isExcused) parts.push(t(line?.state === 'excused' ? 'attendance.excuseTap' : 'attendance.excuseAccepted'))
  if (line?.minutesLate)
    parts.push(
      <>
        <Digits>{line.minutesLate}</Digits> {t('attendance.minutes')}
      </>,
    )
  if (line?.leftAt)
    parts.push(<span className="text-wait">{t('attendance.leftTime', { time: isolated(line.leftAt) })}</span>)
  if (line?.note) parts.push(<Bdi>{line.note}</Bdi>)
  if (corrected)
    parts.push(
      <>
        {corrected.supervisorName && (
          <>
            {t('attendance.savedBy')} <Bdi>{corrected.supervisorName}</Bdi> ·{' '}
          </>
        )}
        <Moment at={corrected.lastModifyDate} />
      </>,
    )
  if (parts.length === 0) return null
  return parts.map((part, nth) => (
    // oxlint-disable-next-line react/no-array-index-key -- the parts have no other name
    <Fragment key={nth}>
      {nth > 0 && ' · '}
      {part}
    </Fragment>
  ))
}
