import type { ComponentProps } from 'react'
import { TextField } from '#web/ui/Fields.tsx'

/** A number, typed left to right in both languages, with Latin or Arabic digits. */
export const AmountField = (props: ComponentProps<typeof TextField>) => (
  <TextField dir="ltr" className="rtl:text-end" inputMode="decimal" {...props} />
)
