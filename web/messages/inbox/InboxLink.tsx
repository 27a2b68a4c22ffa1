import { Bell as Icon } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { today } from '#contract/overviews/today/today.ts'
import { ageOf, stale, useRead } from '#web/lib/api.ts'
import { carriedUnread, useCarried } from './carried.ts'
import { epoch } from '#web/lib/clock.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLive } from '#web/lib/live.ts'
import { paths } from '#web/lib/paths.ts'
import { renewPush } from '#web/lib/push.ts'
import { Digits } from '#web/ui/Bdi.tsx'

/** How long after it was read the number counts as that of now, in ms. The server says again what came in twice that time before the connection. */
const isNewFor = 5000

/** The link to the inbox with the number of unread items, kept up to date while somebody is signed in. */
export function InboxLink({ personId }: { personId: string }) {
  const { t, language } = useTranslation()
  const { data, dataUpdatedAt } = useRead(inbox.unread, {}, { enabled: useCarried() })
  const unread = data?.unread ?? 0
  const waiting = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(waiting.current), [])
  useLive('inbox', personId, (change) => {
    // The connection was opened: what came since the number was read may wait until the screen is drawn. A number that came with home is
    // as new as all of home, and the server says what came since.
    clearTimeout(waiting.current)
    const age = data ? epoch() - dataUpdatedAt : 0
    if (change || age >= isNewFor) void stale(inbox.unread)
    else waiting.current = setTimeout(() => void (carriedUnread() === null && stale(inbox.unread)), isNewFor - age)
    if (change || (ageOf(today.get) ?? 0) > isNewFor) void stale(today.get)
  })
  useDayAgain(data?.unread)
  useEffect(() => void renewPush(language).catch(() => undefined), [language, personId])

  const shown = unread > 99 ? '99+' : String(unread)
  const label = unread > 0 ? `${t('inbox.title')}: ${shown} ${t('inbox.unread')}` : t('inbox.title')
  return (
    <Link
      to={paths.inbox()}
      title={label}
      aria-label={label}
      className="relative grid size-11 shrink-0 place-items-center rounded-full text-ink transition-colors hover:bg-soft hover:text-primary"
    >
      <Icon className="size-5" aria-hidden="true" />
      {unread > 0 && (
        <span
          aria-hidden="true"
          className="absolute end-0.5 top-0.5 min-w-5 rounded-full bg-danger px-1 text-center text-xs leading-5 font-semibold text-bg"
        >
          <Digits>{shown}</Digits>
        </span>
      )}
    </Link>
  )
}

/** A changed number of unread items is the only sign here that the day changed, so the day is read again. */
function useDayAgain(unread: number | undefined) {
  const before = useRef(unread)
  useEffect(() => {
    const isNews = before.current !== undefined && before.current !== unread && carriedUnread() !== unread
    if (isNews) void stale(today.get)
    before.current = unread
  }, [unread])
}
