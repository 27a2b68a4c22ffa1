import { CalendarCheck2, CalendarPlus, Play, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { promotions } from '#contract/results/promotion/promotions.ts'
import { years } from '#contract/school/years/years.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button, LinkButton } from '#web/ui/Button.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { AddYear } from './AddYear.tsx'
import type { Year } from './CurrentYear.tsx'
import { isCurrent, offersOf } from './offers.ts'

/** All years of a school. One of the past that was not completed can be activated; a new one when none is current. */
export function YearsSetting({ school }: { school: OwnSchool }) {
  const query = useRead(years.list, { schoolId: school.id })
  const mayAdd = useMay(years.add)
  const [adding, setAdding] = useState(false)
  const offers = offersOf(query.data ?? [])
  const mayReopen = useMay(years.reopen)
  const mayPrepare = useMay(promotions.start)
  return (
    <RecordList
      of="years"
      listQuery={query}
      tools={
        <>
          {mayPrepare && <PrepareNextYear />}
          <ExportButton list={years.list} input={{ schoolId: school.id }} />
        </>
      }
      words={words}
      line={(year) => (
        <RecordRow name={year.name} more={year.description && <bdi>{year.description}</bdi>}>
          <State year={year} offersActivate={offers.activate} />
          {mayReopen && year.id === offers.reopen && <Reopen year={year} />}
        </RecordRow>
      )}
      onAdd={mayAdd && offers.add && (() => setAdding(true))}
    >
      {adding && <AddYear schoolId={school.id} onClose={() => setAdding(false)} />}
    </RecordList>
  )
}

function PrepareNextYear() {
  const { t } = useTranslation()
  return (
    <LinkButton to={paths.settings('next-year')} icon={<CalendarPlus className="size-5" aria-hidden="true" />}>
      {t('settings.years.prepareNext')}
    </LinkButton>
  )
}

function State({ year, offersActivate }: { year: Year; offersActivate: boolean }) {
  const { t } = useTranslation()
  const mayActivate = useMay(years.activate)
  const maySeeCurrent = useHolds()('ViewSchoolCurrentYear')
  if (isCurrent(year)) {
    return (
      <>
        <StatusBadge status="good" word={t('settings.years.current')} />
        {maySeeCurrent && (
          <LinkButton
            tone="quiet"
            to={paths.settings('current-year')}
            icon={<CalendarCheck2 className="size-5" aria-hidden="true" />}
          >
            {t('settings.months.title')}
          </LinkButton>
        )}
      </>
    )
  }
  if (year.completed) return <StatusBadge status="neutral" word={t('settings.years.completed')} />
  return (
    <>
      <StatusBadge status="waiting" word={t('settings.inactive')} />
      {mayActivate && offersActivate && <Activate year={year} />}
    </>
  )
}

function Activate({ year: { id, name } }: { year: Year }) {
  const { t } = useTranslation()
  const activate = useChange(years.activate)
  return (
    <AskFirst
      title={t('settings.activateAsk', { name: isolated(name) })}
      submit={t('common.confirm')}
      run={() => activate({ schoolYearId: id })}
    >
      {(ask, busy) => (
        <Button
          tone="quiet"
          aria-label={`${t('settings.years.activate')}: ${name}`}
          icon={<Play className="mirror-rtl size-5" aria-hidden="true" />}
          onClick={ask}
          disabled={busy}
        >
          {t('settings.years.activate')}
        </Button>
      )}
    </AskFirst>
  )
}

function Reopen({ year: { id, name } }: { year: Year }) {
  const { t } = useTranslation()
  const reopen = useChange(years.reopen)
  return (
    <AskFirst
      title={t('settings.years.reopenAsk', { name: isolated(name) })}
      description={t('settings.years.reopenMeans')}
      submit={t('settings.years.reopen')}
      run={() => reopen({ schoolYearId: id })}
    >
      {(ask, busy) => (
        <Button
          tone="quiet"
          aria-label={`${t('settings.years.reopen')}: ${name}`}
          icon={<RotateCcw className="mirror-rtl size-5" aria-hidden="true" />}
          onClick={ask}
          disabled={busy}
        >
          {t('settings.years.reopen')}
        </Button>
      )}
    </AskFirst>
  )
}

const words = ({ name, description }: Year) => [name, description]
