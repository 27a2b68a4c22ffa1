import { createContext } from 'react'

/** How a form notifies the dialog around it: true when something is typed, false when it is stored. */
export const Typed = createContext<((isTyped: boolean) => void) | null>(null)
