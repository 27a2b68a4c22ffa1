import { useTranslation } from '#web/lib/i18n.ts'

/** What an import was read from. In a name of Arabic, the number and ending after it stay whole: 2026.xlsx. */
export function FileName({ name }: { name: string | null }) {
  const { t } = useTranslation()
  const [, start, end] = /^(.*?)([!-~]*)$/s.exec(name ?? t('imports.pasted')) ?? []
  return (
    <bdi className="[overflow-wrap:anywhere]">
      {start}
      <bdi dir="ltr">{end}</bdi>
    </bdi>
  )
}
