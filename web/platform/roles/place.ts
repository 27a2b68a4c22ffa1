import { useTranslation } from '#web/lib/i18n.ts'

/** The place where rights count: a school, or app-wide. */
export type Place = { id: string; name: string } | null

/** The place as the API represents it. */
export const schoolIdOf = (place: Place) => ({ schoolId: place?.id ?? null })

/** The name of a place where it is shown alone. */
export function usePlaceName() {
  const { t } = useTranslation()
  return (schoolName: string | null) => schoolName ?? t('rights.platform')
}
