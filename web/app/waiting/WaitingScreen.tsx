import { lazy, type ReactNode, useEffect, useState } from 'react'
import { Navigate, useSearchParams } from 'react-router'
import type { OutputOf } from '#contract/language/operation.ts'
import { keysOfQueue, queuedKinds } from '#contract/overviews/waiting/queue.ts'
import { waiting } from '#contract/overviews/waiting/waiting.ts'
import { stale, useList, useMay, useRead } from '#web/lib/api.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { queryClient } from '#web/lib/query.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useWide } from '#web/lib/wide.ts'
import { notNarrowed, within } from '#web/people/official-records/proposal-words.ts'
import { waitingPlaces } from '#web/overviews/home/waiting-places.ts'
import { Bdi, Digits } from '#web/ui/Bdi.tsx'
import { Card } from '#web/ui/Card.tsx'
import { ChipLine } from '#web/ui/ChipLine.tsx'
import { cx } from '#web/ui/cx.ts'
import { KeyHints } from '#web/ui/KeyHints.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { part } from '#web/ui/part.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { DecidedItems } from './DecidedItems.tsx'
import { aboutOf, type QueueItem, type QueueKind, nameOf } from './items.ts'
import { ItemPanel } from './ItemPanel.tsx'
import { useQueue } from './queue-keys.ts'
import { WithOthers } from './WithOthers.tsx'

const ProposalFilter = lazy(
  part(async () => (await import('#web/people/official-records/ProposalFilter.tsx')).ProposalFilter, '.corrections'),
)

const lists = ['waiting', 'decided'] as const

/** Everything that waits for a decision in a school, in one queue; and what was decided lately. */
export function WaitingScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const mayRead = useMay(waiting.list)
  const [query, setQuery] = useSearchParams()
  const list = query.get('list') === 'decided' ? 'decided' : 'waiting'
  const kind = queuedKinds.find((one) => one === query.get('kind'))
  const { data: counts = [] } = useRead(
    waiting.counts,
    { schoolId: school?.id ?? '' },
    { enabled: school !== null && mayRead },
  )
  useReadAfterWrites()
  if (!school || !mayRead) return <Navigate to={paths.unauthorized()} state={{ keys: ['DecideExcuses'] }} replace />

  const show = (name: 'list' | 'kind', value: string | undefined) => {
    const next = new URLSearchParams(query)
    if (value) next.set(name, value)
    else next.delete(name)
    setQuery(next, { replace: true, preventScrollReset: true })
  }
  const kinds = (
    <Kinds school={school} counts={counts} shown={kind} list={list} onShow={(value) => show('kind', value)} />
  )
  const opened = query.get('kind') === 'marks'
  const others = <WithOthers school={school} counts={counts} opened={opened} />
  return (
    <Screen
      title={t('waiting.title')}
      tools={
        <Segments
          label={t('waiting.which')}
          value={list}
          onChange={(value) => show('list', value)}
          items={lists.map((value) => ({ value, label: t(`waiting.lists.${value}`) }))}
        />
      }
    >
      {list === 'decided' ? (
        <>
          {kinds}
          <DecidedItems school={school} kind={kind} />
        </>
      ) : (
        <>
          {opened && others}
          <Queue school={school} kind={kind}>
            {kinds}
          </Queue>
          {!opened && !kind && others}
        </>
      )}
    </Screen>
  )
}

/** Whatever is written while the queue is shown may have decided one of its items, or brought one back. */
function useReadAfterWrites() {
  useEffect(
    () =>
      queryClient.getMutationCache().subscribe(({ type, mutation }) => {
        if (type === 'updated' && mutation.state.status === 'success') void stale(waiting.list)
      }),
    [],
  )
}

type KindsProps = {
  school: OwnSchool
  counts: OutputOf<typeof waiting.counts>
  shown: QueueKind | undefined
  list: (typeof lists)[number]
  onShow: (kind: QueueKind | undefined) => void
}

