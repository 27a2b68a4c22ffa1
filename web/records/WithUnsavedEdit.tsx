import type { ReactNode } from 'react'
import { type UnsavedEdit, useUnsavedEdit } from './unsaved-edit.ts'

type Props<T> = {
  stored: T
  /** Where what is typed is kept when the page is left. */
  id: string
  children: (kept: UnsavedEdit<T>) => ReactNode
}

/** An editor that keeps what is typed when others store a new value, and when the page is left. */
export const WithUnsavedEdit = <T,>({ stored, id, children }: Props<T>) => children(useUnsavedEdit(stored, id))
