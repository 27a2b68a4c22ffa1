import { lazy } from 'react'
import { Navigate } from 'react-router'
import { desk } from '#contract/teaching/absence/desk.ts'
import { excuses } from '#contract/teaching/absence/excuses.ts'
import { conduct } from '#contract/teaching/conduct/conduct.ts'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { StepsTab } from './StepsTab.tsx'
import { DeskTab } from './DeskTab.tsx'
import { WaitingExcuses } from './WaitingExcuses.tsx'

const GapsTab = lazy(part(async () => (await import('./GapsTab.tsx')).GapsTab, '.lessons'))
const ConductTab = lazy(part(async () => (await import('#web/teaching/conduct/ConductTab.tsx')).ConductTab, '.conduct'))
const SchoolAttendance = lazy(
  part(async () => (await import('#web/teaching/attendance/SchoolAttendance.tsx')).SchoolAttendance),
)

/** What is done about absences at a school: today's desk, excuses that wait, and every mark of every day. */
export function AbsenceScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const handles = useMay(desk.get)
  const decides = useMay(excuses.decide)
  const views = useMay(attendance.list)
  const readsConduct = useMay(conduct.list)
  const { data: today } = useRead(desk.get, { schoolId: school?.id ?? '' }, { enabled: handles && school !== null })
  if (!school || !(handles || decides))
    return <Navigate to={paths.unauthorized()} state={{ keys: ['HandleAbsence'] }} replace />

  return (
    <Screen title={t('absence.title')} lead={<Bdi>{school.name}</Bdi>}>
      <Tabs
        label={t('absence.tabs')}
        param="tab"
        keep={[]}
        tabs={[
          ...(handles ? [{ value: 'desk', label: t('absence.desk'), panel: <DeskTab school={school} /> }] : []),
          ...(today && today.openGaps !== null
            ? [
                {
                  value: 'gaps',
                  label: t('absence.gaps'),
                  panel: (
                    <LazyPart fallback={<Loading count={6} />}>
                      <GapsTab school={school} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(handles ? [{ value: 'steps', label: t('absence.steps'), panel: <StepsTab school={school} /> }] : []),
          ...(decides
            ? [{ value: 'excuses', label: t('absence.excuses'), panel: <WaitingExcuses school={school} /> }]
            : []),
          ...(readsConduct
            ? [
                {
                  value: 'conduct',
                  label: t('absence.conduct'),
                  panel: (
                    <LazyPart fallback={<Loading count={6} />}>
                      <ConductTab school={school} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
          ...(views
            ? [
                {
                  value: 'all',
                  label: t('absence.all'),
                  panel: (
                    <LazyPart fallback={<Loading count={6} />}>
                      <SchoolAttendance school={school} />
                    </LazyPart>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Screen>
  )
}
