import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { TimeOfOwn } from './rows.ts'

type Props = {
  time: TimeOfOwn
  /** The day has come, so that it can be said who came. */
  isNow: boolean
  disabled: boolean
  onClose: (isClosed: boolean) => void
  onSettle: (outcome: 'held' | 'missed' | null) => void
}

/** A time of a teacher: who comes, with the figures of the child one press away, or whether it is free. */
export function OwnTime({ time, isNow, disabled, onClose, onSettle }: Props) {
  const { t } = useTranslation()
  const { starts, isClosed, studentId, studentName, classRoomName, bookedByName, outcome } = time
  const does = t(isClosed ? 'meetings.openTime' : 'meetings.closeTime')
  return (
    <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <strong className="w-14">
        <Digits>{starts}</Digits>
      </strong>
      {studentId ? (
        <>
          <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
            <Link to={paths.student(studentId, 'staff')} className="font-medium text-primary underline">
              <Bdi>{studentName}</Bdi>
            </Link>
            <p className="text-sm text-muted">
              <Bdi>{classRoomName}</Bdi> · {t('meetings.bookedBy')}: <Bdi>{bookedByName}</Bdi>
            </p>
          </div>
          {outcome ? (
            <>
              <StatusBadge status={outcome === 'held' ? 'good' : 'bad'} word={t(`meetings.${outcome}`)} />
              <Button tone="quiet" disabled={disabled} onClick={() => onSettle(null)}>
                {t('meetings.undo')}
              </Button>
            </>
          ) : (
            isNow &&
            (['held', 'missed'] as const).map((one) => (
              <Button
                key={one}
                disabled={disabled}
                aria-label={t('meetings.timeNamed', { time: starts, does: t(`meetings.${one}`) })}
                onClick={() => onSettle(one)}
              >
                {t(`meetings.${one}`)}
              </Button>
            ))
          )}
        </>
      ) : (
        <>
          <span className="min-w-0 flex-1 text-muted">{t(isClosed ? 'meetings.closed' : 'meetings.free')}</span>
          <Button
            tone="quiet"
            disabled={disabled}
            aria-label={t('meetings.timeNamed', { time: starts, does })}
            onClick={() => onClose(!isClosed)}
          >
            {does}
          </Button>
        </>
      )}
    </div>
  )
}
