import { createContext, useCallback, useState } from 'react'
import { plainDigits } from '#web/lib/text.ts'

/** With three digits behind it a comma may stand for thousands as well as for the decimal point. */
const ambiguous = /^[1-9]\d{0,2},\d{3}$/

/** The number that is typed, in digits of either language; null where nothing is, undefined where it is no number, or may be two. */
export function amountTyped(text: string): number | null | undefined {
  if (ambiguous.test(plainDigits(text).trim())) return undefined
  const plain = plainDigits(text).trim().replace(/[,٫]/, '.')
  if (plain === '') return null
  return /^\d+(\.\d*)?$/.test(plain) ? Number(plain) : undefined
}

/** Says of a field, by its id, whether what stands in it is no number. */
export const Unreadable = createContext<((id: string, isUnreadable: boolean) => void) | null>(null)

/** Whether every number below can be read; what cannot must not be saved as what it was before. */
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
