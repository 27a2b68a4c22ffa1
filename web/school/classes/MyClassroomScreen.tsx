import { classes } from '#contract/school/classes/classes.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { CardGrid } from '#web/ui/Card.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { Empty } from '#web/ui/States.tsx'
import { ClassCard } from './ClassCard.tsx'

/** The classes of the default school that this person works in, as cards. */
export function MyClassroomScreen() {
  const { t } = useTranslation()
  const school = useDefaultSchool()
  return (
    <Screen title={t('classes.title')} lead={school && <Bdi>{school.name}</Bdi>}>
      {school ? <Classes key={school.id} school={school} /> : <Empty sentence={t('classes.empty')} />}
    </Screen>
  )
}

function Classes({ school }: { school: OwnSchool }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(classes.list, { schoolId: school.id })
  if (!data) return <LoadingOrFailed error={error} again={refetch} as="cards" />
  if (data.length === 0) return <Empty sentence={t('classes.empty')} />
  return (
    <CardGrid>
      {data.map((classRoom) => (
        <ClassCard key={classRoom.id} classRoom={classRoom} />
      ))}
    </CardGrid>
  )
}
