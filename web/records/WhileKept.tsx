import type { ReactNode } from 'react'
import { type Kept, useKept } from './kept.ts'

type Props<T> = { stored: T; children: (kept: Kept<T>) => ReactNode }

/** An editor of what is stored, which keeps what is typed while others store. */
export const WhileKept = <T,>({ stored, children }: Props<T>) => children(useKept(stored))
