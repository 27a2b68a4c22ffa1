import { createContext, useContext, useEffect } from 'react'

/** How a form notifies the dialog around it: true when something is typed, false when it is stored. */
export const Typed = createContext<((isTyped: boolean) => void) | null>(null)

/** Notifies the dialog around it of what is typed or chosen without a `Form`. */
export function TypedBeside({ isTyped }: { isTyped: boolean }) {
  const setTyped = useContext(Typed)
  useEffect(() => setTyped?.(isTyped), [isTyped, setTyped])
  return null
}
