import { ChevronRight } from 'lucide-react'
import { Link } from 'react-router'
import { waiting as waitingOperations } from '#contract/overviews/waiting/waiting.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Digits } from '#web/ui/Bdi.tsx'
import type { Home } from './home-of.ts'
import { AllWell, Tile } from './Tile.tsx'
import { type WaitingKind, waitingPlaces } from './waiting-places.ts'

/** What waits for somebody: the figure leads to all of it, each line to one kind. */
export function Waiting({ waiting }: { waiting: Home['waiting'] }) {
  const { t } = useTranslation()
  const all = waiting.reduce((sum, { count }) => sum + count, 0)
  return (
    <Tile wide title={t('home.waiting')}>
      <p className="pt-2 text-4xl font-semibold">
        <Digits>{all}</Digits>
      </p>
      {all === 0 ? (
        <AllWell>{t('home.nothingWaits')}</AllWell>
      ) : (
        <ul className="-mx-2 mt-2">
          {waiting.map(({ kind, count }) => (
            <Line key={kind} kind={kind} count={count} />
          ))}
        </ul>
      )}
    </Tile>
  )
}

function Line({ kind, count }: { kind: WaitingKind; count: number }) {
  const { t } = useTranslation()
  const { Icon, to } = waitingPlaces[kind]
  const mayRemind = useMay(waitingOperations.teachersOwing)
  return (
    <li>
      <Link
        to={isQueued(kind) || (kind === 'marks' && mayRemind) ? paths.waiting(kind) : to}
        className="flex min-h-11 items-center gap-3 rounded-field px-2 py-1 text-sm leading-tight hover:bg-soft hover:text-primary"
      >
        <Icon className="size-5 shrink-0 text-wait" aria-hidden="true" />
        <span className="flex-1">{t(`home.waits.${kind}`, { count })}</span>
        <ChevronRight className="mirror-rtl size-4 shrink-0 text-muted" aria-hidden="true" />
      </Link>
    </li>
  )
}

const isQueued = (kind: WaitingKind) => kind !== 'invitations' && kind !== 'marks'
