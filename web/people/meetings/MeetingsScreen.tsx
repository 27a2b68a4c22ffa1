import { meetings } from '#contract/people/meetings/meetings.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool, useSession } from '#web/lib/session.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { FamilyEvenings } from './FamilyEvenings.tsx'
import { OfficeEvenings } from './OfficeEvenings.tsx'
import { OwnEvenings } from './OwnEvenings.tsx'

/** Parents' evenings: for parents who book, teachers who are met, and the office that makes them. */
export function MeetingsScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const { isParent, isTeacher } = useSession()
  const makes = useMay(meetings.rounds)
  const tabs = [
    ...(school && makes
      ? [{ value: 'office', label: t('meetings.office'), panel: <OfficeEvenings key={school.id} school={school} /> }]
      : []),
    ...(school && (isTeacher || !makes)
      ? [{ value: 'own', label: t('meetings.own'), panel: <OwnEvenings key={school.id} school={school} /> }]
      : []),
    ...(isParent ? [{ value: 'family', label: t('meetings.family'), panel: <FamilyEvenings /> }] : []),
  ]
  if (tabs.length < 2)
    return <Screen title={t('meetings.title')}>{tabs[0]?.panel ?? <Empty sentence={t('meetings.none')} />}</Screen>
  return (
    <Screen title={t('meetings.title')}>
      <Tabs label={t('meetings.title')} param="tab" tabs={tabs} />
    </Screen>
  )
}
