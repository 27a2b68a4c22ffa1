import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { useHolds } from '#web/lib/session.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import type { Home } from './home-of.ts'
import { AllWell, Tile } from './Tile.tsx'

type Attendance = NonNullable<Home['attendance']>

const namedAtMost = 5

/** Who is absent without an excuse, each with a tap that calls the guardian. */
export function AbsentToday({
  attendance: { absent, present, late, excused, absentStudents },
}: {
  attendance: Attendance
}) {
  const { t } = useTranslation()
  const isTaken = present + late + excused + absent > 0
  // One that is left over takes the line that would say so.
  const named = absent > namedAtMost ? absentStudents.slice(0, namedAtMost - 1) : absentStudents
  return (
    <Tile wide title={t('home.absentToday')}>
      <p className="pt-2 text-4xl font-semibold">
        <Digits>{isTaken ? absent : '–'}</Digits>
      </p>
      {absent === 0 && isTaken && <AllWell>{t('home.nobodyAbsent')}</AllWell>}
      {absent === 0 && !isTaken && <p className="text-sm text-muted">{t('home.noRegisterYet')}</p>}
      {absent > 0 && (
        <ul className="-mx-2 mt-2">
          {named.map((student) => (
            <AbsentStudent key={student.studentId} {...student} />
          ))}
          {absent > named.length && <Others count={absent - named.length} />}
        </ul>
      )}
    </Tile>
  )
}

/** Those who are not named, at the desk of absences for whoever works there. */
function Others({ count }: { count: number }) {
  const { t } = useTranslation()
  const isHandled = useHolds()('HandleAbsence')
  const words = t('today.more', { count })
  return (
    <li className="px-2 text-sm">
      {isHandled ? (
        <Link
          to={paths.absence()}
          className="inline-flex min-h-11 items-center font-medium text-primary underline-offset-4 hover:underline"
        >
          {words}
        </Link>
      ) : (
        <span className="py-1 text-muted">{words}</span>
      )}
    </li>
  )
}

function AbsentStudent(student: Attendance['absentStudents'][number]) {
  const { t } = useTranslation()
  const { studentId, studentName, classRoomName, guardianName, guardianRelation, guardianPhone } = student
  const relation = relationName(t, guardianRelation ?? '')
  const label = t('home.call', { name: isolated(guardianName ? `${guardianName} (${relation})` : relation) })
  return (
    <li className="flex items-center">
      <Link
        to={paths.student(studentId, 'staff')}
        className="flex min-h-11 min-w-0 flex-1 flex-col justify-center rounded-field px-2 leading-tight hover:bg-soft hover:text-primary"
      >
        <span className="truncate pb-0.5 leading-normal font-medium">
          <Bdi>{studentName}</Bdi>
        </span>
        <span className="text-sm text-muted">
          <Bdi>{classRoomName}</Bdi>
        </span>
      </Link>
      {guardianPhone && (
        <a
          href={`tel:${guardianPhone}`}
          title={`${label} ${guardianPhone}`}
          className="grid size-11 shrink-0 place-items-center rounded-full text-primary hover:bg-soft"
        >
          <Phone className="size-5" aria-hidden="true" />
          <span className="sr-only">{label}</span>
        </a>
      )}
    </li>
  )
}
