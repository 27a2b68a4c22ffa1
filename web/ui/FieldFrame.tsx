import type { ReactNode } from 'react'
import { translated, useTranslation } from '#web/lib/i18n.ts'

type Texts = { hint?: string | undefined; error?: string | undefined }

type Props = Texts & {
  id: string
  label: string
  /** The control has its own accessible name, and the text above it is only visual. */
  named?: boolean
  children: ReactNode
}

/** The frame of one control: its label above, its hint or error below. `label` and `hint` are keys. */
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

/** The id of the hint or error that is read out with the control. */
export function describedBy(id: string, { hint, error }: Texts) {
  if (error) return `${id}-error`
  return hint ? `${id}-hint` : undefined
}
