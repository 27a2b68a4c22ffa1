import { useTranslation } from '#web/lib/i18n.ts'

/** Where rights count: a school, or app-wide without one. */
export type Place = { id: string; name: string } | null

/** The place as the wire has it. */
export const schoolIdOf = (place: Place) => ({ schoolId: place?.id ?? null })

/** What a place is called where its name stands alone. */
export function usePlaceName() {
  const { t } = useTranslation()
  return (schoolName: string | null) => schoolName ?? t('rights.platform')
}
