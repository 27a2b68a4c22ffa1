import { exams } from '#contract/teaching/exams/exams.ts'
import type { notes } from '#contract/teaching/notes/notes.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { students } from '#contract/people/students/students.ts'
import { type WorkClass, useCoursesHere } from '#web/teaching/class-work/work-fields.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useSession } from '#web/lib/session.ts'
import type { Field, Values } from '#web/records/fields.ts'
import type { Item } from '#web/ui/Dropdown.tsx'
import { itemsOf } from '#web/ui/items.ts'

export type Note = OutputOf<typeof notes.get>

/** What a note in a class is written with: about one student, or about whom of the class one chooses. */
export function useNoteForm(classRoom: WorkClass, studentId?: string) {
  const { schools } = useSession()
  const school = schools.find(({ id }) => id === classRoom.schoolId)
  const mayChoose = useMay(exams.formData, classRoom.schoolId)
  const people = useRead(exams.formData, { schoolId: classRoom.schoolId }, { enabled: mayChoose })
  const courses = useCoursesHere(classRoom.schoolId, classRoom)
  const roll = useRead(students.ofClass, { classRoomId: classRoom.id }, { enabled: studentId === undefined }).data
  const choices = {
    courseId: itemsOf(courses ?? []),
    ...(mayChoose && { supervisorId: itemsOf(people.data?.supervisors ?? []) }),
  }

  const fields = (note?: Note): Field[] => [
    ...(note || studentId
      ? []
      : [{ name: 'studentId', kind: 'choice', items: (roll ?? []).map(asItem) } satisfies Field]),
    { name: 'courseId', kind: 'choice', items: withOwn(choices.courseId, note), none: 'settings.notes.noCourse' },
    { name: 'date', kind: 'day' },
    { name: 'notes', kind: 'lines', hint: 'settings.notes.hint' },
  ]
  const start = (note?: Note): Values => ({
    classRoomId: note?.classRoomId ?? classRoom.id,
    ...((note?.studentId ?? studentId) && { studentId: note?.studentId ?? studentId }),
    ...(!note && { date: todayIn(school?.timeZone ?? 'Africa/Cairo') }),
  })
  const holds = (key: string) => school?.permissions.includes(key) ?? false
  return {
    fields,
    start,
    choices,
    known: courses !== undefined && !(mayChoose && people.isPending),
    ready: courses !== undefined && (studentId !== undefined || roll !== undefined),
    mayAdd: holds('AddNote') && classRoom.active,
  }
}

const asItem = (student: OutputOf<typeof students.ofClass>[number]): Item => ({
  value: student.id,
  label: [student.firstName, student.middleName, student.lastName].join(' '),
})

/** The courses one teaches there, and the note's own though another may teach it. */
const withOwn = (choices: Item[], note: Note | undefined): Item[] =>
  !note?.courseId || choices.some(({ value }) => value === note.courseId)
    ? choices
    : [...choices, { value: note.courseId, label: note.courseName ?? '' }]
