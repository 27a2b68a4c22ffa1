import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Avatar } from '#web/ui/Picture.tsx'
import { ActivationSwitch } from '#web/settings/ActivationSwitch.tsx'
import { leadingTo } from './filters.ts'
import { SeatSwitch } from './SeatSwitch.tsx'
import { nameOf, type Student, useTurn } from './student.ts'

type Props = {
  students: Student[]
  balance: number | null
  /** Those chosen, where students can be chosen. */
  chosen: ReadonlySet<string> | null
  onChoose: (id: string) => void
}

/**
 * Students as a table; under 768 px each is a card of two lines, so that many fit a screen. The roles are said by hand,
 * because a table laid out as blocks would lose its own.
 */
export function StudentTable({ students, balance, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const holds = useHolds()
  const turn = useTurn()
  const [query] = useSearchParams()
  const may = { seat: holds('UpdateStudentInfo'), turn: holds('ChangeStudentActivation') }
  const labels = ['student', 'classRoomId', 'seat', 'state']

  return (
    <table
      role="table"
      aria-label={t('settings.students.title')}
      className="block w-full text-start md:table md:overflow-hidden md:rounded-card md:border md:border-separate md:border-spacing-0 md:border-line md:bg-surface"
    >
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row">
          {labels.map((label) => (
            <th
              key={label}
              role="columnheader"
              scope="col"
              className="bg-bg px-4 py-3 text-start text-sm font-semibold text-muted"
            >
              {t(`settings.students.${label}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block space-y-2 md:table-row-group">
        {students.map((student) => (
          <tr
            key={student.id}
            role="row"
            className="flex flex-wrap items-center justify-between gap-x-2 gap-y-1 rounded-card border border-line bg-surface px-4 py-2 max-md:lazy-paint md:table-row"
          >
            <td role="cell" className={cx(cell, 'w-full md:w-auto')}>
              <Who
                student={student}
                to={leadingTo(query, 'student', student.id)}
                isChosen={chosen?.has(student.id)}
                onChoose={onChoose}
              />
            </td>
            <td
              role="cell"
              className={cx(cell, 'text-sm text-muted [overflow-wrap:anywhere] md:text-base md:text-ink')}
            >
              <Bdi>{student.classRoomName}</Bdi>
            </td>
            <td role="cell" className={cell}>
              <SeatSwitch
                student={student}
                balance={balance}
                turn={may.seat ? () => turn(student, { isPaid: !student.isPaid }) : undefined}
              />
            </td>
            <td role="cell" className={cell}>
              <ActivationSwitch
                name={nameOf(student)}
                active={student.active}
                means={t('settings.students.stateMeans')}
                turn={may.turn ? () => turn(student, { active: !student.active }) : undefined}
              />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

const cell = 'block min-w-0 md:table-cell md:border-t md:border-line md:px-4 md:py-2'

type WhoProps = { student: Student; to: string; isChosen: boolean | undefined; onChoose: (id: string) => void }

function Who({ student, to, isChosen, onChoose }: WhoProps) {
  const { t } = useTranslation()
  const name = nameOf(student)
  return (
    <span className="flex items-center gap-3">
      {isChosen !== undefined && (
        <label className="-m-3 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`${t('settings.students.choose')}: ${name}`}
            checked={isChosen}
            onChange={() => onChoose(student.id)}
            className="size-5 accent-(--primary)"
          />
        </label>
      )}
      <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} />
      <span className="min-w-0">
        <Link
          to={{ search: to }}
          className="inline-flex min-h-6 items-center font-semibold underline-offset-4 [overflow-wrap:anywhere] hover:text-primary hover:underline"
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
