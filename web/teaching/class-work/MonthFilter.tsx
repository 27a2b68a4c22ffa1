import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { itemsOf } from '#web/ui/items.ts'

type Props = { schoolId: string; yearId?: string | undefined; value: string[]; onChange: (ids: string[]) => void }

/** The months of a school year; without one, of the school's current year. */
export function MonthFilter({ schoolId, yearId, value, onChange }: Props) {
  const { t } = useTranslation()
  const current = useRead(years.current, { schoolId }, { enabled: !yearId }).data
  const ofYear = yearId ?? current?.id
  const { data = [] } = useRead(months.list, { yearId: ofYear ?? '' }, { enabled: Boolean(ofYear) })
  return (
    <Dropdown
      multiple
      wide
      label={t('work.months')}
      placeholder={t('work.every.months')}
      items={itemsOf(data)}
      value={value}
      onChange={onChange}
    />
  )
}
