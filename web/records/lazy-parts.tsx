import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'
import { late } from '#web/ui/lazy.tsx'

/** Forms are heavy and needed late: a list is drawn without them. */
export const EditDialog = late(async () => (await import('./EditDialog.tsx')).EditDialog)

export const EditForm = late(async () => (await import('./EditForm.tsx')).EditForm, <Loading count={3} />)

export const PictureField = late(async () => (await import('#web/ui/PictureField.tsx')).PictureField)

/** For what narrows a list, which is there before. */
export const FilterChoice = late(
  async () => (await import('#web/ui/Dropdown.tsx')).Dropdown,
  <Skeleton className="h-12 sm:w-48" />,
)
