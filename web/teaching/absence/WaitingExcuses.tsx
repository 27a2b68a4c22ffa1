import { lazy, type ReactNode, useState } from 'react'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { useList } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useLiveRefresh } from '#web/lib/live-refresh.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Card } from '#web/ui/Card.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { part } from '#web/ui/part.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useExcuseDecisions } from './deciding.ts'
import { Decided } from './Decided.tsx'
import { ExcuseFacts } from './ExcuseFacts.tsx'
import type { Excuse } from './kinds.ts'

const RefuseExcuse = lazy(part(async () => (await import('./RefuseExcuse.tsx')).RefuseExcuse))

const lists = ['waiting', 'decided'] as const

/** The excuses of parents that wait for a decision, the one that waits longest first; and those that were decided, to be undone. */
export function WaitingExcuses({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const [search, setSearch] = useState('')
  const settled = useSettled(search)
  const [refusing, setRefusing] = useState<Excuse | null>(null)
  const [list, setList] = useState<(typeof lists)[number]>('waiting')
  const decided = list === 'decided'
  const input = { schoolId: school.id, ...(decided && { decided }), ...(settled && { search: settled }) }
  const { rows, error, refetch, more, isFetchingNextPage, loadMore } = useList(excuses.waiting, input)
  const { accept, undo, offerUndo, busy } = useExcuseDecisions()
  useLiveRefresh(school.id, excuses.waiting)

  return (
    <>
      <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
        <Segments
          label={t('absence.whichExcuses')}
          value={list}
          onChange={setList}
          items={lists.map((value) => ({ value, label: t(`absence.excuseList.${value}`) }))}
        />
        <SearchField
          label={t('absence.search')}
          value={search}
          onChange={setSearch}
          className="max-w-md min-w-48 flex-1"
        />
        {rows && rows.length > 0 && <ExportButton list={excuses.waiting} input={input} />}
      </div>
      <RowStates
        rows={rows}
        error={error}
        again={refetch}
        count={4}
        empty={<Empty sentence={t(decided ? 'absence.noneDecided' : 'absence.noExcuses')} />}
      >
        {(rows) => (
          <ul className="grid gap-3 md:grid-cols-2">
            {rows.map((excuse) => (
              <li key={excuse.id}>
                <ExcuseCard excuse={excuse} timeZone={school.timeZone}>
                  {decided ? (
                    <Decided excuse={excuse} timeZone={school.timeZone} busy={busy} onUndo={() => undo(excuse)} />
                  ) : (
                    <div className="flex flex-wrap justify-end gap-2">
                      <Button disabled={busy} onClick={() => setRefusing(excuse)}>
                        {t('absence.refuse')}
                      </Button>
                      <Button tone="primary" disabled={busy} onClick={() => accept(excuse)}>
                        {t('absence.accept')}
                      </Button>
                    </div>
                  )}
                </ExcuseCard>
              </li>
            ))}
          </ul>
        )}
      </RowStates>
      <LoadMore more={more} pending={isFetchingNextPage} onMore={loadMore} />
      {refusing && (
        <LazyPart onClose={() => setRefusing(null)}>
          <RefuseExcuse excuse={refusing} offerUndo={offerUndo(refusing)} onClose={() => setRefusing(null)} />
        </LazyPart>
      )}
    </>
  )
}

type CardProps = { excuse: Excuse; timeZone: string; children: ReactNode }

/** Who asks for whom to be excused, when and why; below it what was decided, or can be. */
const ExcuseCard = ({ excuse, timeZone, children }: CardProps) => (
  <Card className="space-y-2">
    <h2 className="text-base">
      <Bdi>{excuse.studentName}</Bdi>{' '}
      <span className="text-sm font-normal text-muted">
        <Bdi>{excuse.classRoomName}</Bdi>
      </span>
    </h2>
    <ExcuseFacts excuse={excuse} timeZone={timeZone} />
    {children}
  </Card>
)
