import { createContext, useCallback, useState } from 'react'
import { plainDigits } from '#web/lib/text.ts'

/** With three digits after it, a comma may separate thousands or be the decimal point. */
const ambiguous = /^[1-9]\d{0,2},\d{3}$/

/** The typed number, in digits of either language; null if nothing is typed, undefined if it is no number or ambiguous. */
export function amountTyped(text: string): number | null | undefined {
  if (ambiguous.test(plainDigits(text).trim())) return undefined
  const plain = plainDigits(text).trim().replace(/[,٫]/, '.')
  if (plain === '') return null
  return /^\d+(\.\d*)?$/.test(plain) ? Number(plain) : undefined
}

/** Called with a field's id and whether its content is no number. */
export const Unreadable = createContext<((id: string, isUnreadable: boolean) => void) | null>(null)

/** Whether every number below can be read. An unreadable one must not be saved as its former value. */
export function useReadable() {
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set())
  const report = useCallback(
    (id: string, isUnreadable: boolean) =>
      setUnreadable((before) => {
        if (before.has(id) === isUnreadable) return before
        return new Set(isUnreadable ? [...before, id] : [...before].filter((one) => one !== id))
      }),
    [],
  )
  return { isReadable: unreadable.size === 0, report }
}
