import { Eye, EyeOff } from 'lucide-react'
import { type ComponentProps, type ReactNode, useId, useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { cx } from './cx.ts'
import { describedBy, FieldFrame } from './FieldFrame.tsx'

type Props = { name: string; label: string; hint?: string; after?: ReactNode } & Omit<
  ComponentProps<'input'>,
  'name' | 'ref'
>

/** One line of text of the form around it. `label` and `hint` are keys; the error is the contract's sentence, translated. */
export function TextField({ name, label, hint, after, className, ...input }: Props) {
  const id = useId()
  const { register, getFieldState, formState } = useFormContext()
  const error = getFieldState(name, formState).error?.message
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          id={id}
          aria-invalid={error !== undefined}
          aria-describedby={describedBy(id, { hint, error })}
          className={cx(
            'min-h-12 w-full rounded-field border bg-surface px-4 py-2 placeholder:text-muted',
            error ? 'border-danger' : 'border-line',
            after !== undefined && 'pe-13 rtl:ps-13 rtl:pe-4', // `after` follows the page's direction, while the input is left to right
            className,
          )}
          {...input}
          {...register(name)}
        />
        {after}
      </div>
    </FieldFrame>
  )
}

/** A phone number: left to right in both languages; Arabic-Indic digits become ASCII while typing. */
export const PhoneField = (props: Props) => (
  <TextField
    type="tel"
    inputMode="tel"
    dir="ltr"
    autoComplete="tel"
    className="rtl:text-end"
    onInput={({ currentTarget }) => {
      const plain = plainDigits(currentTarget.value)
      if (plain !== currentTarget.value) currentTarget.value = plain
    }}
    {...props}
  />
)

/** A password that can be shown. */
export function PasswordField(props: Props) {
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
export function CheckField({ name, label, hint }: Pick<Props, 'name' | 'label' | 'hint'>) {
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
