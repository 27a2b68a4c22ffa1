import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import type { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'

type LessonDay = OutputOf<typeof lessonRegisters.day>
type Props = { days: LessonDay[]; onClose: () => void }

/** The attendance of a class by number, for a week on A4 across. Days without lessons are left out. */
export function LessonWeekPaper({ days, onClose }: Props) {
  const { t } = useTranslation()
  useEffect(() => {
    const page = new CSSStyleSheet()
    page.replaceSync('@page { size: A4 landscape; margin: 8mm }')
    document.adoptedStyleSheets.push(page)
    print()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  const shown = days.map((day) => ({ ...day, numbers: [...new Set(day.lessons.map(({ number }) => number))] }))
  return createPortal(
    <section data-paper className="hidden text-xs print:block">
      <h1 className="mb-2 text-lg">
        <Bdi>{days[0]?.classRoomName}</Bdi> · <Day day={days[0]!.date} short /> – <Day day={days.at(-1)!.date} short />
      </h1>
      <table className="w-full border-collapse">
        <thead>
          <tr>
            <th scope="col" rowSpan={2} className={`${cell} text-start`}>
              {t('lessons.student')}
            </th>
            {shown.map(({ date, numbers }) => (
              <th key={date} scope="colgroup" colSpan={numbers.length} className={`${cell} border-s-2`}>
                <Day day={date} named short />
              </th>
            ))}
          </tr>
          <tr>
            {shown.flatMap(({ date, numbers }) =>
              numbers.map((number, nth) => (
                <th key={`${date} ${number}`} scope="col" className={of(nth)}>
                  {number}
                </th>
              )),
            )}
          </tr>
        </thead>
        <tbody>
          {studentsOf(days).map(({ id, name }) => (
            <tr key={id} className="break-inside-avoid">
              <th scope="row" className={`${cell} text-start font-normal`}>
                <Bdi>{name}</Bdi>
              </th>
              {shown.flatMap(({ date, numbers, students }) => {
                const marks = students.find((one) => one.id === id)?.marks ?? []
                return numbers.map((number, nth) => (
                  <td key={`${date} ${number}`} className={`${of(nth)} text-center`}>
                    {signOf(
                      marks.find((one) => one.number === number),
                      t,
                    )}
                  </td>
                ))
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="mt-2">
        {states.map((state) => (
          <span key={state} className="me-4">
            {t(`lessons.short.${state}`)} {t(`attendance.${state}`)}
          </span>
        ))}
        <span>* {t('lessons.elsewhere.title')}</span>
      </p>
    </section>,
    document.body,
  )
}

const cell = 'border border-line px-1 py-0.5'
/** The first number of a day stands behind a thicker line. */
const of = (nth: number) => (nth === 0 ? `${cell} border-s-2` : cell)

const states = ['present', 'absent', 'late', 'excused'] as const

/** Everybody who was in the class on one of the days, in the order of the lists. */
const studentsOf = (days: LessonDay[]) => [
  ...new Map(days.flatMap(({ students }) => students.map((one) => [one.id, one] as const))).values(),
]

/** What stands in a cell: the letter of the state, and when they left. */
function signOf(mark: LessonDay['students'][number]['marks'][number] | undefined, t: (key: string) => string) {
  if (!mark) return ''
  const sign = mark.elsewhere ? '*' : t(`lessons.short.${mark.state}`)
  return mark.leftAt ? `${sign} ${mark.leftAt}` : sign
}
