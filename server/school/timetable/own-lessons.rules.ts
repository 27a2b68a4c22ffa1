import { endOf } from '#contract/school/timetable/clashes.ts'
import type { OwnRow } from './week.queries.ts'

/** A lesson of a teacher as people read it: with its end, and without what the teacher knows. */
export const asOwnLesson = ({ starts, minutes, teacherNames: _, lacksTeacher: __, ...lesson }: OwnRow) => ({
  ...lesson,
  starts,
  ends: starts === null || minutes === null ? null : endOf({ starts, minutes }),
})
