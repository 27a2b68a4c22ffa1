import type { ReactNode } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'

type Texts = { hint?: string | undefined; error?: string | undefined }

type Props = Texts & {
  id: string
  label: string
  /** The control names itself, and the words above it are for the eye alone. */
  named?: boolean
  children: ReactNode
}

/** Around one control: its label above, its hint or what is wrong with it below. `label` and `hint` are keys. */
export function FieldFrame({ id, label, hint, error, named, children }: Props) {
  const { t } = useTranslation()
  const look = 'mb-1.5 block font-medium'
  return (
    <div>
      {named ? (
        <span aria-hidden="true" className={look}>
          {t(label)}
        </span>
      ) : (
        <label htmlFor={id} className={look}>
          {t(label)}
        </label>
      )}
      {children}
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

/** What reads the hint or the error out with the control. */
export const describedBy = (id: string, { hint, error }: Texts) =>
  error ? `${id}-error` : hint ? `${id}-hint` : undefined
