import { useState } from 'react'
import { years } from '#contract/school/years/years.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Adders } from '#web/records/Adders.tsx'
import { usePrefetch } from '#web/ui/part.tsx'
import { loadEditDialog } from '#web/records/lazy-parts.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { AddYear } from './AddYear.tsx'
import { YearMonths } from './YearMonths.tsx'

/** The current year with its months; without one there is nothing to do but to add one. */
export function CurrentYearSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(years.current, { schoolId: school.id })
  const mayAdd = useMay(years.add)
  const [adding, setAdding] = useState(false)
  usePrefetch(loadEditDialog)

  if (data?.active && !data.completed) return <YearMonths key={data.id} year={data} />
  return (
    <Screen title={t('settings.currentYear.title')}>
      {data === undefined ? (
        <LoadingOrFailed error={error} again={refetch} />
      ) : (
        <Empty sentence={t('settings.currentYear.none')}>
          <Adders of="years" onAdd={mayAdd && (() => setAdding(true))} />
        </Empty>
      )}
      {adding && <AddYear schoolId={school.id} onClose={() => setAdding(false)} />}
    </Screen>
  )
}
