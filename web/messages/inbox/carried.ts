import { useEffect, useState } from 'react'
import { useLocation } from 'react-router'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { home } from '#contract/overviews/home/home.ts'
import { today } from '#contract/overviews/today/today.ts'
import { putAnswer } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'

/** How long the number of unread items waits for the answer of home, which has it, in ms. */
const patience = 4000

const carriers: readonly unknown[] = [home.school.path, today.get.path]

/** The number that the newest answer of a home has brought; null without one. */
export function carriedUnread(): number | null {
  const answers = queryClient
    .getQueryCache()
    .findAll({ predicate: ({ queryKey, state }) => carriers.includes(queryKey[1]) && state.data !== undefined })
    .toSorted((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
  return (answers[0]?.state.data as { unread: number } | undefined)?.unread ?? null
}

/**
 * Takes the number of unread items from each answer of a home. Returns whether it should be asked for by itself: not while home is
 * being read, which spares a call at nearly every visit.
 */
export function useCarried(): boolean {
  const isHome = useLocation().pathname === paths.home()
  const [waits, setWaits] = useState(() => {
    const unread = carriedUnread()
    if (unread !== null) putAnswer(inbox.unread, {}, { unread })
    return isHome && unread === null
  })
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe((event) => {
        if (event.type !== 'updated' || !carriers.includes(event.query.queryKey[1])) return
        if (event.action.type === 'success') {
          const { unread } = event.action.data as { unread: number }
          putAnswer(inbox.unread, {}, { unread })
        }
        if (event.action.type === 'success' || event.action.type === 'error') setWaits(false)
      }),
    [],
  )
  useEffect(() => {
    const timer = setTimeout(() => setWaits(false), patience)
    return () => clearTimeout(timer)
  }, [])
  return !waits
}
