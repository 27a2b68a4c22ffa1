import { exams } from '#contract/exams.ts'
import type { OutputOf } from '#contract/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import type { Field, Values } from '#web/settings/fields.ts'

export type Exam = OutputOf<typeof exams.get>
export type ExamForm = ReturnType<typeof useExamFields>

/** What an exam is set with in a school, once `ready`: classes, courses, and the active months of the current year. */
export function useExamFields(schoolId: string) {
  const mayChoose = useMay(exams.formData)
  const { data } = useRead(exams.formData, { schoolId }, { enabled: mayChoose })
  const { classRooms = [], courses = [], courseMonths = [] } = data ?? {}

  /** The fields of a new exam; of an old one, whose class stays and whose month may have been closed since. */
  const fields = (exam?: Exam): Field[] => [
    ...(exam ? [] : [{ name: 'classRoomId', kind: 'choice', items: items(classRooms), repeats: true } as const]),
    { name: 'courseId', kind: 'choice', items: items(courses, exam && { id: exam.courseId, name: exam.courseName }) },
    {
      name: 'monthId',
      kind: 'choice',
      items: items(courseMonths, exam && { id: exam.monthId, name: exam.monthName }),
      repeats: true,
      ...(data && courseMonths.length === 0 && { hint: 'settings.exams.noMonth' }),
    },
    { name: 'date', kind: 'day' },
    { name: 'rate', kind: 'number', repeats: true },
    { name: 'details', kind: 'lines' },
  ]
  // Months are activated as they begin, so the last one is mostly the one at hand.
  const start: Values = courseMonths.length > 0 ? { monthId: courseMonths.at(-1)!.id } : {}
  return { fields, start, classRooms: items(classRooms), courses: items(courses), ready: data !== undefined }
}

type Row = { id: string; name: string }

/** Rows to choose from; `own` too, though it may no longer be offered. */
function items(rows: Row[], own?: Row) {
  const all = own && !rows.some(({ id }) => id === own.id) ? [...rows, own] : rows
  return all.map(({ id, name }) => ({ value: id, label: name }))
}
