import { createContext, useContext, useEffect } from 'react'

/** Whether a form contains typed text that is not stored: none, some, or some that is being stored. */
export type TypedWords = 'none' | 'some' | 'sent'

/** How a form notifies the dialog around it of what is typed. */
export const Typed = createContext<((words: TypedWords) => void) | null>(null)

/** Notifies the dialog around it of what is typed or chosen outside a `Form`. */
export function TypedBeside({ isTyped }: { isTyped: boolean }) {
  const setTyped = useContext(Typed)
  useEffect(() => setTyped?.(isTyped ? 'some' : 'none'), [isTyped, setTyped])
  return null
}
