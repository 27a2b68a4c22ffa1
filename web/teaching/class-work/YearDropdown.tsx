import { useNavigate, useSearchParams } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import type { Trigger } from '#web/ui/FirstUse.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { inYear, type ShownYear } from './school-year.ts'

type Props = Pick<ShownYear, 'years' | 'yearId'> & { trigger: Trigger; look: string }

/** The years to choose from. It is drawn after the switch was first pressed, and is open then. */
export function YearDropdown({ years, yearId, look }: Props) {
  const { t } = useTranslation()
  const [query] = useSearchParams()
  const navigate = useNavigate()
  return (
    <Dropdown
      chip
      startOpen
      label={t('work.year')}
      items={itemsOf(years)}
      value={yearId ?? null}
      onChange={(id) => void navigate({ search: inYear(query, id) }, { replace: true, preventScrollReset: true })}
      className={look}
    />
  )
}
