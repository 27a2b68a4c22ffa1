import { useTranslation } from '#web/lib/i18n.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { SchoolList } from './SchoolList.tsx'

/** The list of active schools, for everybody. */
export function SchoolsScreen() {
  const { t } = useTranslation()
  return (
    <Screen title={t('schools.title')} lead={t('home.lead')}>
      <SchoolList />
    </Screen>
  )
}
