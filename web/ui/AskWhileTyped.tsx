import { useContext } from 'react'
import { useFormState } from 'react-hook-form'
import { AskIfTyped } from './AskBeforeLeaving.tsx'
import { Typed } from './typed.ts'

/** In a form that is no dialog: asks before what is typed is lost with its screen. Going on after it is stored asks nothing. */
export function AskWhileTyped() {
  const { isDirty, isSubmitting } = useFormState()
  const isInDialog = useContext(Typed) !== null
  return !isInDialog && isDirty && !isSubmitting ? <AskIfTyped isTyped /> : null
}
