import { lazy } from 'react'
import type { Subject } from '#web/lib/action.ts'
import { LazyPart } from './LazyPart.tsx'
import { part } from './part.tsx'

const MoreActions = lazy(part(async () => (await import('./MoreActions.tsx')).MoreActions, '.actions'))

/** The "…" of a student or a class, fetched with its texts after the screen. */
export const LazyMoreActions = ({ of, id }: { of: Subject; id: string }) => (
  <LazyPart fallback={<span className="size-11" />}>
    <MoreActions of={of} id={id} />
  </LazyPart>
)
