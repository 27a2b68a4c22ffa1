import { months } from '#contract/years/months.ts'
import { years } from '#contract/years/years.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'

type Props = { schoolId: string; value: string[]; onChange: (ids: string[]) => void }

/** Any of the months of a school's current year. */
export function MonthFilter({ schoolId, value, onChange }: Props) {
  const { t } = useTranslation()
  const year = useRead(years.current, { schoolId }).data
  const { data = [] } = useRead(months.list, { yearId: year?.id ?? '' }, { enabled: Boolean(year) })
  return (
    <Dropdown
      multiple
      wide
      label={t('work.months')}
      placeholder={t('work.every.months')}
      items={data.map(({ id, name }) => ({ value: id, label: name }))}
      value={value}
      onChange={onChange}
    />
  )
}
