import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'

type Props = { years: { id: string; name: string }[]; yearId: string | null; onChange: (yearId: string) => void }

/** Which school year is reckoned; not on paper, where its name stands. */
export function YearChoice({ years, yearId, onChange }: Props) {
  const { t } = useTranslation()
  return (
    <Dropdown
      className="print:hidden"
      label={t('numbers.year')}
      items={years.map(({ id, name }) => ({ value: id, label: name }))}
      value={yearId}
      onChange={onChange}
    />
  )
}
