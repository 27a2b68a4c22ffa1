import { Link, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { type Column, DataTable } from '#web/ui/DataTable.tsx'
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

/** Students as a table, as cards on a narrow screen: who, in which class, whether the seat is paid and the student active. */
export function StudentTable({ students, balance, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const holds = useHolds()
  const turn = useTurn()
  const may = { seat: holds('UpdateStudentInfo'), turn: holds('ChangeStudentActivation') }

  const columns: Column<Student>[] = [
    {
      key: 'student',
      label: t('settings.students.student'),
      main: true,
      cell: (student) => <Who student={student} chosen={chosen} onChoose={onChoose} />,
    },
    {
      key: 'class',
      label: t('settings.students.classRoomId'),
      cell: ({ classRoomName }) => <Bdi>{classRoomName}</Bdi>,
    },
    {
      key: 'seat',
      label: t('settings.students.seat'),
      cell: (student) => (
        <SeatSwitch
          student={student}
          balance={balance}
          turn={may.seat ? () => turn(student, { isPaid: !student.isPaid }) : undefined}
        />
      ),
    },
    {
      key: 'active',
      label: t('settings.students.state'),
      cell: (student) => (
        <ActivationSwitch
          name={nameOf(student)}
          active={student.active}
          turn={may.turn ? () => turn(student, { active: !student.active }) : undefined}
        />
      ),
    },
  ]
  return <DataTable label={t('settings.students.title')} columns={columns} rows={students} rowKey={({ id }) => id} />
}

function Who({ student, chosen, onChoose }: { student: Student } & Pick<Props, 'chosen' | 'onChoose'>) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const name = nameOf(student)
  return (
    <span className="flex items-center gap-3">
      {chosen && (
        <label className="-m-2 grid size-11 shrink-0 place-items-center">
          <input
            type="checkbox"
            aria-label={`${t('settings.students.choose')}: ${name}`}
            checked={chosen.has(student.id)}
            onChange={() => onChoose(student.id)}
            className="size-5 accent-(--primary)"
          />
        </label>
      )}
      <Avatar names={[student.firstName, student.lastName]} src={student.imageUrl} />
      <span className="min-w-0">
        <Link
          to={{ search: leadingTo(query, 'student', student.id) }}
          className="inline-flex min-h-6 items-center font-semibold [overflow-wrap:anywhere] text-ink underline-offset-4 hover:text-primary hover:underline"
        >
          <Bdi>{name}</Bdi>
        </Link>
        <span className="block text-sm font-normal text-muted">
          <Digits>{student.code}</Digits>
        </span>
      </span>
    </span>
  )
}
