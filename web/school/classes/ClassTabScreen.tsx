import { WeekOfOneClass } from '#web/school/timetable/WeekOf.tsx'
import { ClassMarksTab } from '#web/teaching/exams/ClassMarksTab.tsx'
import { NoteList } from '#web/teaching/notes/NoteList.tsx'

type Props = {
  of: string
  today: string
  isOther: boolean
} & Pick<Parameters<typeof NoteList>[0], 'classRoom' | 'yearId'>

/** Tabs of a class that are fetched together: each by itself would not fit into what the next tap opens. */
export function ClassTab({ of, classRoom, yearId, isOther, today }: Props) {
  if (of === 'marks') return <ClassMarksTab classRoom={classRoom} yearId={yearId} today={today} />
  if (of === 'timetable') return <WeekOfOneClass classRoom={classRoom} today={today} />
  return <NoteList classRoom={classRoom} yearId={yearId} isClosed={isOther} />
}
