import { useEffect, useState } from 'react'

/** A value once it has stood for a while: the server is not called for every letter that is typed. */
export function useResting<T>(value: T, milliseconds = 500): T {
  const [resting, setResting] = useState(value)
  const written = JSON.stringify(value)
  useEffect(() => {
    const timer = setTimeout(() => setResting(value), milliseconds)
    return () => clearTimeout(timer)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- by what it holds, not by which object it is
  }, [written, milliseconds])
  return resting
}
