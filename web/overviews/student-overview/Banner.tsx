import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/Picture.tsx'
import { ScreenHeading } from '#web/ui/Screen.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Alerts } from './Alerts.tsx'
import { CallButton } from './CallButton.tsx'
import { LastResult } from './LastResult.tsx'
import { MonthShare } from './MonthShare.tsx'
import { ageOn, type Overview } from './overview.ts'

type Props = {
  overview: Overview
  asParent: boolean
  /** Whether a phone shows all of it; beside the parts that are lists, only who it is. */
  whole: boolean
  tools: ReactNode
}

/** Who the student is, how they are doing, what has to be done, and whom to call: it stays above every part of the page. */
export function Banner({ overview, asParent, whole, tools }: Props) {
  const { studentId, studentName, imageUrl, guardians, attendance, today, lastResult } = overview
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 md:flex-nowrap">
      <Avatar names={studentName.split(' ')} src={imageUrl} />
      <div className="min-w-0 flex-1 basis-32 md:min-w-72">
        <ScreenHeading title={studentName} className="max-md:text-lg" />
        <Facts overview={overview} asParent={asParent} whole={whole} />
      </div>
      <div className="flex items-center gap-1 md:order-last">{tools}</div>
      <div
        className={cx(
          'flex w-full flex-wrap items-center gap-x-4 gap-y-2 md:w-auto md:min-w-0 md:justify-end',
          !whole && 'max-lg:hidden',
        )}
      >
        {attendance && attendance.days > 0 && (
          <span className={cx(asParent && 'max-md:hidden')}>
            <MonthShare studentId={studentId} today={today} {...attendance} />
          </span>
        )}
        {lastResult && <LastResult studentId={studentId} result={lastResult} />}
        <Alerts overview={overview} asParent={asParent} />
        {guardians?.map((guardian, nth) => guardian.phone && <CallButton key={nth} guardian={guardian} />)}
      </div>
    </div>
  )
}

function Facts({ overview, asParent, whole }: Omit<Props, 'tools'>) {
  const { t } = useTranslation()
  const { classRoomId, classRoomName, schoolName, code, birthDate, today, leftOn, active } = overview
  return (
    <div className="flex flex-wrap items-baseline gap-x-3 text-sm text-muted">
      {asParent ? (
        <span>
          <Bdi>{classRoomName}</Bdi>
          <span className={cx(!whole && 'max-md:hidden')}>
            {' · '}
            <Bdi>{schoolName}</Bdi>
          </span>
        </span>
      ) : (
        <Link
          to={paths.classRoom(classRoomId)}
          className="inline-flex min-h-6 items-center font-medium text-primary underline-offset-4 hover:underline"
        >
          <Bdi>{classRoomName}</Bdi>
        </Link>
      )}
      {code && <Digits>{code}</Digits>}
      {birthDate && (
        <span className={cx(!whole && 'max-md:hidden')}>{t('student.age', { count: ageOn(birthDate, today) })}</span>
      )}
      {leftOn && (
        <span>
          {t('children.left')} <Day day={leftOn} />
        </span>
      )}
      {!leftOn && !active && <StatusBadge status="neutral" word={t('student.inactive')} />}
    </div>
  )
}
