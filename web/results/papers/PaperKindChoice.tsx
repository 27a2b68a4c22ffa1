import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'

type Props<Kind extends string> = { kinds: readonly Kind[]; value: Kind; onChange: (kind: Kind) => void }

/** Which kind of paper. */
export function PaperKindChoice<Kind extends string>({ kinds, value, onChange }: Props<Kind>) {
  const { t } = useTranslation()
  return (
    <Dropdown
      label={t('papers.which')}
      words
      wide
      className="max-w-72"
      items={kinds.map((kind) => ({ value: kind, label: t(`papers.kind.${kind}`) }))}
      value={value}
      onChange={(kind) => onChange(kind as Kind)}
    />
  )
}
