import type { ReactNode } from 'react'
import { attendance } from '#contract/attendance/attendance.ts'
import { classes } from '#contract/classes/classes.ts'
import { useMay, useRead, useWhole } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { CardGrid } from '#web/ui/Card.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { ClassCard, type ClassRoom } from './ClassCard.tsx'

/** Today's classes of a school and whether their register is taken: one tap from home to it. What stands below waits. */
export function TodaysClasses({ school, children }: { school: OwnSchool; children: ReactNode }) {
  const { data, error } = useRead(classes.list, { schoolId: school.id })
  if (!data && !error) return <Loading as="cards" count={3} />
  const active = data?.filter((classRoom) => classRoom.active) ?? []
  return (
    <>
      {active.length > 0 && <Classes school={school} active={active} />}
      {children}
    </>
  )
}

function Classes({ school, active }: { school: OwnSchool; active: ClassRoom[] }) {
  const { t } = useTranslation()
  const today = todayIn(school.timeZone)
  const seesAttendance = useMay(attendance.sheets)
  return (
    <section aria-labelledby="todays-classes" className="mb-10">
      <div className="mb-4 flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="todays-classes" className="text-xl">
          {t('home.today')}
        </h2>
        <p className="min-w-0 text-sm text-muted">
          <Bdi>{school.name}</Bdi> · <Day day={today} named />
        </p>
      </div>
      {seesAttendance ? (
        <WithRegister school={school} today={today} classRooms={active} />
      ) : (
        <CardGrid>
          {active.map((classRoom) => (
            <ClassCard key={classRoom.id} classRoom={classRoom} />
          ))}
        </CardGrid>
      )}
    </section>
  )
}

type Props = { school: OwnSchool; today: string; classRooms: ClassRoom[] }

function WithRegister({ school, today, classRooms }: Props) {
  const { t } = useTranslation()
  const { data: sheets } = useWhole(attendance.sheets, { schoolId: school.id, dateFrom: today, dateTo: today })
  const taken = new Set(sheets?.map(({ classRoomId }) => classRoomId))
  return (
    <CardGrid>
      {classRooms.map((classRoom) => (
        <ClassCard key={classRoom.id} classRoom={classRoom}>
          {!sheets ? null : taken.has(classRoom.id) ? (
            <StatusBadge status="good" word={t('attendance.takenShort')} />
          ) : (
            <StatusBadge status="waiting" word={t('attendance.notTakenShort')} />
          )}
        </ClassCard>
      ))}
    </CardGrid>
  )
}
