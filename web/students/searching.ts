import { useEffect, useState } from 'react'

/** What is typed, once nobody has typed on for a moment: the server is asked for words, not for letters. */
export function useSettled(typed: string): string {
  const [settled, setSettled] = useState(typed)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(typed), 250)
    return () => clearTimeout(timer)
  }, [typed])
  return settled.trim()
}
