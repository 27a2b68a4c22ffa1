import { ChevronRight, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { remindsOfMarks } from '#contract/overviews/waiting/queue.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useHolds } from '#web/lib/session.ts'
import { type WaitingKind, waitingPlaces } from './waiting-places.ts'

/** How many of one kind wait, leading to them in the queue. */
export function WaitingLine({ kind, count }: { kind: WaitingKind; count: number }) {
  const { t } = useTranslation()
  const { Icon, to } = waitingPlaces[kind]
  const holds = useHolds()
  const isQueued = kind === 'marks' ? holds(remindsOfMarks) : kind !== 'invitations'
  return <TileLine Icon={Icon} to={isQueued ? paths.waiting(kind) : to} words={t(`home.waits.${kind}`, { count })} />
}

/** A line of a tile that leads somewhere. */
export const TileLine = ({ Icon, to, words }: { Icon: LucideIcon; to: string; words: string }) => (
  <li>
    <Link
      to={to}
      className="flex min-h-11 items-center gap-3 rounded-field px-2 py-1 text-sm leading-tight hover:bg-soft hover:text-primary"
    >
      <Icon className="size-5 shrink-0 text-wait" aria-hidden="true" />
      <span className="flex-1">{words}</span>
      <ChevronRight className="mirror-rtl size-4 shrink-0 text-muted" aria-hidden="true" />
    </Link>
  </li>
)
