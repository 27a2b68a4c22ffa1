import { useEffect, useState } from 'react'
import { epoch } from './clock.ts'

/** Whether an instant is in the future. The component renders again when the instant is reached. */
export function useIsInFuture(at: string | null) {
  const [now, setNow] = useState(epoch)
  const left = at ? Date.parse(at) - now : 0
  useEffect(() => {
    if (left <= 0) return undefined
    const timer = setTimeout(() => setNow(epoch()), left + 500)
    return () => clearTimeout(timer)
  }, [left])
  return left > 0
}
