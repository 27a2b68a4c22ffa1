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
import { part } from '#web/ui/part.tsx'
import { useExcuseDecisions } from './deciding.ts'
import { Decided } from './Decided.tsx'
import { ExcuseFacts } from './ExcuseFacts.tsx'
import type { Excuse } from './kinds.ts'
import { SearchedRows } from './SearchedRows.tsx'

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
  const found = useList(excuses.waiting, input)
  const { accept, undo, offerUndo, busy } = useExcuseDecisions()
  useLiveRefresh(school.id, excuses.waiting)

  return (
    <>
      <SearchedRows
        choice={{
          label: t('absence.whichExcuses'),
          value: list,
          onChange: setList,
          items: lists.map((value) => ({ value, label: t(`absence.excuseList.${value}`) })),
        }}
        search={search}
        onSearch={setSearch}
        list={found}
        keyOf={({ id }) => id}
        empty={t(decided ? 'absence.noneDecided' : 'absence.noExcuses')}
        exporting={<ExportButton list={excuses.waiting} input={input} />}
        className="grid gap-3 md:grid-cols-2"
      >
        {(excuse) => (
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
        )}
      </SearchedRows>
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
