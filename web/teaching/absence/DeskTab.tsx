import { Printer } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { DeskPaper } from './DeskPaper.tsx'
import { DeskStudents } from './DeskStudents.tsx'
import { MissingLessons } from './MissingLessons.tsx'
import { MissingRegisters } from './MissingRegisters.tsx'
import { kindWord } from './kinds.ts'
import { areRegistersDue, type Desk, isBeforeRegisters, isNamed, isOpen, takenWords, useDesk } from './today.ts'

const views = ['open', 'absent', 'late', 'excused', 'all'] as const
type View = (typeof views)[number]

/** Everybody absent and late today, whom to call, which registers are missing, and who stays away tomorrow. */
export function DeskTab({ school }: { school: OwnSchool }) {
  const { data, error, refetch } = useDesk(school.id)
  if (!data) return <LoadingOrFailed error={error} again={refetch} count={8} />
  return <Today desk={data} school={school} />
}

function Today({ desk, school }: { desk: Desk; school: OwnSchool }) {
  const { t } = useTranslation()
  const [view, setView] = useState<View>('open')
  const [search, setSearch] = useState('')
  const [printing, setPrinting] = useState(false)
  const shown = desk.students.filter(
    (student) =>
      (view === 'all' || (view === 'open' ? isOpen(student) : student.state === view)) && isNamed(student, search),
  )
  return (
    <div className="space-y-1">
      <p className="flex flex-wrap gap-x-4 text-sm text-muted">
        <span>
          <Day day={desk.today} named /> · {takenWords(t, desk)}
        </span>
        <span role="status" className="max-md:hidden">
          {t('absence.asOf')} <Moment at={desk.asOf} timeZone={school.timeZone} />
        </span>
      </p>
      <div className="flex flex-wrap items-center gap-2">
        <Segments
          label={t('absence.view')}
          value={view}
          onChange={setView}
          items={views.map((value) => ({ value, label: `${t(`absence.views.${value}`)} ${countOf(desk, value)}` }))}
        />
        <SearchField
          label={t('absence.search')}
          value={search}
          onChange={setSearch}
          className="flex-1 basis-40 max-md:hidden"
        />
        <Button
          className="max-md:hidden"
          icon={<Printer className="size-5" aria-hidden="true" />}
          onClick={() => setPrinting(true)}
        >
          {t('absence.print')}
        </Button>
      </div>
      <div className="grid items-start gap-5 lg:grid-cols-[3fr_2fr]">
        <section aria-label={t('absence.today')} className="min-w-0 space-y-2">
          {shown.length > 0 ? (
            <DeskStudents students={shown} school={school} today={desk.today} />
          ) : (
            <Empty sentence={t(isBeforeRegisters(desk) ? 'absence.noRegisterYet' : 'absence.nobody')} />
          )}
        </section>
        <div className="space-y-5">
          {desk.openGaps !== null && desk.openGaps > 0 && (
            <LinkButton to={paths.absence('gaps')}>{t('absence.openGaps', { count: desk.openGaps })}</LinkButton>
          )}
          {areRegistersDue(desk) && <MissingRegisters desk={desk} timeZone={school.timeZone} />}
          {desk.missingLessons.length > 0 && <MissingLessons desk={desk} timeZone={school.timeZone} />}
          {desk.nextDay && <Planned planned={desk.planned} nextDay={desk.nextDay} />}
        </div>
      </div>
      {printing && <DeskPaper desk={desk} school={school} onClose={() => setPrinting(false)} />}
    </div>
  )
}

function countOf({ students, counts }: Desk, view: View) {
  if (view === 'open') return students.filter(isOpen).length
  return view === 'all' ? counts.absent + counts.late + counts.excused : counts[view]
}

function Planned({ planned, nextDay }: { planned: Desk['planned']; nextDay: string }) {
  const { t } = useTranslation()
  return (
    <Card>
      <h2 className="text-base">{t('absence.planned')}</h2>
      <p className="text-sm text-muted">
        <Day day={nextDay} named short />
      </p>
      {planned.length === 0 ? (
        <p className="mt-2 text-muted">{t('absence.nothingPlanned')}</p>
      ) : (
        <ul className="mt-2 divide-y divide-line">
          {planned.map((one) => (
            <li key={one.excuseId} className="py-2">
              <span className="font-medium">
                <Bdi>{one.studentName}</Bdi>
              </span>{' '}
              <span className="text-sm text-muted">
                <Bdi>{one.classRoomName}</Bdi> · {kindWord(t, one.kind)}
                {one.toDay > nextDay && (
                  <>
                    {' · '}
                    {t('absence.until')} <Digits>{one.toDay.slice(5).replace('-', '/')}</Digits>
                  </>
                )}
                {one.accepted === null && ` · ${t('absence.waits')}`}
              </span>
            </li>
          ))}
        </ul>
      )}
    </Card>
  )
}
