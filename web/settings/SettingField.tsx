import { ChoiceField } from '#web/ui/ChoiceField.tsx'
import { TextField } from '#web/ui/Fields.tsx'
import { LinesField } from '#web/ui/LinesField.tsx'
import type { Field } from './fields.ts'

/** A field of a setting in the form around it. */
export function SettingField({ of, field }: { of: string; field: Field }) {
  const { name, kind, items = [], none, hint } = field
  const label = `settings.${of}.${name}`
  if (kind === 'choice') return <ChoiceField name={name} label={label} hint={hint} items={items} none={none} />
  if (kind === 'lines') return <LinesField name={name} label={label} hint={hint} />
  const latin = { dir: 'ltr', className: 'rtl:text-end' } as const
  const said = { name, label, ...(hint && { hint }) }
  if (kind === 'number') return <TextField {...said} {...latin} inputMode="decimal" />
  if (kind === 'link') return <TextField {...said} {...latin} inputMode="url" />
  if (kind === 'day') return <TextField {...said} type="date" />
  return <TextField {...said} dir="auto" />
}
