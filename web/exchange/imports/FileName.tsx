import { useTranslation } from '#web/lib/i18n.ts'
import { partsOfName } from './file-name.ts'

/** The source of an import. */
export function FileName({ name }: { name: string | null }) {
  const { t } = useTranslation()
  const { start, end } = partsOfName(name ?? t('imports.pasted'))
  return (
    <bdi className="[overflow-wrap:anywhere]">
      {start}
      <bdi dir="ltr">{end}</bdi>
    </bdi>
  )
}
