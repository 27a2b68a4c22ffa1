import { type Ref, useImperativeHandle } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'

/** In a form: gives code outside it access to the form, to send the present values, which may have changed since that code was rendered. */
export function FormAtHand<T extends FieldValues>({ ref }: { ref: Ref<UseFormReturn<T>> }) {
  const form = useFormContext<T>()
  useImperativeHandle(ref, () => form, [form])
  return null
}
