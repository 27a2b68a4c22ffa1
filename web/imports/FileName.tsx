import { useTranslation } from '#web/lib/i18n.ts'

/** What an import was read from. A name of either script keeps its ending at its end. */
export function FileName({ name }: { name: string | null }) {
  const { t } = useTranslation()
  const [, stem = '', ending = ''] = /^(.*?)(\.\w{1,5})?$/s.exec(name ?? t('imports.pasted')) ?? []
  return (
    <span className="[overflow-wrap:anywhere]">
      <bdi>{stem}</bdi>
      <bdi dir="ltr">{ending}</bdi>
    </span>
  )
}
