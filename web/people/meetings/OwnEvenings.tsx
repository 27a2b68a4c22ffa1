import { Printer } from 'lucide-react'
import { useState } from 'react'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { useRead, useWrite } from '#web/lib/api.ts'
import { todayOfDevice } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useSession } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useSaving } from '#web/records/saving.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { RowStates } from '#web/ui/RowStates.tsx'
import { Empty } from '#web/ui/States.tsx'
import { AskParents } from './AskParents.tsx'
import { OwnTime } from './OwnTime.tsx'
import type { OwnEvening } from './rows.ts'
import { TimesSheet } from './TimesSheet.tsx'

/** The evenings of a teacher: who comes when, and whose parents are asked to come. */
export function OwnEvenings({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(ownMeetings.day, { schoolId: school.id })
  return (
    <RowStates rows={data} error={error} again={refetch} count={4} empty={<Empty sentence={t('meetings.none')} />}>
      {(rows) => rows.map((evening) => <OneEvening key={evening.id} school={school} evening={evening} />)}
    </RowStates>
  )
}

function OneEvening({ school, evening }: { school: OwnSchool; evening: OwnEvening }) {
  const { t } = useTranslation()
  const { mutateAsync: trim } = useWrite(ownMeetings.trim)
  const { mutateAsync: settle } = useWrite(ownMeetings.settle)
  const { saving, save } = useSaving()
  const { user } = useSession()
  const [isPrinting, setPrinting] = useState(false)
  const { schoolId, id: roundId, title, day, room, times, students } = evening
  const booked = times.filter(({ bookingId }) => bookingId !== null).length
  const close = (starts: string, isClosed: boolean) => {
    const closed = times.filter((one) => one.isClosed).map((one) => one.starts)
    const next = isClosed ? [...closed, starts] : closed.filter((one) => one !== starts)
    void save(() => trim({ schoolId, roundId, closed: next }))
  }
  return (
    <section className="mb-6 space-y-3" aria-labelledby={`own-${roundId}`}>
      <header className="flex flex-wrap items-start justify-between gap-3 [overflow-wrap:anywhere]">
        <div className="min-w-0">
          <h2 id={`own-${roundId}`} className="text-lg">
            <Bdi>{title}</Bdi>
          </h2>
          <p className="text-muted">
            <Day day={day} named short />
            {room && (
              <>
                {' · '}
                <Bdi>{room}</Bdi>
              </>
            )}
            {' · '}
            {t('meetings.bookedOf', { booked, all: times.filter(({ isClosed }) => !isClosed).length })}
            {!evening.isOpened && ` · ${t('meetings.draft')}`}
          </p>
        </div>
        <Button icon={<Printer className="size-5" aria-hidden="true" />} onClick={() => setPrinting(true)}>
          {t('meetings.print')}
        </Button>
      </header>
      <div className="grid items-start gap-6 lg:grid-cols-[3fr_2fr]">
        <ul className="space-y-2">
          {times.map((time) => (
            <li key={time.starts} className="rounded-card border border-line bg-surface px-4 py-2">
              <OwnTime
                time={time}
                isNow={day <= todayOfDevice()}
                disabled={saving}
                onClose={(isClosed) => close(time.starts, isClosed)}
                onSettle={(outcome) =>
                  void save(() => settle({ schoolId, roundId, bookingId: time.bookingId!, outcome }))
                }
              />
            </li>
          ))}
        </ul>
        {students.length > 0 && <AskParents evening={evening} />}
      </div>
      {isPrinting && (
        <TimesSheet
          schoolName={school.name}
          title={title}
          day={day}
          doors={[{ teacherId: roundId, teacherName: `${user?.firstName} ${user?.lastName}`, room, times }]}
          onClose={() => setPrinting(false)}
        />
      )}
    </section>
  )
}
