import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { RemovedList } from '#web/records/RemovedList.tsx'
import { Screen } from '#web/ui/Screen.tsx'

/** What was removed in a school in the last days. */
export function RemovedSetting({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  return (
    <Screen title={t('settings.removed.title')} lead={t('settings.removed.lead')}>
      <RemovedList school={school} />
    </Screen>
  )
}
