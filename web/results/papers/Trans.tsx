import { Fragment, type ReactNode } from 'react'
import type { Spoken } from './labels.ts'
import { useWriting } from './SheetParts.tsx'

/** A sentence of a paper with names in it, each in its own direction and set off. */
export function Trans({ of, spoken, values }: { of: string; spoken: Spoken; values: Record<string, ReactNode> }) {
  const { labels } = useWriting()
  return labels[spoken](of)
    .split(/\{\{(\w+)\}\}/)
    .map((piece, nth) => (nth % 2 === 0 ? piece : <b key={piece}>{values[piece]}</b>))
    .map((piece, nth) => <Fragment key={nth}>{piece}</Fragment>)
}
