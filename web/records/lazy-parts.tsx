import { type ComponentProps, lazy } from 'react'
import { part } from '#web/ui/part.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { Loading, Skeleton } from '#web/ui/Skeleton.tsx'

export const loadEditDialog = part(async () => (await import('./EditDialog.tsx')).EditDialog)
const Dialog = lazy(loadEditDialog)

const Form = lazy(part(async () => (await import('./EditForm.tsx')).EditForm))
const Picture = lazy(part(async () => (await import('#web/ui/PictureField.tsx')).PictureField))

export const loadFilterChoice = part(async () => (await import('#web/ui/Dropdown.tsx')).Dropdown)
const Choice = lazy(loadFilterChoice)

/** Forms are large, so they are loaded separately from the list. */
export const LazyEditDialog = (props: ComponentProps<typeof Dialog>) => (
  <LazyPart onClose={props.onClose}>
    <Dialog {...props} />
  </LazyPart>
)

export const LazyEditForm = (props: ComponentProps<typeof Form>) => (
  <LazyPart fallback={<Loading count={3} />}>
    <Form {...props} />
  </LazyPart>
)

export const LazyPictureField = (props: ComponentProps<typeof Picture>) => (
  <LazyPart fallback={<Skeleton className="h-32 pointer-coarse:h-45" />}>
    <Picture {...props} />
  </LazyPart>
)

/** For the filters of a list; the list is rendered first. */
export const FilterChoice = (props: ComponentProps<typeof Choice>) => (
  <LazyPart fallback={<Skeleton className="h-12 sm:w-52" />}>
    <Choice {...props} />
  </LazyPart>
)
