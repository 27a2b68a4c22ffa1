import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { paths } from '#web/lib/paths.ts'
import type { ListedStudent } from './student.ts'
import { StudentRow } from './StudentRow.tsx'

type Props = {
  students: ListedStudent[]
  balance: number | null
  chosen: ReadonlySet<string>
  /** Must be the same function each time, because hundreds of rows are rendered again when it changes. */
  onChoose: (id: string) => void
}

/**
 * Students as a table. On a narrow screen, each is a card of two lines, so that many fit. The ARIA roles are set by hand,
 * because a table with the layout of blocks would lose its own.
 */
export function StudentTable({ students, balance, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const holds = useHolds()
  const mayPay = holds('UpdateStudentInfo')
  const mayTurn = holds('ChangeStudentActivation')
  const seesPresence = students.some(({ presence }) => presence !== null)
  const labels = [
    'students.student',
    'students.classRoomId',
    ...(seesPresence ? ['presence.title'] : []),
    'students.seat',
    'students.state',
  ]

  return (
    <div className="@container">
      <table
        role="table"
        aria-label={t('settings.students.title')}
        className="block w-full text-start @3xl:table @3xl:overflow-hidden @3xl:rounded-card @3xl:border @3xl:border-separate @3xl:border-spacing-0 @3xl:border-line @3xl:bg-surface"
      >
        <thead role="rowgroup" className="sr-only @3xl:not-sr-only @3xl:table-header-group">
          <tr role="row">
            {labels.map((label) => (
              <th
                key={label}
                role="columnheader"
                scope="col"
                className="bg-bg px-4 py-1 text-start text-sm font-semibold text-muted"
              >
                {t(`settings.${label}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="block space-y-2 @3xl:table-row-group">
          {students.map((student) => (
            <StudentRow
              key={student.id}
              student={student}
              to={paths.student(student.id, 'staff')}
              balance={balance}
              mayPay={mayPay}
              mayTurn={mayTurn}
              seesPresence={seesPresence}
              isChosen={chosen.has(student.id)}
              onChoose={onChoose}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}
