import { useEffect } from 'react'
import { createPortal } from 'react-dom'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { shownDays, type WeekSubject, type WeekRead } from './week.ts'
import { SchoolTable } from './SchoolTable.tsx'
import { WeekTable } from './PublishedWeek.tsx'

type Props = { week: WeekRead; of: WeekSubject; onClose: () => void }

/** A week on paper: on A4, and on A3 for the whole school. Both lie across. */
export function WeekPaper({ week, of, onClose }: Props) {
  const { t } = useTranslation()
  const days = shownDays(week)
  useEffect(() => {
    const page = new CSSStyleSheet()
    page.replaceSync(`@page { size: ${of === 'school' ? 'A3' : 'A4'} landscape; margin: 10mm }`)
    document.adoptedStyleSheets.push(page)
    print()
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((one) => one !== page)
    onClose()
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once
  }, [])
  return createPortal(
    <section data-paper className="hidden print:block">
      <h1 className="mb-4 text-xl">
        <Bdi>{week.name ?? t('timetable.kinds.school')}</Bdi> · <Day day={days[0]?.day ?? week.today} short /> –{' '}
        <Day day={days.at(-1)?.day ?? week.today} short />
      </h1>
      {of === 'school' ? <SchoolTable days={days} /> : <WeekTable week={week} of={of} days={days} />}
    </section>,
    document.body,
  )
}
