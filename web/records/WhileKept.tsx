import type { ReactNode } from 'react'
import { type Kept, useKept } from './kept.ts'

type Props<T> = { stored: T; children: (kept: Kept<T>) => ReactNode }

/** An editor that keeps what is typed when others store a new value. */
export const WhileKept = <T,>({ stored, children }: Props<T>) => children(useKept(stored))
