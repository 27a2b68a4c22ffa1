import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { DateInput } from './DateInput.tsx'

type Props = { label: string; value: string; onChange: (day: string) => void }

/** A day outside a form. `label` is a key; what is typed so far counts as the value too, as in every input of a day. */
export function LabelledDay({ label, value, onChange }: Props) {
  const { t } = useTranslation()
  const id = useId()
  return (
    <div className="space-y-1">
      <label htmlFor={id} className="text-sm font-medium">
        {t(label)}
      </label>
      <DateInput id={id} value={value} onChange={onChange} />
    </div>
  )
}
