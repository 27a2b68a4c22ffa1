import { useId } from 'react'
import { useController } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import { Dropdown, type Item } from './Dropdown.tsx'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

type Props = {
  name: string
  label: string
  hint?: string | undefined
  items: Item[]
  /** The key of the empty choice, for a field that may be empty. */
  none?: string | undefined
  startOpen?: boolean | undefined
}

/** One choice of the form around it, with search. Its value is the item's value, '' for none. `label` and `hint` are keys. */
export function ChoiceField({ name, label, hint, items, none, startOpen = false }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { field, fieldState } = useController({ name })
  const { ref, onChange } = field
  const value = String(field.value ?? '')
  const error = fieldState.error?.message
  const chosen = value === '' && none ? nothing : value
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error} named>
      <Dropdown
        wide
        startOpen={startOpen}
        ref={ref}
        label={t(label)}
        items={none ? [{ value: nothing, label: t(none) }, ...items] : items}
        value={chosen || null}
        onChange={(item) => onChange(item === nothing ? '' : item)}
        invalid={error !== undefined}
        describedBy={describedBy(id, { hint, error })}
        className="min-h-12"
      />
    </FieldFrame>
  )
}

const nothing = 'none'
