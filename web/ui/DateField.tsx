import { type ComponentProps, useId } from 'react'
import { useController } from 'react-hook-form'
import { cx } from './cx.ts'
import { DateInput } from './DateInput.tsx'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

type Props = { name: string; label: string; hint?: string } & Pick<
  ComponentProps<typeof DateInput>,
  'autoComplete' | 'placeholder'
>

/** A day of the form around it. `label` and `hint` are keys; the error is the contract's sentence, translated. */
export function DateField({ name, label, hint, ...input }: Props) {
  const id = useId()
  const { field, fieldState } = useController({ name })
  const error = fieldState.error?.message
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <DateInput
        {...input}
        {...field}
        id={id}
        value={String(field.value ?? '')}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={cx(
          'min-h-12 w-full rounded-field border bg-surface px-4 py-2 placeholder:text-muted',
          error ? 'border-danger' : 'border-line',
        )}
      />
    </FieldFrame>
  )
}
