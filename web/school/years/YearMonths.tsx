import { months, NewMonth } from '#contract/school/years/months.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { ActivationSwitch } from '#web/records/ActivationSwitch.tsx'
import { useChange } from '#web/records/change.ts'
import { useEditing } from '#web/records/editing.tsx'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { RecordList } from '#web/records/RecordList.tsx'
import { RecordRow } from '#web/records/RecordRow.tsx'
import { CurrentYear, type Year } from './CurrentYear.tsx'
import { monthFields } from './year-fields.ts'

type Month = OutputOf<typeof months.list>[number]

/** A year that is current: what can be done with it, and its months: add, edit, activate. */
export function YearMonths({ year }: { year: Year }) {
  const { t } = useTranslation()
  const query = useRead(months.list, { yearId: year.id })
  const form = { of: 'months', fields: monthFields, schema: NewMonth, start: { yearId: year.id } }
  const { onAdd, pencil, dialog } = useEditing<Month>(form, months)
  const mayTurn = useMay(months.activate)
  const activate = useChange(months.activate)
  const deactivate = useChange(months.deactivate)

  return (
    <RecordList
      of="currentYear"
      listQuery={query}
      tools={<ExportButton list={months.list} input={{ yearId: year.id }} />}
      words={words}
      filters={
        <>
          <CurrentYear year={year} />
          <h2 className="mt-8 mb-3 text-xl">{t('settings.months.title')}</h2>
        </>
      }
      line={(month) => (
        <RecordRow name={month.name} more={<About month={month} />}>
          <ActivationSwitch
            name={month.name}
            active={month.isActive}
            turn={mayTurn ? () => (month.isActive ? deactivate : activate)({ monthId: month.id }) : undefined}
          />
          {pencil(month, month.name)}
        </RecordRow>
      )}
      onAdd={onAdd}
    >
      {dialog}
    </RecordList>
  )
}

function About({ month: { startDate, endDate, description } }: { month: Month }) {
  const { t } = useTranslation()
  return (
    <>
      {startDate && (
        <span>
          {t('settings.months.from')} <Day day={startDate} />{' '}
        </span>
      )}
      {endDate && (
        <span>
          {t('settings.months.to')} <Day day={endDate} />
        </span>
      )}
      {description && (
        <p className="line-clamp-2">
          <Bdi>{description}</Bdi>
        </p>
      )}
    </>
  )
}

const words = ({ name, description }: Month) => [name, description]
