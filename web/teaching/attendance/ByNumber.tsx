import { type ComponentProps, lazy } from 'react'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const RollNumbers = lazy(part(async () => (await import('./RollNumbers.tsx')).RollNumbers, '.marks'))

/** Beside a keyboard: the absent by their numbers in the list. Its room is there before it is, so that nothing moves. */
export const ByNumber = (props: ComponentProps<typeof RollNumbers>) => (
  <div className="min-h-13 max-md:hidden print:hidden">
    <LazyPart>
      <RollNumbers {...props} />
    </LazyPart>
  </div>
)
