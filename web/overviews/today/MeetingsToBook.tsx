import { UsersRound } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { todayIn, zoneOfDevice } from '#web/lib/days.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { NearDay } from '#web/ui/NearDay.tsx'
import type { StoredDay } from './stored-day.ts'

/** Parents' evenings that wait for the family to book, each as a line that leads there. */
export function MeetingsToBook({ meetings }: Pick<StoredDay, 'meetings'>) {
  const { t } = useTranslation()
  const today = todayIn(zoneOfDevice())
  return meetings.map(({ id, title, day }) => (
    <Link
      key={id}
      to={paths.meetings('family')}
      className="mb-4 flex min-h-11 flex-wrap items-center justify-between gap-x-4 gap-y-1 rounded-card border border-line bg-surface px-5 py-3 hover:bg-soft"
    >
      <span className="flex min-w-0 flex-1 basis-40 items-center gap-2">
        <UsersRound className="size-5 shrink-0 text-primary" aria-hidden="true" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          <span className="font-semibold text-primary">{t('today.meetings')}</span>
          <span className="block text-sm text-muted">
            <Bdi>{title}</Bdi>
          </span>
        </span>
      </span>
      <span className="text-sm text-muted">
        <NearDay day={day} today={today} />
      </span>
    </Link>
  ))
}
