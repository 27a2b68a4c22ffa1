import { lazy } from 'react'
import type { Subject } from '#web/lib/action.ts'
import { codeWithTexts } from '#web/lib/i18n.ts'
import { LazyPart } from './LazyPart.tsx'

// Without a network the screen works without this menu, as a register does.
const MoreActions = lazy(() =>
  codeWithTexts(async () => (await import('./MoreActions.tsx')).MoreActions, '.actions').then(
    (Component) => ({ default: Component }),
    () => ({ default: () => <></> }),
  ),
)

/**
 * The "…" of a student or a class, fetched with its texts after the screen. On a phone it would often need a line of its own; there the search in the
 * header offers the same, unless it has a place `everywhere`.
 */
export const LazyMoreActions = ({ of, id, everywhere }: { of: Subject; id: string; everywhere?: boolean }) => (
  <div className={everywhere ? undefined : 'max-md:hidden'}>
    <LazyPart fallback={<span className="size-11" />}>
      <MoreActions of={of} id={id} />
    </LazyPart>
  </div>
)
