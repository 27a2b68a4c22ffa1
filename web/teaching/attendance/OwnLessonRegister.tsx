import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { useRead } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { Failed } from '#web/ui/States.tsx'
import { LessonRegister } from './LessonRegister.tsx'
import type { RegisterKey } from './place.ts'
import { RegisterLoading } from './RegisterLoading.tsx'

type Props = Required<Pick<RegisterKey, 'classRoomId' | 'date'>> & {
  lesson: NonNullable<RegisterKey['lesson']>
  today: CivilDay
}

/** The register of one lesson, read from the server. */
export function OwnLessonRegister({ classRoomId, date, lesson, today }: Props) {
  const { data, error, refetch } = useRead(lessonRegisters.sheet, { classRoomId, date, ...lesson })
  if (data) return <LessonRegister sheet={data} today={today} />
  return error ? <Failed error={error} again={refetch} /> : <RegisterLoading />
}
