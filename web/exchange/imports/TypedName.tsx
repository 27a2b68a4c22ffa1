import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'

/** What probably was typed where a spreadsheet made a date of the name of a class. */
export function TypedName({ name }: { name: string }) {
  const { t } = useTranslation()
  return (
    <span className="block text-sm">
      {t('imports.typed')} <Bdi>{name}</Bdi>
    </span>
  )
}
