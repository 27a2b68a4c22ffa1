import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { type CivilDay, nameOfMonth } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { Empty, Failed } from '#web/ui/States.tsx'
import { Elsewhere } from './Elsewhere.tsx'
import { PrintLessonWeek } from './PrintLessonWeek.tsx'
import { RegisterLoading } from './RegisterLoading.tsx'
import { StateBadge } from './StateBadge.tsx'

type Day = OutputOf<typeof lessonRegisters.day>
type Lesson = Day['lessons'][number]
type Mark = Day['students'][number]['marks'][number]

type Props = { classRoomId: string; day: CivilDay; children?: ReactNode }

/** A class's day by its lessons: students against numbers, with the state of the day that follows from them. */
export function LessonsOfDay({ classRoomId, day, children }: Props) {
  const { t, language } = useTranslation()
  const { data, error, refetch } = useRead(lessonRegisters.day, { classRoomId, date: day })
  const mayTake = useMay(lessonRegisters.save)
  if (!data) return error ? <Failed error={error} again={refetch} /> : <RegisterLoading />
  if (data.lessons.length === 0) return <Empty sentence={t('lessons.none')}>{children}</Empty>
  const numbers = [...new Set(data.lessons.map(({ number }) => number))]
  return (
    <section aria-label={t('lessons.ofDay')} className="space-y-4 pt-2">
      <ul className="grid gap-2 sm:grid-cols-2 print:hidden">
        {data.lessons.map((lesson) => (
          <li key={`${lesson.number} ${lesson.groupId}`}>
            <LessonLink lesson={lesson} {...{ classRoomId, day, mayTake }} />
          </li>
        ))}
      </ul>
      <div className="overflow-x-auto">
        <table className="w-full border-collapse text-sm">
          <thead>
            <tr>
              <th scope="col" className="p-2 text-start font-medium text-muted">
                {t('lessons.student')}
              </th>
              {numbers.map((number) => (
                <th key={number} scope="col" className="p-2 text-center font-medium text-muted">
                  <span className="sr-only">{t('lessons.lesson', { number })}</span>
                  <span aria-hidden="true">{number}</span>
                </th>
              ))}
              <th scope="col" className="p-2 text-start font-medium text-muted">
                {t('lessons.day')}
              </th>
            </tr>
          </thead>
          <tbody>
            {data.students.map((student) => (
              <tr key={student.id} className="border-t border-line">
                <th scope="row" aria-label={student.name} className="p-2 text-start font-normal">
                  <Link to={paths.student(student.id, 'staff')} className="hover:text-primary">
                    <Bdi>{student.name}</Bdi>
                  </Link>
                </th>
                {numbers.map((number) => (
                  <td key={number} className="p-1 text-center">
                    <Cell mark={student.marks.find((one) => one.number === number)} />
                  </td>
                ))}
                <td className="p-2">
                  {student.day && <StateBadge state={student.day.state} />}
                  {student.day && student.day.origin !== 'derived' && (
                    <span className="block text-xs text-muted">{t(`lessons.origin.${student.day.origin}`)}</span>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <Elsewhere of={data} day={day} />
      <div className="flex flex-wrap gap-2 print:hidden">
        <PrintLessonWeek classRoomId={classRoomId} day={day} />
        <ExportButton
          list={lessonRegisters.marks}
          input={{ classRoomId, dateFrom: `${day.slice(0, 7)}-01`, dateTo: `${day.slice(0, 7)}-${lastOfMonth(day)}` }}
          narrowed={false}
          text={t('lessons.exportMonth', { month: nameOfMonth(day, language) })}
        />
      </div>
      {children}
    </section>
  )
}

/** The last day of the month of a day, in two digits. */
const lastOfMonth = (day: CivilDay) => new Date(Date.UTC(+day.slice(0, 4), +day.slice(5, 7), 0)).getUTCDate()

type LinkProps = { lesson: Lesson; classRoomId: string; day: CivilDay; mayTake: boolean }

/** One lesson of the day, with the way to its register. */
function LessonLink({ lesson, classRoomId, day, mayTake }: LinkProps) {
  const { t } = useTranslation()
  const { number, groupId, groupName, courseName, teacherNames, starts, version } = lesson
  const content = (
    <>
      <span className="grid size-8 shrink-0 place-items-center rounded-full bg-soft font-semibold tabular-nums">
        {number}
      </span>
      <span className="min-w-0 flex-1">
        <span className="block truncate">
          <Bdi>{[courseName, groupName].filter(Boolean).join(' · ')}</Bdi>
        </span>
        <span className="block truncate text-sm text-muted">
          {starts && <Digits>{starts}</Digits>} <Bdi>{teacherNames.join(' · ')}</Bdi>
        </span>
      </span>
      <span className={cx('shrink-0 text-sm', version > 0 ? 'text-good' : 'text-wait')}>
        {t(version > 0 ? 'attendance.takenShort' : 'attendance.notTakenShort')}
      </span>
    </>
  )
  const look = 'flex min-h-14 items-center gap-3 rounded-card border border-line bg-surface px-3 py-2'
  if (!mayTake) return <div className={look}>{content}</div>
  return (
    <Link to={paths.lesson({ classRoomId, day, number, groupId })} className={cx(look, 'hover:border-primary')}>
      {content}
    </Link>
  )
}

const looks = {
  present: 'text-muted',
  late: 'bg-wait-soft text-wait',
  absent: 'bg-danger-soft text-danger',
  excused: 'bg-soft',
}

/** How a student was in one lesson: a letter with its word, a star on the school's business, and the minute they left. */
function Cell({ mark }: { mark: Mark | undefined }) {
  const { t } = useTranslation()
  if (!mark) return <span className="text-muted">·</span>
  const word = [
    mark.elsewhere ? t('lessons.elsewhere.at', { name: mark.elsewhere }) : t(`attendance.${mark.state}`),
    mark.leftAt && t('attendance.leftTime', { time: mark.leftAt }),
  ]
    .filter(Boolean)
    .join(' · ')
  return (
    <span
      title={word}
      className={cx('inline-block min-w-8 rounded-field px-1.5 py-0.5', looks[mark.elsewhere ? 'excused' : mark.state])}
    >
      <span className="sr-only">{word}</span>
      <span aria-hidden="true">
        {mark.elsewhere ? '*' : t(`lessons.short.${mark.state}`)}
        {mark.leftAt && <span className="block text-xs text-wait">{mark.leftAt}</span>}
      </span>
    </span>
  )
}
