import { useEffect, useState } from 'react'

/** A debounced value, so that the server is not called for every letter that is typed. */
export function useDebounced<T>(value: T, milliseconds = 500): T {
  const [resting, setResting] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), milliseconds)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- compared by content, not by identity
  }, [written, milliseconds])
  return resting
}
