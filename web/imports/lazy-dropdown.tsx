import { Skeleton } from '#web/ui/Skeleton.tsx'
import { late } from '#web/ui/lazy.tsx'

/** Choices with a search are heavy: a step is drawn without them. */
export const Dropdown = late(
  async () => (await import('#web/ui/Dropdown.tsx')).Dropdown,
  <Skeleton className="h-11 w-full min-w-50" />,
)
