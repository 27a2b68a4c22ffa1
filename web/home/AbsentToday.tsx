import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { relationName } from '#web/lib/reference.ts'
import { Bdi, Digits, isolated } from '#web/ui/Bdi.tsx'
import type { Home } from './home-of.ts'
import { AllWell, Tile } from './Tile.tsx'

type Attendance = NonNullable<Home['attendance']>

/** Who is absent without an excuse, each with a tap that calls the guardian. */
export function AbsentToday({
  attendance: { absent, present, late, excused, absentStudents },
}: {
  attendance: Attendance
}) {
  const { t } = useTranslation()
  const isTaken = present + late + excused + absent > 0
  return (
    <Tile wide title={t('home.absentToday')}>
      <p className="pt-2 text-4xl font-semibold">
        <Digits>{isTaken ? absent : '–'}</Digits>
      </p>
      {absent === 0 ? (
        isTaken ? (
          <AllWell>{t('home.nobodyAbsent')}</AllWell>
        ) : (
          <p className="text-sm text-muted">{t('home.noRegisterYet')}</p>
        )
      ) : (
        <ul className="-mx-2 mt-2 max-h-48 overflow-y-auto">
          {absentStudents.map((student) => (
            <AbsentStudent key={student.studentId} {...student} />
          ))}
          {absent > absentStudents.length && (
            <li className="px-2 py-1 text-sm text-muted">
              {t('today.more', { count: absent - absentStudents.length })}
            </li>
          )}
        </ul>
      )}
    </Tile>
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
        to={paths.child(studentId, 'staff')}
        state={{ studentId }}
        className="flex min-h-11 min-w-0 flex-1 flex-col justify-center rounded-field px-2 leading-tight hover:bg-soft hover:text-primary"
      >
        <span className="truncate font-medium">
          <Bdi>{studentName}</Bdi>
        </span>
        <span className="text-xs text-muted">
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
