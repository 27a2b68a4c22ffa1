import { Printer } from 'lucide-react'
import { useState } from 'react'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { allToWant, familyPlan, meetingKey, timesOf, wantedAtFirst } from './family-plan.ts'
import { FamilyRow } from './FamilyRow.tsx'
import { EveningSheet } from './EveningSheet.tsx'
import type { Evening, FamilyMeeting } from './rows.ts'

/** The evenings of all children of a parent, each with the meetings that are booked and a plan for those that are not. */
export function FamilyEvenings() {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(ownMeetings.free, {})
  return (
    <RowStates rows={data} error={error} again={refetch} count={3} empty={<Empty sentence={t('meetings.none')} />}>
      {(rows) => rows.map((evening) => <OneEvening key={evening.id} evening={evening} all={rows} />)}
    </RowStates>
  )
}

const byTime = (times: ReadonlyMap<string, string>) => (one: FamilyMeeting, other: FamilyMeeting) => {
  const timeOf = (meeting: FamilyMeeting) => meeting.starts ?? times.get(meetingKey(meeting)) ?? '99:99'
  return timeOf(one).localeCompare(timeOf(other))
}

/** What a family wants and chose in an evening, and what it can do. */
function useFamilyEvening(evening: Evening, all: readonly Evening[]) {
  const { t } = useTranslation()
  const { mutateAsync: book } = useWrite(ownMeetings.book)
  const { mutateAsync: cancel } = useWrite(ownMeetings.cancel)
  const { saving, save } = useSaving()
  const [wanted, setWanted] = useState(() => wantedAtFirst(evening))
  const [chosen, setChosen] = useState<ReadonlyMap<string, string>>(new Map())
  const { id: roundId, meetings } = evening
  const plan = familyPlan(evening, all, wanted, chosen)
  const planned = meetings.flatMap((one) => {
    const starts = plan.get(meetingKey(one))
    return starts ? [{ studentId: one.studentId, teacherId: one.teacherId, starts }] : []
  })
  return {
    plan,
    planned,
    wanted,
    saving,
    want(key: string, isWanted: boolean) {
      const next = new Set(wanted)
      if (isWanted) next.add(key)
      else next.delete(key)
      setWanted(next)
    },
    wantAll: () => setWanted(new Set([...wanted, ...allToWant(evening)])),
    /** A meeting that is booked moves at once; of others the time is kept until they are booked. */
    choose(meeting: FamilyMeeting, starts: string) {
      if (!meeting.bookingId) return setChosen(new Map(chosen).set(meetingKey(meeting), starts))
      const { studentId, teacherId } = meeting
      const moved = { roundId, meetings: [{ studentId, teacherId, starts }] }
      void save(() => book(moved), t('meetings.didBook', { count: 1 }))
    },
    bookAll: () =>
      void save(
        () => book({ roundId, meetings: planned }),
        t('meetings.didBook', { count: planned.length }),
        () => setWanted(new Set()),
      ),
    cancel: ({ studentId, bookingId }: FamilyMeeting) =>
      void save(() => cancel({ studentId, bookingId: bookingId! }), t('meetings.didCancel')),
  }
}

function OneEvening({ evening, all }: { evening: Evening; all: readonly Evening[] }) {
  const { t } = useTranslation()
  const { plan, planned, wanted, saving, ...act } = useFamilyEvening(evening, all)
  const [isPrinting, setPrinting] = useState(false)
  const { id, meetings } = evening
  const booked = meetings.filter(({ bookingId }) => bookingId !== null)
  const isMore = allToWant(evening).some((key) => !wanted.has(key))
  const children = new Set(meetings.map(({ studentId }) => studentId)).size
  return (
    <section className="mb-6 space-y-3" aria-labelledby={`evening-${id}`}>
      <Head evening={evening} />
      {(planned.length > 0 || isMore) && (
        <div className="space-y-2 rounded-card bg-soft px-4 py-3">
          {planned.length > 0 && <p>{t('meetings.planMeans')}</p>}
          <div className="flex flex-wrap gap-2">
            {planned.length > 0 && (
              <Button tone="primary" disabled={saving} onClick={act.bookAll}>
                {t('meetings.book', { count: planned.length })}
              </Button>
            )}
            {isMore && (
              <Button disabled={saving} onClick={act.wantAll}>
                {t('meetings.wantAll')}
              </Button>
            )}
          </div>
        </div>
      )}
      <ul className="space-y-2">
        {meetings.toSorted(byTime(plan)).map((meeting) => (
          <li key={meetingKey(meeting)} className="rounded-card border border-line bg-surface px-4 py-3">
            <FamilyRow
              meeting={meeting}
              namesChild={children > 1}
              time={plan.get(meetingKey(meeting)) ?? null}
              times={timesOf(evening, all, meeting)}
              isWanted={wanted.has(meetingKey(meeting))}
              disabled={saving}
              onWant={(isWanted) => act.want(meetingKey(meeting), isWanted)}
              onChoose={(time) => act.choose(meeting, time)}
              onCancel={() => act.cancel(meeting)}
            />
          </li>
        ))}
      </ul>
      {booked.length > 0 && (
        <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrinting(true)}>
          {t('meetings.print')}
        </Button>
      )}
      {isPrinting && (
        <EveningSheet evening={evening} meetings={booked.toSorted(byTime(plan))} onClose={() => setPrinting(false)} />
      )}
    </section>
  )
}

function Head({ evening: { id, title, schoolName, day, isOpen, closesAt, allFrom, meetings } }: { evening: Evening }) {
  const { t } = useTranslation()
  return (
    <header className="[overflow-wrap:anywhere]">
      <h2 id={`evening-${id}`} className="text-lg">
        <Bdi>{title}</Bdi>
      </h2>
      <p className="text-muted">
        <Bdi>{schoolName}</Bdi> · <Day day={day} named short />
      </p>
      <p className="text-sm text-muted">
        {isOpen ? (
          <>
            {t('meetings.closesAt')} <Moment at={closesAt} />
          </>
        ) : (
          t('meetings.notNow')
        )}
        {isOpen && allFrom && meetings.some((one) => !one.isOpen) && (
          <>
            {' · '}
            {t('meetings.fromDay')} <Day day={allFrom} />
          </>
        )}
      </p>
    </header>
  )
}
