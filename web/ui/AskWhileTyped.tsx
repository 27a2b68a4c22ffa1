import { useContext } from 'react'
import { useFormState } from 'react-hook-form'
import { AskIfTyped } from './AskBeforeLeaving.tsx'
import { Typed } from './typed.ts'

/** In a form that is not a dialog: asks before typed text is lost with its screen. Leaving after it is stored needs no question. */
export function AskWhileTyped() {
  const { isDirty, isSubmitting } = useFormState()
  const isInDialog = useContext(Typed) !== null
  return !isInDialog && isDirty && !isSubmitting ? <AskIfTyped isTyped /> : null
}
