import { useEffect, useId, useRef } from 'react'
import { useFormContext } from 'react-hook-form'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { plainDigits } from '#web/lib/text.ts'
import { cx } from '#web/ui/cx.ts'

const slots = 5
const most = 8

/**
 * Five slots drawn over one real input, so that typing, pasting, autofill and screen readers need nothing special.
 * Digits of any script; each further one gets a slot of its own, because codes have eight while they are guessed at. After a refusal it is empty and at hand again.
 */
export function CodeField({ name, label }: { name: string; label: string }) {
  const { t } = useTranslation()
  const id = useId()
  const { register, watch, setValue, setFocus, getFieldState, formState } = useFormContext()
  const code = (watch(name) as string) ?? ''
  const error = getFieldState(name, formState).error?.message
  useEffect(() => setFocus(name), [name, setFocus])
  const refused = useRef(0)
  const { errors, isSubmitting, submitCount } = formState
  useEffect(() => {
    if (!errors.root || isSubmitting || refused.current === submitCount) return
    refused.current = submitCount
    setValue(name, '')
    setFocus(name)
  }, [errors.root, isSubmitting, submitCount, name, setValue, setFocus])

  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {t(label)}
      </label>
      <div className="relative" dir="ltr">
        <input
          id={id}
          type="text"
          inputMode="numeric"
          autoComplete="one-time-code"
          aria-invalid={error !== undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          className="peer absolute inset-0 z-10 w-full cursor-text opacity-0"
          {...register(name, {
            onChange: ({ target }: { target: HTMLInputElement }) => setValue(name, digitsOf(target.value)),
          })}
        />
        <div aria-hidden="true" className="group flex gap-1.5 peer-focus-visible:[--ring:var(--accent)]">
          {Array.from({ length: Math.max(slots, code.length) }, (_, i) => (
            <span
              key={i}
              className={cx(
                'grid h-14 min-w-0 flex-1 place-items-center rounded-field border bg-surface text-2xl font-semibold tabular-nums',
                error ? 'border-danger' : 'border-line',
                i === Math.min(code.length, Math.max(slots, code.length) - 1) &&
                  'outline-3 outline-offset-2 outline-(--ring,transparent)',
              )}
            >
              {code[i]}
            </span>
          ))}
        </div>
      </div>
      {error && (
        <p id={`${id}-error`} className="mt-1.5 text-sm text-danger">
          {translated(error)}
        </p>
      )}
    </div>
  )
}

/** A pasted sentence such as 'Your code is 12345' leaves its digits. */
const digitsOf = (text: string) => plainDigits(text).replace(/\D/g, '').slice(0, most)
