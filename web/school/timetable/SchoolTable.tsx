import { weekdayName } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import type { DayRead } from './week.ts'
import './week.css'

const cell = 'border border-line px-2 py-1 text-start align-top'

/** The master sheet: a line for each class, the numbers of each day across. Of one day it also says where. */
export function SchoolTable({ days }: { days: DayRead[] }) {
  const { t, language } = useTranslation()
  const isWeek = days.length > 1
  const numbers = days.map(({ lessons }) => [...new Set(lessons.map(({ number }) => number))].sort((a, b) => a - b))
  const classOf = (name: string) => name.split(' · ')[0]!
  const names = new Set(days.flatMap(({ lessons }) => lessons.flatMap((lesson) => lesson.classNames.map(classOf))))
  const classes = [...names].sort((one, other) => one.localeCompare(other, language, { numeric: true }))
  return (
    <table className={cx('w-full border-collapse bg-surface text-start text-sm', isWeek && 'week-sheet')}>
      <caption className="sr-only">{t('timetable.kinds.school')}</caption>
      <thead>
        <tr>
          <th scope="col" rowSpan={2} className={cx(cell, 'sticky start-0 bg-surface')}>
            {t('timetable.kinds.class')}
          </th>
          {days.map(({ day }, nth) =>
            numbers[nth]!.length > 0 ? (
              <th key={day} scope="colgroup" colSpan={numbers[nth]!.length} className={cell}>
                {weekdayName(day, language)}
              </th>
            ) : null,
          )}
        </tr>
        <tr>
          {days.flatMap(({ day }, nth) =>
            numbers[nth]!.map((number) => (
              <th key={`${day} ${number}`} scope="col" className={cell}>
                <Digits>{number}</Digits>
              </th>
            )),
          )}
        </tr>
      </thead>
      <tbody>
        {classes.map((name) => (
          <tr key={name} className="break-inside-avoid">
            <th scope="row" className={cx(cell, 'sticky start-0 bg-surface')}>
              <Bdi>{name}</Bdi>
            </th>
            {days.flatMap(({ day, lessons }, nth) =>
              numbers[nth]!.map((number) => (
                <td key={`${day} ${number}`} className={cell}>
                  {lessons
                    .filter((one) => one.number === number && one.classNames.some((each) => classOf(each) === name))
                    .map((one) => (
                      <p key={`${one.courseName} ${one.classNames.join()}`}>
                        <Bdi>{one.courseName}</Bdi>{' '}
                        <span className="text-muted">
                          <Bdi>{[...one.teacherNames, ...(isWeek ? [] : one.roomNames)].join('، ')}</Bdi>
                        </span>
                      </p>
                    ))}
                </td>
              )),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
