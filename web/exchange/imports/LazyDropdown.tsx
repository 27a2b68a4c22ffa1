import { type ComponentProps, lazy } from 'react'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Skeleton } from '#web/ui/Skeleton.tsx'

const Choices = lazy(part(async () => (await import('#web/ui/Dropdown.tsx')).Dropdown))

/** A dropdown with a search field is a large script, so the step is rendered without it first. */
export const LazyDropdown = (props: ComponentProps<typeof Choices>) => (
  <LazyPart fallback={<Skeleton className="h-11 w-full min-w-50" />}>
    <Choices {...props} />
  </LazyPart>
)
