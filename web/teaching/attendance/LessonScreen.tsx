import { Navigate, useSearchParams } from 'react-router'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useRead } from '#web/lib/api.ts'
import { type CivilDay, dayInAddress } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { useDefaultSchool } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useToday } from '#web/lib/today.ts'
import { Bdi, Day, Digits } from '#web/ui/Bdi.tsx'
import { Failed } from '#web/ui/States.tsx'
import { LinkButton } from '#web/ui/Button.tsx'
import { Screen } from '#web/ui/Screen.tsx'
import { LessonRegister } from './LessonRegister.tsx'
import type { LessonPlace } from './place.ts'
import { RegisterLoading } from './RegisterLoading.tsx'

/** The register of one lesson, named in the address. */
export function LessonScreen() {
  const [query] = useSearchParams()
  const school = useDefaultSchool()
  const [classRoomId, number] = [query.get('class'), Number(query.get('number'))]
  if (!school || !classRoomId || !number) return <Navigate to={paths.home()} replace />
  const lesson = { number, groupId: query.get('group') }
  return <Lesson {...{ school, classRoomId, lesson }} day={dayInAddress(query, 'day')} />
}

type Props = { school: OwnSchool; classRoomId: string; lesson: LessonPlace; day: CivilDay | null }

function Lesson({ school, classRoomId, lesson, day }: Props) {
  const { t } = useTranslation()
  const today = useToday(school.timeZone)
  const date = day ?? today
  const { data, error, refetch } = useRead(lessonRegisters.sheet, { classRoomId, date, ...lesson })
  if (!data)
    return (
      <Screen title={t('lessons.lesson', { number: lesson.number })}>
        {error ? <Failed error={error} again={refetch} /> : <RegisterLoading />}
      </Screen>
    )
  return (
    <Screen
      title={[data.classRoomName, data.groupName].filter(Boolean).join(' · ')}
      lead={<Head sheet={data} isToday={date === today} />}
      tools={<LinkButton to={paths.register(classRoomId, date)}>{t('lessons.ofDay')}</LinkButton>}
    >
      <LessonRegister sheet={data} today={today} />
    </Screen>
  )
}

/** Number, times and course, with the day unless it is today. */
function Head({ sheet, isToday }: { sheet: OutputOf<typeof lessonRegisters.sheet>; isToday: boolean }) {
  const { t } = useTranslation()
  const { number, starts, ends, courseName, date } = sheet
  return (
    <>
      {t('lessons.lesson', { number })} {starts && <Digits>{`${starts}–${ends}`}</Digits>} · <Bdi>{courseName}</Bdi>
      {!isToday && (
        <>
          {' · '}
          <Day day={date} named short />
        </>
      )}
    </>
  )
}
