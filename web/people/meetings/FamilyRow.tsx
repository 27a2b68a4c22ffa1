import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import type { FamilyMeeting } from './rows.ts'

type Props = {
  meeting: FamilyMeeting
  namesChild: boolean
  /** When it is planned; null if it is not. */
  time: string | null
  times: readonly string[]
  isWanted: boolean
  disabled: boolean
  onWant: (isWanted: boolean) => void
  onChoose: (time: string) => void
  onCancel: () => void
}

/** A child and one of its teachers: booked, planned, or left out. */
export function FamilyRow(props: Props) {
  const { meeting, namesChild } = props
  const { t } = useTranslation()
  const { teacherName, courseNames, studentName, room, isAsked, bookingId, bookedByName } = meeting
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <div className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
        <p className="font-medium">
          <Bdi>{teacherName}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {[...courseNames, ...(namesChild ? [studentName] : []), ...(room ? [room] : [])].map((part, nth) => (
            <span key={part}>
              {nth > 0 && ' · '}
              <Bdi>{part}</Bdi>
            </span>
          ))}
        </p>
        {isAsked && bookingId === null && <StatusBadge status="waiting" word={t('meetings.wanted')} />}
        {bookingId !== null && bookedByName && (
          <p className="text-sm text-muted">
            {t('meetings.bookedBy')}: <Bdi>{bookedByName}</Bdi>
          </p>
        )}
      </div>
      <Time {...props} />
    </div>
  )
}

function Time({ meeting, time, times, isWanted, disabled, onWant, onChoose, onCancel }: Props) {
  const { t } = useTranslation()
  const { teacherName, studentName, bookingId, starts, isOpen } = meeting
  const named = { teacher: teacherName, name: studentName }
  const select = (value: string) => (
    <select
      aria-label={t('meetings.timeOf', named)}
      value={value}
      disabled={disabled}
      onChange={({ target }) => onChoose(target.value)}
      className="min-h-11 rounded-field border border-line bg-surface px-3 font-semibold tabular-nums"
    >
      {value === '' && <option value="">{t('meetings.choose')}</option>}
      {[...new Set([...(value ? [value] : []), ...times])].toSorted().map((one) => (
        <option key={one} value={one}>
          {one}
        </option>
      ))}
    </select>
  )
  if (bookingId !== null && starts)
    return (
      <div className="flex flex-wrap items-center gap-2">
        {isOpen ? (
          select(starts)
        ) : (
          <strong>
            <Digits>{starts}</Digits>
          </strong>
        )}
        <StatusBadge status="good" word={t('meetings.booked')} />
        <Button
          tone="quiet"
          disabled={disabled}
          aria-label={t('meetings.cancelOf', { time: starts, name: teacherName })}
          onClick={onCancel}
        >
          {t('meetings.cancel')}
        </Button>
      </div>
    )
  if (!isOpen) return null
  if (times.length === 0) return <p className="text-sm text-muted">{t('meetings.bookedOut')}</p>
  return (
    <div className="flex flex-wrap items-center gap-3">
      {isWanted && (time ? select(time) : <p className="text-sm text-wait">{t('meetings.noTime')}</p>)}
      <label className="flex min-h-11 items-center gap-2">
        <input
          type="checkbox"
          checked={isWanted}
          disabled={disabled}
          aria-label={t('meetings.meet', named)}
          onChange={({ target }) => onWant(target.checked)}
          className="size-5 shrink-0 accent-(--primary)"
        />
        <span className="text-sm">{t('meetings.meetShort')}</span>
      </label>
    </div>
  )
}
