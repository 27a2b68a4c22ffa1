import { Pencil } from 'lucide-react'
import type { ReactNode } from 'react'
import { useTranslation } from '#web/lib/i18n.ts'
import { IconButton } from '#web/ui/Button.tsx'
import { CourseTag } from '#web/ui/CourseTag.tsx'
import { cx } from '#web/ui/cx.ts'

type Props = {
  /** A picture or icon before it. */
  icon?: ReactNode
  /** What else is known of it, below the name. */
  more?: ReactNode
  /** What can be done with it. */
  children?: ReactNode
} & (
  | { toned?: false; name: ReactNode }
  /** A course or a grade, shown in its tone. */
  | { toned: boolean; name: string }
)

/** One row of a `RecordList`: its name, what is known of it, and what can be done with it. */
export const RecordRow = ({ icon, more, children, ...named }: Props) => (
  <div className="flex min-h-14 flex-wrap items-center gap-x-3 gap-y-1 py-1 ps-4 pe-1 md:ps-5 @3xl:min-h-12 @3xl:flex-nowrap @3xl:gap-x-4 @3xl:py-0">
    {icon}
    <div className="min-w-32 flex-1 py-1 @3xl:flex @3xl:py-0.5 @3xl:items-center @3xl:gap-x-4">
      <p className="font-semibold [overflow-wrap:anywhere] @3xl:min-w-32">
        {named.toned ? <CourseTag name={named.name} /> : <bdi>{named.name}</bdi>}
      </p>
      {more && (
        <div
          className={cx(
            'text-sm text-muted [overflow-wrap:anywhere] @3xl:min-w-32 @3xl:flex-1',
            typeof more === 'string' && 'line-clamp-3 @3xl:line-clamp-1',
          )}
        >
          {more}
        </div>
      )}
    </div>
    {children && (
      <div className="ms-auto flex flex-wrap items-center justify-end sm:gap-x-1 @3xl:flex-nowrap [&>span:last-child]:me-2.5">
        {children}
      </div>
    )}
  </div>
)

/** The pencil of a row. */
export function EditButton({ name, onClick }: { name: string; onClick: () => void }) {
  const { t } = useTranslation()
  return (
    <IconButton label={`${t('settings.edit')}: ${name}`} onClick={onClick}>
      <Pencil className="size-5" aria-hidden="true" />
    </IconButton>
  )
}
