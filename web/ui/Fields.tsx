import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from './cx.ts'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

export type FieldProps = {
  name: string
  label: string
  hint?: string
  /** Stands before a text that is left to right in both languages. */
  before?: ReactNode
  after?: ReactNode
  /** The value that the form gets for what is typed. */
  readAs?: (typed: string) => string
} & Omit<ComponentProps<'input'>, 'name' | 'ref'>

/** One line of text of the form around it. `label` and `hint` are keys; the error is the contract's sentence, translated. */
export function TextField({ name, label, hint, before, after, readAs, className, ...input }: FieldProps) {
  const id = useId()
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState(name, formState).error?.message
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative" dir={before ? 'ltr' : undefined}>
        {before}
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(
            'min-h-12 w-full rounded-field border bg-surface px-4 py-2 placeholder:text-muted',
            error ? 'border-danger' : 'border-line',
            after !== undefined && 'pe-13 rtl:ps-13 rtl:pe-4', // `after` follows the page's direction, while the input is left to right
            Boolean(before) && 'ps-14',
            className,
          )}
          {...input}
          {...register(name, readAs && { setValueAs: readAs })}
        />
        {after}
      </div>
    </FieldFrame>
  )
}

/** A password that can be shown. */
export function PasswordField(props: FieldProps) {
  const { t } = useTranslation()
  const [seen, setSeen] = useState(false)
  const Icon = seen ? EyeOff : Eye
  return (
    <TextField
      type={seen ? 'text' : 'password'}
      dir="ltr"
      className="rtl:text-end"
      autoComplete="current-password"
      after={
        <button
          type="button"
          aria-label={t('form.showPassword')}
          aria-pressed={seen}
          onClick={() => setSeen(!seen)}
          className="absolute end-0.5 top-0.5 grid size-11 place-items-center rounded-full text-muted hover:text-primary"
        >
          <Icon className="size-5" aria-hidden="true" />
        </button>
      }
      {...props}
    />
  )
}

/** A checkbox with a sentence next to it. */
export function CheckField({ name, label, hint }: Pick<FieldProps, 'name' | 'label' | 'hint'>) {
  const { t } = useTranslation()
  const { register } = useFormContext()
  const id = useId()
  return (
    <label className="flex min-h-11 items-start gap-3 py-2">
      <input
        type="checkbox"
        aria-describedby={hint ? id : undefined}
        className="mt-0.5 size-5 shrink-0 accent-(--primary)"
        {...register(name)}
      />
      <span>
        {t(label)}
        {hint && (
          <span id={id} className="block text-sm text-muted">
            {t(hint)}
          </span>
        )}
      </span>
    </label>
  )
}
