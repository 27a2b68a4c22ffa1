import { Fragment, type ReactNode } from 'react'
import { bySex, type Sex } from './by-sex.ts'
import type { Spoken } from './labels.ts'
import { useWriting } from './SheetParts.tsx'

type Props = { of: string; spoken: Spoken; sex: Sex; values: Record<string, ReactNode> }

/** A sentence of a paper with names in it, each in its own direction and set off. */
export function Trans({ of, spoken, sex, values }: Props) {
  const { labels } = useWriting()
  return bySex(labels[spoken](of), sex)
    .split(/\{\{(\w+)\}\}/)
    .map((piece, nth) => (nth % 2 === 0 ? piece : <b key={piece}>{values[piece]}</b>))
    .map((piece, nth) => <Fragment key={nth}>{piece}</Fragment>)
}
