import { type ComponentProps, lazy } from 'react'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const Choices = lazy(part(async () => (await import('#web/ui/Dropdown.tsx')).Dropdown))

/** Choices with a search are heavy: a step is drawn without them. */
export const LazyDropdown = (props: ComponentProps<typeof Choices>) => (
  <LazyPart fallback={<Skeleton className="h-11 w-full min-w-50" />}>
    <Choices {...props} />
  </LazyPart>
)
