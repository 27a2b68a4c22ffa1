import { phoneChangesOnPlatform } from '#contract/platform/identity/phone-changes.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useChange } from '#web/records/change.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { PhoneChangeList } from './PhoneChangeList.tsx'

/** The platform is the second person of schools that have no other. */
export function PhoneChangesOnPlatform() {
  const { t } = useTranslation()
  const list = useList(phoneChangesOnPlatform.list, {})
  const confirm = useChange(phoneChangesOnPlatform.confirm)
  return (
    <Screen title={t('numbers.setting.title')} lead={t('numbers.setting.platformLead')}>
      <PhoneChangeList
        list={list}
        withSchool
        confirm={({ schoolId, id: changeId }) => confirm({ schoolId, changeId })}
      />
    </Screen>
  )
}
