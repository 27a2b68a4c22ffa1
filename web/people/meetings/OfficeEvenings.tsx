import { Plus } from 'lucide-react'
import { useState } from 'react'
import { meetings } from '#contract/people/meetings/meetings.ts'
import { useList, useWrite } from '#web/lib/api.ts'
import { todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { EditButton } from '#web/records/RecordRow.tsx'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { ListStates } from '#web/ui/ListStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { type Status, StatusBadge } from '#web/ui/StatusBadge.tsx'
import { Board } from './Board.tsx'
import { EditRound } from './EditRound.tsx'
import type { Round } from './rows.ts'

/** The parents' evenings of a school, each with who comes when. */
export function OfficeEvenings({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const list = useList(meetings.rounds, { schoolId: school.id })
  const [editing, setEditing] = useState<Round | 'new' | null>(null)
  const [shown, setShown] = useState<string | null>(null)
  return (
    <>
      <div className="mb-3">
        <Button tone="primary" icon={<Plus className="size-5" aria-hidden="true" />} onClick={() => setEditing('new')}>
          {t('meetings.add')}
        </Button>
      </div>
      <ListStates list={list} empty={<Empty sentence={t('meetings.noneOfSchool')} />}>
        {(rows) => (
          <ul className="space-y-3">
            {rows.map((round) => (
              <li key={round.id} className="rounded-card border border-line bg-surface px-4 py-3">
                <Line
                  round={round}
                  isShown={round.id === shown}
                  onShow={() => setShown(round.id === shown ? null : round.id)}
                  onEdit={() => setEditing(round)}
                />
                {round.id === shown && (
                  <div className="mt-3">
                    <Board school={school} round={round} />
                  </div>
                )}
              </li>
            ))}
          </ul>
        )}
      </ListStates>
      {editing && (
        <EditRound schoolId={school.id} round={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}

const looks: Record<'over' | 'opened' | 'draft', Status> = { over: 'neutral', opened: 'good', draft: 'waiting' }

function stateOf({ day, openedAt }: Round) {
  if (day < todayOfDevice()) return 'over'
  return openedAt ? 'opened' : 'draft'
}

type LineProps = { round: Round; isShown: boolean; onShow: () => void; onEdit: () => void }

function Line({ round, isShown, onShow, onEdit }: LineProps) {
  const { t } = useTranslation()
  const { mutateAsync: open } = useWrite(meetings.open)
  const { saving, save } = useSaving()
  const { schoolId, id: roundId, openedAt, teachers } = round
  const state = stateOf(round)
  const booked = teachers.reduce((sum, one) => sum + one.booked, 0)
  const all = teachers.reduce((sum, one) => sum + one.free, booked)
  const turn = () =>
    void save(
      () => open({ schoolId, roundId, open: openedAt === null }),
      t(openedAt ? 'meetings.didClose' : 'meetings.didOpen'),
    )
  return (
    <div className="space-y-3">
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1 [overflow-wrap:anywhere]">
          <h2 className="text-base">
            <Bdi>{round.title}</Bdi>
          </h2>
          <p className="text-sm text-muted">
            <Day day={round.day} named short /> ·{' '}
            <Digits>
              {round.fromTime}–{round.toTime}
            </Digits>{' '}
            · {t('meetings.teacherCount', { count: teachers.length })}
          </p>
        </div>
        {state !== 'over' && <EditButton name={round.title} onClick={onEdit} />}
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <StatusBadge status={looks[state]} word={t(`meetings.${state}`)} />
        <span>{t('meetings.bookedOf', { booked, all })}</span>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button aria-expanded={isShown} onClick={onShow}>
          {t('meetings.board')}
        </Button>
        {state !== 'over' && (
          <Button disabled={saving} onClick={turn}>
            {t(openedAt ? 'meetings.close' : 'meetings.open')}
          </Button>
        )}
      </div>
    </div>
  )
}
