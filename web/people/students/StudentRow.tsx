import { memo } from 'react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/Picture.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { PresenceRate } from './PresenceRate.tsx'
import { SeatSwitch } from './SeatSwitch.tsx'
import { studentName, type ListedStudent, useTurn, wordsOfState } from './student.ts'

type Props = {
  student: ListedStudent
  /** The student's page. */
  to: string
  balance: number | null
  mayPay: boolean
  mayTurn: boolean
  seesPresence: boolean
  isChosen: boolean
  onChoose: (id: string) => void
}

/** A row of the table: the student, the class, whether the seat is paid and whether the student is active. */
export const StudentRow = memo(function StudentRow(props: Props) {
  const { student, balance, mayPay, mayTurn, seesPresence } = props
  const { t } = useTranslation()
  const turn = useTurn()
  return (
    <tr
      role="row"
      className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 @max-3xl:lazy-paint @3xl:table-row"
    >
      <td role="cell" className={cx(cell, 'w-full @3xl:w-auto')}>
        <Who {...props} />
      </td>
      <td role="cell" className={cx(cell, 'text-sm text-muted [overflow-wrap:anywhere] @3xl:text-base @3xl:text-ink')}>
        <Bdi>{student.classRoomName}</Bdi>
      </td>
      {seesPresence && (
        <td role="cell" className={cell}>
          <PresenceRate presence={student.presence} />
        </td>
      )}
      <td role="cell" className={cell}>
        {student.leftOn ? (
          <StatusBadge status="neutral" word={t('settings.students.seatEndedLeft')} />
        ) : (
          <SeatSwitch
            student={student}
            balance={balance}
            turn={mayPay ? () => turn(student, { isPaid: !student.isPaid }) : undefined}
          />
        )}
      </td>
      <td role="cell" className={cell}>
        {student.leftOn ? (
          <span className="text-sm text-muted">
            {t('settings.students.leftOn')} <Day day={student.leftOn} />
          </span>
        ) : (
          <ActivationSwitch
            name={studentName(student)}
            active={student.active}
            words={wordsOfState(t, student.active)}
            means={t('settings.students.stateMeans')}
            turn={mayTurn ? () => turn(student, { active: !student.active }) : undefined}
          />
        )}
      </td>
    </tr>
  )
})

const cell = 'block min-w-0 @3xl:table-cell @3xl:border-t @3xl:border-line @3xl:h-12 @3xl:px-4 @3xl:py-0.5'

function Who({ student, to, isChosen, onChoose }: Props) {
  const { t } = useTranslation()
  const name = studentName(student)
  return (
    <span className="flex items-center gap-3">
      <label className="-m-3 grid size-11 shrink-0 place-items-center">
        <input
          type="checkbox"
          aria-label={`${t('settings.students.choose')}: ${name}`}
          checked={isChosen}
          onChange={() => onChoose(student.id)}
          className="size-5 accent-(--primary)"
        />
      </label>
      <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} />
      <span className="min-w-0">
        <Link
          to={to}
          className="relative inline-flex min-h-6 items-center leading-tight font-semibold after:absolute after:inset-x-0 after:-inset-y-2.5 underline-offset-4 [overflow-wrap:anywhere] hover:text-primary hover:underline"
        >
          <Bdi>{name}</Bdi>
        </Link>
        <span className="block text-sm text-muted">
          <Digits>{student.code}</Digits>
        </span>
      </span>
    </span>
  )
}
