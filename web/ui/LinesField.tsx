import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { cx } from './cx.ts'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

type Props = { name: string; label: string; hint?: string | undefined }

/** Several lines of text of the form around it; it grows with the text. `label` and `hint` are keys. */
export function LinesField({ name, label, hint }: Props) {
  const id = useId()
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState(name, formState).error?.message
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        aria-invalid={error !== undefined}
        aria-describedby={describedBy(id, { hint, error })}
        className={cx(
          'field-sizing-content max-h-72 min-h-24 w-full rounded-field border bg-surface px-4 py-2',
          error ? 'border-danger' : 'border-line',
        )}
        {...register(name)}
      />
    </FieldFrame>
  )
}
