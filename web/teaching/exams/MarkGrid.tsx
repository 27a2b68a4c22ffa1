import { Link, useSearchParams } from 'react-router'
import type { classMarks } from '#contract/teaching/exams/class-marks.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { cx } from '#web/ui/cx.ts'
import { useGridKeys } from '#web/ui/grid-keys.ts'

type Marks = OutputOf<typeof classMarks.get>
type Exam = Marks['exams'][number]

type Props = { label: string; classRoomId: string; exams: Exam[]; students: Marks['students'] }

/** The exams of a class as columns and its students as rows. The names stay in view while the marks move beneath them. */
export function MarkGrid({ label, classRoomId, exams, students }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const year = query.get('year') ?? undefined
  const { grid, tabIndexOf } = useGridKeys()
  const last = exams.length + 1
  const cell = (row: number, column: number) => ({
    'data-cell': `${row}:${column}`,
    tabIndex: tabIndexOf(row, column),
  })
  return (
    <div
      style={{ maxHeight: '80vh', overflow: 'auto', scrollPaddingInlineStart: nameWidth, scrollPaddingBlock: '6rem' }}
      className="relative -mx-4 border border-line bg-surface md:mx-0 md:rounded-card"
    >
      <table
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role -- a table whose cells keys reach is a grid
        role="grid"
        aria-label={label}
        aria-colcount={last + 1}
        style={{ borderCollapse: 'separate', borderSpacing: 0 }}
        className="w-full text-sm"
        {...grid}
      >
        <thead>
          <tr>
            <th scope="col" className={cx(headLook, nameLook, 'z-30')} style={nameStyle} {...cell(0, 0)}>
              {t('classMarks.student')}
            </th>
            {exams.map((exam, place) => (
              <th key={exam.id} scope="col" className={headLook}>
                <ExamHead exam={exam} to={paths.marks(classRoomId, 'exams', exam.id, year)} cell={cell(0, place + 1)} />
              </th>
            ))}
            <th scope="col" className={cx(headLook, 'text-center')} {...cell(0, last)}>
              {t('classMarks.average')}
            </th>
          </tr>
        </thead>
        <tbody>
          {students.map((student, row) => (
            <StudentRow
              key={student.studentId}
              student={student}
              exams={exams}
              cell={(column) => cell(row + 1, column)}
            />
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" className={cx(nameLook, footLook)} style={nameStyle} {...cell(students.length + 1, 0)}>
              {t('classMarks.ofClass')}
            </th>
            {exams.map((exam, place) => (
              <td
                key={exam.id}
                role="gridcell"
                className={cx(footLook, numberLook)}
                {...cell(students.length + 1, place + 1)}
              >
                <Digits>{exam.average ?? '–'}</Digits>
              </td>
            ))}
            <td role="gridcell" className={cx(footLook, numberLook)} {...cell(students.length + 1, last)}>
              <Percent share={meanOf(students.map(({ average }) => average))} />
            </td>
          </tr>
        </tfoot>
      </table>
    </div>
  )
}

type HeadProps = { exam: Exam; to: string; cell: { 'data-cell': string; tabIndex: number } }

function ExamHead({ exam, to, cell }: HeadProps) {
  const { t } = useTranslation()
  return (
    <Link
      to={to}
      className="flex min-h-11 min-w-24 flex-col items-center justify-end text-center text-primary underline-offset-4 hover:underline"
      {...cell}
    >
      <CourseTag name={exam.courseName} />
      <span className="font-normal text-muted">
        <Day day={exam.date} short /> · <Digits>/{exam.rate}</Digits>
      </span>
      {exam.marksState === 'draft' && <span className="font-normal text-wait">{t('work.draft')}</span>}
    </Link>
  )
}

type RowProps = {
  student: Marks['students'][number]
  exams: Exam[]
  cell: (column: number) => { 'data-cell': string; tabIndex: number }
}

const StudentRow = ({ student, exams, cell }: RowProps) => (
  <tr>
    <th scope="row" className={cx(nameLook, cellLook)} style={nameStyle} {...cell(0)}>
      <Bdi>{student.studentName}</Bdi>
    </th>
    {exams.map((exam, place) => (
      <td key={exam.id} role="gridcell" className={cx(cellLook, numberLook)} {...cell(place + 1)}>
        <Mark
          fullMark={exam.rate}
          result={student.results[place] ?? null}
          tookPart={student.tookPart[place] ?? null}
          sits={student.versions[place] != null}
        />
      </td>
    ))}
    <td role="gridcell" className={cx(cellLook, numberLook, 'font-semibold')} {...cell(exams.length + 1)}>
      <Percent share={student.average} />
    </td>
  </tr>
)

type MarkProps = { fullMark: number; result: number | null; tookPart: boolean | null; sits: boolean }

function Mark({ fullMark, result, tookPart, sits }: MarkProps) {
  const { t } = useTranslation()
  if (!sits) return <WithoutMark short="" long={t('classMarks.notIn')} />
  if (tookPart === false) return <WithoutMark short={t('marks.letter')} long={t('marks.absent')} />
  if (result === null) return <WithoutMark short="–" long={t('classMarks.notMarked')} />
  return (
    <span className={cx(result * 2 < fullMark && 'text-danger')}>
      <Digits>{result}</Digits>
    </span>
  )
}

const WithoutMark = ({ short, long }: { short: string; long: string }) => (
  <span className="text-muted" title={long}>
    <span aria-hidden="true">{short}</span>
    <span className="sr-only">{long}</span>
  </span>
)

const Percent = ({ share }: { share: number | null }) => <Digits>{share === null ? '–' : `${share}%`}</Digits>

/** With one decimal, as the averages it is made of. */
function meanOf(shares: (number | null)[]) {
  const known = shares.filter((share) => share !== null)
  if (known.length === 0) return null
  return Math.round((known.reduce((sum, share) => sum + share, 0) / known.length) * 10) / 10
}

const headLook = 'sticky top-0 z-10 border-b border-line bg-bg px-3 py-2 font-semibold'
const nameLook = 'sticky start-0 z-10 border-e border-line text-start font-medium [overflow-wrap:anywhere]'
/** Wide enough for two lines of a name, on a phone and at a desk. */
const nameWidth = 'clamp(8rem, 20vw, 14rem)'
const nameStyle = { width: nameWidth, minWidth: nameWidth }
const cellLook = 'border-b border-line bg-surface px-3 py-2.5'
const footLook = 'sticky bottom-0 bg-bg px-3 py-2.5 font-semibold text-muted'
const numberLook = 'whitespace-nowrap text-center tabular-nums'
