import { BellRing, Check } from 'lucide-react'
import type { OutputOf } from '#contract/language/operation.ts'
import { results } from '#contract/results/results/results.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { cx } from '#web/ui/cx.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Empty } from '#web/ui/States.tsx'
import { coursesOf, type GradePlace, type Grade } from './plan.ts'
import { useNameOf } from './words.ts'

type Owed = OutputOf<typeof results.missing>[number]
type OwedMarksOf = Owed & { courseId: string; courseName: string }

const isOfMarks = (row: Owed): row is OwedMarksOf => row.parts.length > 0

type Props = {
  place: GradePlace
  grade: Grade
  /** The issue in which the grade is closed; null: it is open. */
  closedIssue: number | null
  toGrid: (classRoomId: string, courseId: string) => void
  toRemarks: (classRoomId: string) => void
}

/** Which marks and remarks are missing, by course and class, with the teachers who owe them. */
export function MissingTab({ place, grade, closedIssue, toGrid, toRemarks }: Props) {
  const { t } = useTranslation()
  const { data: all, error, refetch } = useRead(results.missing, place)
  const data = all?.filter(isOfMarks)
  if (!all || !data) return <LoadingOrFailed error={error} again={refetch} count={4} />
  const issue = closedIssue ?? 0
  const remarks = <MissingRemarks rows={all.filter((row) => row.remarks > 0)} open={closedIssue ? null : toRemarks} />
  if (data.length === 0)
    return (
      <>
        <Empty sentence={closedIssue ? t('results.closedTerm.noneMissing', { issue }) : t('results.nothingMissing')} />
        {remarks}
      </>
    )
  const open = closedIssue ? null : toGrid
  return (
    <>
      {closedIssue ? (
        <p className="rounded-card border border-accent bg-wait-soft px-4 py-2 text-sm">
          {t('results.closedTerm.missing', { issue })}
        </p>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-3">
          <p>{t('results.missingInAll', { count: data.reduce((sum, { parts }) => sum + marksIn(parts), 0) })}</p>
          <Remind place={place} teachers={new Set(data.flatMap(({ teachers }) => teachers)).size} />
        </div>
      )}
      <ul className="grid gap-3 md:hidden">
        {data.map((row) => (
          <li key={row.classRoomId + row.courseId}>
            <Card className="flex flex-col gap-2">
              <h2 className="text-base">
                <Bdi>{row.courseName}</Bdi> · <Bdi>{row.classRoomName}</Bdi>
              </h2>
              <OwedMarks row={row} open={open} />
            </Card>
          </li>
        ))}
      </ul>
      <Matrix rows={data} grade={grade} open={open} />
      {remarks}
    </>
  )
}

/** The classes and courses in which some students have a remark and others do not. */
function MissingRemarks({ rows, open }: { rows: readonly Owed[]; open: ((classRoomId: string) => void) | null }) {
  const { t } = useTranslation()
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-2">
      <h2 className="text-base">{t('results.remarksMissing')}</h2>
      <ul className="flex flex-col gap-2">
        {rows.map(({ classRoomId, classRoomName, courseId, courseName, teachers, remarks }) => (
          <li key={`${classRoomId} ${courseId}`} className="flex flex-wrap items-center gap-x-4 gap-y-1">
            <span className="font-medium">
              <Bdi>{classRoomName}</Bdi>
              {courseName !== null && (
                <>
                  {' · '}
                  <Bdi>{courseName}</Bdi>
                </>
              )}
            </span>
            <span className="text-muted">
              {t('results.students', { count: remarks })}
              {teachers.length > 0 && (
                <>
                  {' · '}
                  <Bdi>{teachers.join(t('results.how.and'))}</Bdi>
                </>
              )}
            </span>
            {open && <Button onClick={() => open(classRoomId)}>{t('results.toRemarks')}</Button>}
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Reminds all who owe marks, each at most once a day. */
function Remind({ place, teachers }: { place: GradePlace; teachers: number }) {
  const { t } = useTranslation()
  const may = useMay(results.remindMissing)
  const remind = useChange(results.remindMissing)
  const { saving, save } = useSaving()
  if (!may || teachers === 0) return null
  const said = ({ changed }: { changed: number }) => t('results.reminded', { count: changed })
  return (
    <Button
      icon={<BellRing className="size-5" aria-hidden="true" />}
      disabled={saving}
      onClick={() => save(() => remind(place), said)}
    >
      {t('results.remind', { count: teachers })}
    </Button>
  )
}

type Open = ((classRoomId: string, courseId: string) => void) | null

/** Courses by classes; what is complete is seen too. */
function Matrix({ rows, grade, open }: { rows: readonly OwedMarksOf[]; grade: Props['grade']; open: Open }) {
  const { t } = useTranslation()
  const classes = named([...grade.classes, ...rows.map((row) => ({ id: row.classRoomId, name: row.classRoomName }))])
  const courses = named([...coursesOf(grade), ...rows.map((row) => ({ id: row.courseId, name: row.courseName }))])
  const isTaught = (classId: string, courseId: string) =>
    grade.classes.some(({ id, courses }) => id === classId && courses.some((course) => course.id === courseId))
  return (
    <div className="overflow-x-auto rounded-card border border-line bg-surface max-md:hidden">
      <table className="w-full text-sm">
        <thead>
          <tr>
            <th scope="col" className={cx(cell, 'text-start')}>
              {t('results.course')}
            </th>
            {classes.map(({ id, name }) => (
              <th key={id} scope="col" className={cx(cell, 'text-start')}>
                <Bdi>{name}</Bdi>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {courses.map((course) => (
            <tr key={course.id}>
              <th scope="row" className={cx(cell, 'text-start font-medium')}>
                <Bdi>{course.name}</Bdi>
              </th>
              {classes.map(({ id }) => {
                const row = rows.find((one) => one.classRoomId === id && one.courseId === course.id)
                return (
                  <td key={id} className={cx(cell, row && 'bg-wait-soft')}>
                    {row && <OwedMarks row={row} open={open} />}
                    {!row && (isTaught(id, course.id) ? <Complete /> : '–')}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Complete() {
  const { t } = useTranslation()
  return (
    <span className="flex items-center gap-1 text-ok">
      <Check className="size-4 shrink-0" aria-hidden="true" />
      {t('results.complete')}
    </span>
  )
}

/** What a class lacks in a course, by part, and who owes it. */
function OwedMarks({ row, open }: { row: OwedMarksOf; open: Open }) {
  const { t } = useTranslation()
  const nameOf = useNameOf()
  return (
    <>
      <p className="flex items-baseline gap-2">
        <span className="text-lg font-semibold text-wait">
          <Digits>{marksIn(row.parts)}</Digits>
        </span>
        {row.teachers.length > 0 ? <Bdi>{row.teachers.join(t('results.how.and'))}</Bdi> : t('results.noTeacher')}
      </p>
      <ul className="text-sm text-muted">
        {row.parts.map((part) => (
          <li key={part.name}>
            <Bdi>{nameOf(part)}</Bdi>: {t('results.students', { count: part.students })}
          </li>
        ))}
      </ul>
      {row.teachers.length > 0 && open && (
        <Button className="mt-1 self-start" onClick={() => open(row.classRoomId, row.courseId)}>
          {t('results.toGrid')}
        </Button>
      )}
    </>
  )
}

const marksIn = (parts: Owed['parts']) => parts.reduce((sum, { students }) => sum + students, 0)

type Named = { id: string; name: string }

/** Each once. */
const named = (all: readonly Named[]) => [...new Map(all.map((one) => [one.id, one] as const)).values()]

const cell = 'border-b border-line px-3 py-2 align-top'
