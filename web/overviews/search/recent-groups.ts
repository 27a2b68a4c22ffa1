import { useState } from 'react'
import { search } from '#contract/overviews/search/search.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { recentlyOpened } from '#web/lib/recent.ts'
import { useSession } from '#web/lib/session.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import type { Go } from './found.ts'
import { type Group, iconOf, type Somebody } from './lines.ts'

type Named = Somebody & { of: 'student' | 'class' }

export type Recent = {
  students: Somebody[]
  group: (go: Go) => Group
}

/** The students and classes of the school that the person opened last here, by the names that the server says now. */
export function useRecent(schoolId: string | null): Recent {
  const { t } = useTranslation()
  const { user } = useSession()
  const [all] = useState(() => recentlyOpened(user?.id ?? ''))
  const opened = all.filter((one) => one.schoolId === schoolId)
  const ids = opened.map(({ id }) => id)
  const { data } = useRead(search.named, { schoolId: schoolId ?? '', ids }, { enabled: ids.length > 0 })
  const named = new Map<string, Named>([
    ...(data?.students ?? []).map((one) => [one.id, { ...one, more: one.classRoomName, of: 'student' }] as const),
    ...(data?.classes ?? []).map(
      (one) => [one.id, { id: one.id, name: nameOfClass(one), more: one.gradeName, of: 'class' }] as const,
    ),
  ])
  const shown = ids.flatMap((id) => named.get(id) ?? [])
  return {
    students: shown.filter(({ of }) => of === 'student'),
    group: (go) => ({
      key: 'recent',
      heading: t('actions.recent'),
      lines: shown.map(({ id, of, name, more }) => ({
        value: `recent ${id}`,
        Icon: iconOf(of),
        text: name,
        more,
        run: () => (of === 'student' ? go(paths.student(id, 'staff')) : go(paths.classRoom(id))),
      })),
    }),
  }
}
