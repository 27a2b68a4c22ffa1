import { Link } from 'react-router'
import { ownMeetings } from '#contract/people/meetings/own-meetings.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'

/** The evenings on which the parents of a child can meet its teachers; nothing is shown where there is none. */
export function ChildMeetings({ studentId }: { studentId: string }) {
  const { t } = useTranslation()
  const { data = [] } = useRead(ownMeetings.free, {})
  const evenings = data.filter(({ meetings }) => meetings.some((one) => one.studentId === studentId))
  if (evenings.length === 0) return null
  return (
    <section className="mb-5 space-y-2" aria-label={t('meetings.ofChild')}>
      {evenings.map(({ id, title, day, isOpen, meetings }) => {
        const booked = meetings.filter((one) => one.bookingId !== null).length
        return (
          <Link
            key={id}
            to={paths.meetings('family')}
            className="block rounded-card border border-line bg-surface px-4 py-3 [overflow-wrap:anywhere]"
          >
            <span className="block font-medium">
              <Bdi>{title}</Bdi> · <Day day={day} named short />
            </span>
            <span className="text-primary underline">
              {isOpen && booked === 0 ? t('meetings.ofChildOpen') : t('meetings.ofChildBooked', { count: booked })}
            </span>
          </Link>
        )
      })}
    </section>
  )
}
