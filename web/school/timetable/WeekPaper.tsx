import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { shownDays, type WeekSubject, type WeekRead } from './week.ts'
import { SchoolTable } from './SchoolTable.tsx'
import { WeekTable } from './PublishedWeek.tsx'

/** `oneDay`: only today, or the first day of another week. */
type Props = { week: WeekRead; of: WeekSubject; schoolName: string; oneDay?: boolean; onClose: () => void }

/** A week on paper: on A4, and on A3 for the whole school; a day of the school for a corridor on A4. All lie across. */
export function WeekPaper({ week, of, schoolName, oneDay = false, onClose }: Props) {
  const { t } = useTranslation()
  const shown = shownDays(week)
  const days = oneDay ? [shown.find(({ day }) => day === week.today) ?? shown[0]!] : shown
  const isLarge = of === 'school' && !oneDay
  useEffect(() => {
    const page = new CSSStyleSheet()
    page.replaceSync(`@page { size: ${isLarge ? 'A3' : 'A4'} landscape; margin: 10mm }`)
    document.adoptedStyleSheets.push(page)
    print()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return createPortal(
    <section data-paper className="hidden print:block">
      <p className="text-lg">
        <Bdi>{schoolName}</Bdi>
      </p>
      <h1 className="mb-4 text-xl">
        <Bdi>{week.name ?? t('timetable.title')}</Bdi> ·{' '}
        {oneDay ? (
          <Day day={days[0]!.day} named />
        ) : (
          <>
            <Day day={days[0]?.day ?? week.today} short /> – <Day day={days.at(-1)?.day ?? week.today} short />
          </>
        )}
      </h1>
      {of === 'school' ? <SchoolTable days={days} /> : <WeekTable week={week} of={of} days={days} />}
    </section>,
    document.body,
  )
}
