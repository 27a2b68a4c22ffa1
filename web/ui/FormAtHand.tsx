import { type Ref, useImperativeHandle } from 'react'
import { type FieldValues, type UseFormReturn, useFormContext } from 'react-hook-form'

/** In a form: lets what stands outside it send what it holds, which may be more than when that was drawn. */
export function FormAtHand<T extends FieldValues>({ ref }: { ref: Ref<UseFormReturn<T>> }) {
  const form = useFormContext<T>()
  useImperativeHandle(ref, () => form, [form])
  return null
}