/** One chip for each kind of which something waits, with how many, or of which the person sees decisions; a second press shows all again. */
function Kinds({ school, counts, shown, list, onShow }: KindsProps) {
  const { t } = useTranslation()
  const known = new Map(counts.map(({ kind, count }) => [kind, count]))
  const decides = (kind: QueueKind) =>
    kind !== 'staffInvitations' && keysOfQueue[kind].every((key) => school.permissions.includes(key))
  const counted = list === 'waiting'
  const kinds = queuedKinds.filter((kind) => (counted ? known.has(kind) : decides(kind)) || kind === shown)
  if (kinds.length === 0) return null
  return (
    <div className="mb-2">
      <ChipLine label={t('waiting.kinds')}>
        {kinds.map((kind) => (
          <button
            key={kind}
            type="button"
            aria-pressed={kind === shown}
            onClick={() => onShow(kind === shown ? undefined : kind)}
            className={cx(
              'min-h-11 shrink-0 rounded-full border px-4 text-sm font-medium transition-colors',
              kind === shown
                ? 'border-primary bg-primary text-on-primary'
                : 'border-line bg-surface hover:border-primary hover:text-primary',
            )}
          >
            {t(`waiting.kind.${kind}`)}
            {counted && (
              <>
                {' '}
                <Digits>({known.get(kind) ?? 0})</Digits>
              </>
            )}
          </button>
        ))}
      </ChipLine>
    </div>
  )
}

type QueueProps = { school: OwnSchool; kind: QueueKind | undefined; children: ReactNode }

/** The queue, and beside or below the chosen item what is needed to decide. */
function Queue({ school, kind, children }: QueueProps) {
  const { t } = useTranslation()
  const list = useList(waiting.list, { schoolId: school.id, ...(kind && { kind }) })
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = list
  const isWide = useWide()
  const [narrowed, setNarrowed] = useState(notNarrowed)
  const proposals = kind === 'proposals' ? (rows ?? none).flatMap(({ proposal }) => proposal ?? []) : []
  // What was narrowed to may be decided by now; then nothing is hidden.
  const found = within(proposals, narrowed)
  const kept = new Set((found.length > 0 ? found : proposals).map(({ id }) => id))
  const listed = proposals.length > 0 ? rows?.filter(({ id }) => kept.has(id)) : rows
  const { current, choose, region } = useQueue(listed ?? none)
  useLiveRefresh(school.id, waiting.list)
  const panel = current && (
    <section key={current.id} aria-label={t('waiting.chosen')}>
      <ItemPanel item={current} school={school} isInline={!isWide} />
    </section>
  )
  return (
    <div {...region} className="outline-none!">
      {children}
      {proposals.length > 1 && (
        <LazyPart>
          <ProposalFilter
            proposals={proposals}
            narrowed={found.length > 0 ? narrowed : notNarrowed}
            onChange={setNarrowed}
          />
        </LazyPart>
      )}
      <RowStates rows={listed} error={error} again={refetch} count={6} empty={<Empty sentence={t('waiting.none')} />}>
        {(shown) => (
          <div className="xl:grid xl:grid-cols-[20rem_minmax(0,1fr)] xl:items-start xl:gap-4">
            <ul
              aria-label={t('waiting.title')}
              className="divide-y divide-line overflow-hidden rounded-card border border-line bg-surface"
            >
              {shown.map((item) => {
                const isCurrent = item.id === current?.id
                return (
                  <li key={item.id} className={isCurrent && !isWide ? 'pb-4' : undefined}>
                    <ItemLine item={item} isCurrent={isCurrent} onChoose={() => choose(item)} />
                    {isCurrent && !isWide && <div className="px-4">{panel}</div>}
                  </li>
                )
              })}
            </ul>
            {isWide && (
              <div className="lg:sticky lg:top-[calc(var(--spacing-header)+1.25rem)]">
                <Card className="mb-3">{panel}</Card>
                <Keys />
              </div>
            )}
          </div>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
    </div>
  )
}

const none: readonly QueueItem[] = []

function Keys() {
  const { t } = useTranslation()
  const keys = { move: 'J K', accept: 'A', refuse: 'R', undo: 'U' }
  return <KeyHints keys={Object.entries(keys).map(([name, key]) => ({ words: t(`waiting.keys.${name}`), key }))} />
}

type LineProps = { item: QueueItem; isCurrent: boolean; onChoose: () => void }

/** The queue is one stop of Tab; its keys go from line to line. */
function ItemLine({ item, isCurrent, onChoose }: LineProps) {
  const { t } = useTranslation()
  const { Icon } = waitingPlaces[item.kind]
  return (
    <button
      type="button"
      data-item={item.id}
      aria-current={isCurrent}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
      className={cx(
        'flex min-h-12 w-full items-center gap-3 px-4 py-2 text-start -outline-offset-3! hover:bg-soft',
        isCurrent && 'bg-soft',
      )}
    >
      <Icon className="size-5 shrink-0 text-wait" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        <span className="block font-medium [overflow-wrap:anywhere]">
          <Bdi>{nameOf(t, item)}</Bdi>
        </span>
        <span className="block text-sm text-muted [overflow-wrap:anywhere]">{aboutOf(t, item)}</span>
      </span>
      <span className="sr-only">{t(`waiting.kind.${item.kind}`)}</span>
    </button>
  )
}
