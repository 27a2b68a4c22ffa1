import { ChevronsUpDown } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { cx } from '#web/ui/cx.ts'
import { afterFirstUse } from '#web/ui/FirstUse.tsx'

const SchoolDropdown = afterFirstUse(() => import('./SchoolDropdown.tsx').then((file) => file.SchoolDropdown))

/** The current school; pressing it opens the choice of others. For people with ViewUserSchoolsDropDown in any school. */
export function SchoolChoice({ wide }: { wide?: boolean }) {
  const { t } = useTranslation()
  const { permissions, schools } = useSession()
  const school = useDefaultSchool()
  if (!school || schools.length === 0 || !permissions.includes('ViewUserSchoolsDropDown')) return null

  return (
    <SchoolDropdown
      wide={wide ?? false}
      trigger={
        <button
          type="button"
          aria-haspopup="dialog"
          aria-label={`${t('header.school')}: ${school.name}`}
          className={cx(
            'flex min-h-11 items-center justify-between gap-2 rounded-field border border-line bg-surface px-4 py-2 text-start',
            wide ? 'w-full' : 'w-[200px]',
          )}
        >
          <bdi className="truncate">{school.name}</bdi>
          <ChevronsUpDown className="size-4 shrink-0 text-muted" aria-hidden="true" />
        </button>
      }
    />
  )
}
