import type { OutputOf } from '#contract/language/operation.ts'
import { permissionList } from '#contract/platform/roles/roles.ts'
import { useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { ManyItem } from '#web/ui/ManyChoice.tsx'

type PermissionRow = OutputOf<typeof permissionList.list>[number]

/** The permissions to choose from, page after page until there is none left. `type` 1: usable in a school, 2: app-wide. */
export function usePermissionChoices(type: number, offered: (row: PermissionRow) => boolean) {
  const { language } = useTranslation()
  const { data, error, refetch } = useWhole(permissionList.list, { type })
  const items: ManyItem[] | undefined = data
    ?.filter(offered)
    .map(({ id, key, name, nameAr, description }) => ({
      value: id,
      label: language === 'ar' ? nameAr : name,
      hint: description ?? undefined,
      words: `${name} ${nameAr} ${key}`,
    }))
    .toSorted((one, other) => one.label.localeCompare(other.label, language))
  return { items, error, again: refetch }
}
