import { useId } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { DateInput } from './DateInput.tsx'

type Props = { label: string; value: string; onChange: (day: string) => void }

/** A day outside a form. `label` is a key. Text typed so far also counts as the value, as in every day input. */
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
