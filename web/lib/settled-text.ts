import { useEffect, useState } from 'react'

/** The typed text after a short pause, so that the server gets one request for a word and not one for each letter. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 250)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.trim()
}
