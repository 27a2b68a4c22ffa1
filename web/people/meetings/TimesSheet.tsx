import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { OnPaper } from '#web/ui/OnPaper.tsx'
import { RuledCell, RuledTable } from '#web/ui/RuledTable.tsx'

type Time = { starts: string; isClosed: boolean; studentName: string | null; classRoomName: string | null }

export type Door = { teacherId: string; teacherName: string; room: string | null; times: readonly Time[] }

type Props = { schoolName: string; title: string; day: string; doors: readonly Door[]; onClose: () => void }

/** Who comes when, on a sheet for each door. Closed times are left out. */
export function TimesSheet({ schoolName, title, day, doors, onClose }: Props) {
  const { t } = useTranslation()
  return (
    <OnPaper onClose={onClose}>
      {doors.map(({ teacherId, teacherName, room, times }) => (
        <article key={teacherId} className="break-after-page">
          <p>
            <Bdi>{schoolName}</Bdi> · <Bdi>{title}</Bdi> · <Day day={day} named />
          </p>
          <h1 className="mt-1 mb-3 text-xl">
            <Bdi>{teacherName}</Bdi>
            {room && (
              <>
                {' · '}
                <Bdi>{room}</Bdi>
              </>
            )}
          </h1>
          <RuledTable heads={['time', 'student', 'class'].map((key) => t(`meetings.${key}`))}>
            {times
              .filter(({ isClosed }) => !isClosed)
              .map(({ starts, studentName, classRoomName }) => (
                <tr key={starts} className="break-inside-avoid">
                  <RuledCell>
                    <Digits>{starts}</Digits>
                  </RuledCell>
                  <RuledCell>
                    <Bdi>{studentName}</Bdi>
                  </RuledCell>
                  <RuledCell>
                    <Bdi>{classRoomName}</Bdi>
                  </RuledCell>
                </tr>
              ))}
          </RuledTable>
        </article>
      ))}
    </OnPaper>
  )
}
