import { useSearchParams } from 'react-router'
import { cover } from '#contract/teaching/cover/cover.ts'
import { timetable } from '#contract/school/timetable/timetable.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { Tabs } from '#web/ui/Tabs.tsx'
import { CoveredLesson } from './CoveredLessonScreen.tsx'
import { CoversOfDay } from './CoversOfDay.tsx'
import { OwnCovers } from './OwnCovers.tsx'

/** Who takes the lessons of absent teachers, for those who give them away and for those who take them. */
export function CoverScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  const manages = useMay(cover.day)
  const subjects = useRead(timetable.subjects, { schoolId: school?.id ?? '' }, { enabled: Boolean(school) && manages })
  const [query] = useSearchParams()
  const lesson = query.get('lesson')
  if (!school)
    return (
      <Screen title={t('cover.title')}>
        <Empty sentence={t('cover.noSchool')} />
      </Screen>
    )
  if (lesson) return <CoveredLesson key={lesson} school={school} coverId={lesson} />
  const own = <OwnCovers key={school.id} school={school} />
  const ofDay = <CoversOfDay key={school.id} school={school} />
  if (!manages) return <Screen title={t('cover.title')}>{own}</Screen>
  return (
    <Screen title={t('cover.title')}>
      {subjects.data?.ownId ? (
        <Tabs
          label={t('cover.title')}
          param="tab"
          keep={['day']}
          tabs={[
            { value: 'day', label: t('cover.day'), panel: ofDay },
            { value: 'own', label: t('cover.own'), panel: own },
          ]}
        />
      ) : (
        ofDay
      )}
    </Screen>
  )
}
