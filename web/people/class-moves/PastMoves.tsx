import { ArrowRight, Undo2 } from 'lucide-react'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useList } from '#web/lib/api.ts'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { useChange } from '#web/records/change.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'

type Move = OutputOf<typeof classMoves.list>[number]

/** The moves that were done, latest first; each can be undone while nothing later depends on it. */
export function PastMoves({ schoolId }: { schoolId: string }) {
  const { t } = useTranslation()
  const list = useList(classMoves.list, { schoolId })
  if (!list.rows) return <LoadingOrFailed error={list.error} again={list.refetch} count={2} />
  if (list.rows.length === 0) return null
  return (
    <section>
      <h2 className="mb-3 text-xl">{t('settings.moves.past')}</h2>
      <ul className="space-y-2" aria-label={t('settings.moves.past')}>
        {list.rows.map((move) => (
          <PastMove key={move.id} move={move} />
        ))}
      </ul>
      <LoadMore more={list.more} pending={list.isFetchingNextPage} onMore={list.loadMore} />
    </section>
  )
}

function PastMove({ move }: { move: Move }) {
  const { t } = useTranslation()
  const undo = useChange(classMoves.undo)
  const { id, classRoomId, classRoomName, toClassRoomName, students, day, movedByName, undone, hindrance } = move
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-card border border-line bg-surface px-4 py-3 md:px-5">
      <div className="min-w-50 flex-1 [overflow-wrap:anywhere]">
        <p className="flex flex-wrap items-center gap-2 font-semibold">
          <Bdi>{classRoomName}</Bdi>
          <ArrowRight className="mirror-rtl size-4 text-muted" aria-label={t('settings.moves.goesTo')} />
          <Bdi>{toClassRoomName}</Bdi>
        </p>
        <p className="text-sm text-muted">
          {t('settings.students.count', { count: students })} · <Day day={day} /> · <Bdi>{movedByName}</Bdi>
        </p>
        {hindrance && <p className="text-sm text-muted">{translated(hindrance)}</p>}
      </div>
      {undone ? (
        <StatusBadge status="neutral" word={t('settings.moves.undone')} />
      ) : (
        !hindrance && (
          <AskFirst
            title={t('settings.moves.undoAsk', { name: isolated(classRoomName) })}
            description={t('settings.moves.undoMeans')}
            submit={t('settings.moves.undo')}
            run={async () => {
              await undo({ classRoomId, moveId: id })
              toast({ title: t('settings.moves.undone') })
            }}
          >
            {(ask, busy) => (
              <Button icon={<Undo2 className="mirror-rtl size-5" aria-hidden="true" />} onClick={ask} disabled={busy}>
                {t('settings.moves.undo')}
              </Button>
            )}
          </AskFirst>
        )
      )}
    </li>
  )
}
