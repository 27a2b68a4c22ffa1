import { useTranslation } from '#web/lib/i18n.ts'
import { Screen } from '#web/ui/Screen.tsx'

/** Home: the day of whoever is signed in, above the schools everybody sees. */
export function HomeScreen() {
  const { t } = useTranslation()
  return <Screen title={t('home.title')} lead={t('home.lead')} />
}
