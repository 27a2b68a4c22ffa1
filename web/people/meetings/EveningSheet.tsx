import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'
import type { Evening, FamilyMeeting } from './rows.ts'

type Props = { evening: Evening; meetings: readonly FamilyMeeting[]; onClose: () => void }

/** The booked meetings of a family on A4, by time. */
export function EveningSheet({ evening, meetings, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper onClose={onClose}>
      <p className="text-lg">
        <Bdi>{evening.schoolName}</Bdi>
      </p>
      <h1 className="mt-1 text-xl">
        <Bdi>{evening.title}</Bdi>
      </h1>
      <p className="mb-3">
        <Day day={evening.day} named />
      </p>
      <RuledTable heads={['time', 'teacher', 'room', 'student'].map((key) => t(`meetings.${key}`))}>
        {meetings.map((meeting) => (
          <tr key={meeting.bookingId} className="break-inside-avoid">
            <RuledCell>
              <Digits>{meeting.starts}</Digits>
            </RuledCell>
            <RuledCell>
              <Bdi>{[meeting.teacherName, ...meeting.courseNames].join(' · ')}</Bdi>
            </RuledCell>
            <RuledCell>
              <Bdi>{meeting.room}</Bdi>
            </RuledCell>
            <RuledCell>
              <Bdi>{meeting.studentName}</Bdi>
            </RuledCell>
          </tr>
        ))}
      </RuledTable>
    </OnPaper>
  )
}
