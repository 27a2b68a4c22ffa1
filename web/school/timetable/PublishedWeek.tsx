import { type ReactNode, useState } from 'react'
import { weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import {
  aboutLesson,
  type DayRead,
  fallsOut,
  type LessonOfWeek,
  weekLines,
  shownDays,
  type WeekSubject,
  timeOf,
  type WeekLine,
  type WeekRead,
} from './week.ts'

/** `table`: on a wide screen, instead of the one with a line for each lesson. */
type Props = { week: WeekRead; of: WeekSubject; table?: ReactNode }

/** A week: days across and lessons down on a wide screen and on paper; one day on a phone. */
export function PublishedWeek({ week, of, table }: Props) {
  const { t } = useTranslation()
  const days = shownDays(week)
  if (week.versions.length === 0) return <Empty sentence={t('timetable.nothing')} />
  if (days.every(({ lessons }) => lessons.length === 0)) return <Empty sentence={t('timetable.noLessons')} />
  return (
    <>
      <div className="overflow-x-auto max-md:hidden">{table || <WeekTable week={week} of={of} days={days} />}</div>
      <div className="md:hidden">
        <OneDay week={week} of={of} days={days} />
      </div>
    </>
  )
}

type Shown = Omit<Props, 'table'> & { days: DayRead[] }

const cell = 'border border-line px-2 py-1 text-start align-top'

export function WeekTable({ week, of, days }: Shown) {
  const { t } = useTranslation()
  return (
    <table className="w-full border-collapse bg-surface text-start text-sm">
      <caption className="sr-only">{t('timetable.title')}</caption>
      <thead>
        <tr>
          <th scope="col" className={cell}>
            {t('timetable.lesson')}
          </th>
          {days.map((day) => (
            <th key={day.day} scope="col" className={cell}>
              <DayName day={day} today={week.today} />
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weekLines(week, days).map((line) =>
          line.number === null ? (
            <tr key={`break ${line.starts}`}>
              <td colSpan={days.length + 1} className="border border-line bg-soft px-2 text-muted">
                <Bdi>{line.name}</Bdi> · <Digits>{line.starts}</Digits>
              </td>
            </tr>
          ) : (
            <tr key={line.number}>
              <th scope="row" className={cell}>
                <Numbered line={line} />
              </th>
              {days.map((day) => (
                <td key={day.day} className={cell}>
                  <div className="space-y-2">
                    {day.lessons
                      .filter(({ number }) => number === line.number)
                      .map((lesson, nth) => (
                        // oxlint-disable-next-line react/no-array-index-key -- groups side by side have no other order
                        <OneLesson key={nth} week={week} of={of} lesson={lesson} usual={line.starts} />
                      ))}
                  </div>
                </td>
              ))}
            </tr>
          ),
        )}
      </tbody>
    </table>
  )
}

const Numbered = ({ line }: { line: Extract<WeekLine, { number: number }> }) => (
  <>
    <Digits>{line.number}</Digits>
    {line.starts && (
      <span className="block font-normal text-muted">
        <Digits>{`${line.starts}–${line.ends}`}</Digits>
      </span>
    )}
  </>
)

function DayName({ day, today }: { day: DayRead; today: string }) {
  const { t, language } = useTranslation()
  return (
    <>
      <span className={day.day === today ? 'text-primary' : undefined}>{weekdayName(day.day, language)}</span>{' '}
      <span className="font-normal text-muted">
        <Day day={day.day} short />
        {day.week && ` · ${t(`timetable.week${day.week}`)}`}
      </span>
      {day.closed && (
        <span className="block font-normal text-muted">
          {day.holiday ? <Bdi>{day.holiday}</Bdi> : t('timetable.closed')}
        </span>
      )}
    </>
  )
}

type LessonProps = { week: WeekRead; of: WeekSubject; lesson: LessonOfWeek; usual: string | null }

function OneLesson({ week, of, lesson, usual }: LessonProps) {
  const { t } = useTranslation()
  const time = timeOf(week, lesson)
  return (
    <div className="min-w-0">
      <p className="font-medium">
        <Bdi>{lesson.courseName}</Bdi>
      </p>
      {aboutLesson(of, lesson).map((word) => (
        <p key={word} className="text-muted">
          <Bdi>{word}</Bdi>
        </p>
      ))}
      {time && time.starts !== usual && (
        <p className="text-muted">
          <Digits>{`${time.starts}–${time.ends}`}</Digits>
        </p>
      )}
      {lesson.lacksTeacher && <p className="text-danger">{t('timetable.lacksTeacher')}</p>}
      {fallsOut(week, lesson) && <p className="text-danger">{t('timetable.fallsOut')}</p>}
    </div>
  )
}

/** One day with a switch for the others, beginning with today or the next one. */
function OneDay({ week, of, days }: Shown) {
  const { t, language } = useTranslation()
  const [chosen, choose] = useState(() => (days.find(({ day }) => day >= week.today) ?? days[0]!).day)
  const shown = days.find(({ day }) => day === chosen) ?? days[0]!
  const lines = weekLines(week, [shown])
  return (
    <div className="space-y-3">
      <Segments
        label={t('timetable.day')}
        items={days.map(({ day }) => ({ value: day, label: weekdayName(day, language) }))}
        value={shown.day}
        onChange={choose}
      />
      <p className="font-semibold">
        <DayName day={shown} today={week.today} />
      </p>
      {shown.lessons.length === 0 && <Empty sentence={t('timetable.noLessons')} />}
      {shown.lessons.length > 0 && (
        <ol className="divide-y divide-line rounded-card border border-line bg-surface">
          {lines.map((line) =>
            line.number === null ? (
              <li key={`break ${line.starts}`} className="bg-soft px-4 py-1 text-sm text-muted">
                <Bdi>{line.name}</Bdi> · <Digits>{line.starts}</Digits>
              </li>
            ) : (
              <li key={line.number} className="flex gap-4 px-4 py-2">
                <span className="shrink-0 text-sm">
                  <Numbered line={line} />
                </span>
                <div className="min-w-0 flex-1 space-y-2">
                  {shown.lessons
                    .filter(({ number }) => number === line.number)
                    .map((lesson, nth) => (
                      // oxlint-disable-next-line react/no-array-index-key -- groups side by side have no other order
                      <OneLesson key={nth} week={week} of={of} lesson={lesson} usual={line.starts} />
                    ))}
                </div>
              </li>
            ),
          )}
        </ol>
      )}
    </div>
  )
}
