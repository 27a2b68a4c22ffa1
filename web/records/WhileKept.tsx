import type { ReactNode } from 'react'
import { type Kept, useKept } from './kept.ts'

type Props<T> = {
  stored: T
  /** Where what is typed is kept when the page is left. */
  id: string
  children: (kept: Kept<T>) => ReactNode
}

/** An editor that keeps what is typed when others store a new value, and when the page is left. */
export const WhileKept = <T,>({ stored, id, children }: Props<T>) => children(useKept(stored, id))
