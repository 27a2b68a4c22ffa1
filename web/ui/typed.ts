import { createContext } from 'react'

/** How a form tells what lies over the page that something is typed into it, and that it is stored. */
export const Typed = createContext<((isTyped: boolean) => void) | null>(null)
