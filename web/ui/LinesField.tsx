import { useId } from 'react'
import { useFormContext } from 'react-hook-form'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { cx } from './cx.ts'

type Props = { name: string; label: string; hint?: string | undefined }

/** Several lines of text of the form around it; it grows with them. `label` and `hint` are keys. */
export function LinesField({ name, label, hint }: Props) {
  const { t } = useTranslation()
  const id = useId()
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState(name, formState).error?.message
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {t(label)}
      </label>
      <textarea
        id={id}
        dir="auto"
        rows={3}
        aria-invalid={error !== undefined}
        aria-describedby={error ? `${id}-error` : hint ? `${id}-hint` : undefined}
        className={cx(
          'field-sizing-content max-h-72 min-h-24 w-full rounded-field border bg-surface px-4 py-2',
          error ? 'border-danger' : 'border-line',
        )}
        {...register(name)}
      />
      {hint && !error && (
        <p id={`${id}-hint`} className="mt-1.5 text-sm text-muted">
          {t(hint)}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {translated(error)}
        </p>
      )}
    </div>
  )
}
