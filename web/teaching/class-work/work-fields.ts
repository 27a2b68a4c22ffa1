import { classTeaching } from '#contract/people/teachers/teaching.ts'
import type { classes } from '#contract/school/classes/classes.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { months } from '#contract/school/years/months.ts'
import { years } from '#contract/school/years/years.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import { useMay, useRead } from '#web/lib/api.ts'
import { useSession } from '#web/lib/session.ts'
import { useToday } from '#web/lib/today.ts'
import { classItems } from '#web/ui/class-name.ts'
import type { Item } from '#web/ui/Dropdown.tsx'
import type { Field, Values } from '#web/records/fields.ts'
import { itemsOf } from '#web/ui/items.ts'
import type { Kind, Work } from './kind.ts'
import { monthOn } from './months.ts'

export type WorkClass = OutputOf<typeof classes.get>

export type WorkForm = ReturnType<typeof useWorkForm>

/** The form for class work, when it is `ready`: in one class or, without one, in any class of the school. */
export function useWorkForm(kind: Kind, schoolId: string, classRoom?: WorkClass) {
  const mayChoose = useMay(exams.formData, schoolId)
  const query = useRead(exams.formData, { schoolId }, { enabled: mayChoose })
  const ofClass = useCoursesHere(schoolId, classRoom)
  const timeZone = useSession().schools.find(({ id }) => id === schoolId)?.timeZone ?? 'Africa/Cairo'
  const today = useToday(timeZone)
  const dated = useOpenMonths(schoolId, kind.hasMonths && mayChoose)
  const { classRooms = [], courseMonths = [], supervisors = [], courses: settable } = query.data ?? {}
  // Work of closed classes can be found, but none can be set in them.
  const open = classRooms.filter(({ active }) => active)
  const choices = {
    classRoomId: classItems(classRooms),
    courseId: itemsOf(ofClass ?? settable ?? []),
    ...(mayChoose && { supervisorId: itemsOf(supervisors) }),
  }

  /** The fields of new work, or of existing work, whose class cannot change and whose month may have been closed. */
  const fields = (work?: Work): Field[] => [
    ...(work || classRoom
      ? []
      : [{ name: 'classRoomId', kind: 'choice', items: classItems(open), repeats: true } as const]),
    {
      name: 'courseId',
      kind: 'choice',
      items: withOwn(choices.courseId, work && { value: work.courseId, label: work.courseName }),
      ...(choices.courseId.length === 0 && { hint: 'work.noCourse' }),
    },
    ...(kind.hasMonths ? [monthField(itemsOf(courseMonths), work, dated ?? [])] : []),
    { name: 'date', kind: 'day' },
    { name: 'rate', kind: 'number', repeats: true },
    { name: 'details', kind: 'lines' },
  ]
  const start: Values = classRoom
    ? {
        classRoomId: classRoom.id,
        date: today,
        ...(choices.courseId.length === 1 && { courseId: choices.courseId[0]!.value }),
        ...(kind.hasMonths && { monthId: monthOn(dated ?? [], today) }),
      }
    : {}
  return { fields, start, choices, ...readiness(kind, classRoom, { ofClass, query, dated, mayChoose }) }
}

type Loaded = { ofClass: unknown; query: { data: unknown; isPending: boolean }; dated: unknown; mayChoose: boolean }

/** Whether all is there that the filters offer (`known`), and that the form needs (`ready`). */
function readiness(kind: Kind, classRoom: WorkClass | undefined, { ofClass, query, dated, mayChoose }: Loaded) {
  const hasCourses = !classRoom || ofClass !== undefined
  const hasMonths = !kind.hasMonths || dated !== undefined
  const known = hasCourses && (!mayChoose || (!query.isPending && hasMonths))
  const hasChoices = Boolean(query.data) && hasMonths
  if (!classRoom) return { known, ready: hasChoices }
  return { known, ready: hasCourses && (!kind.hasMonths || !mayChoose || hasChoices) }
}

/**
 * The courses in which a person may set work: all courses if they may see the whole class, otherwise those that they teach in
 * it.
 */
export function useCoursesHere(schoolId: string, classRoom: WorkClass | undefined) {
  const { user, schools } = useSession()
  const me = user?.id ?? ''
  const here = schools.find(({ id }) => id === schoolId)
  const isOpen = here?.permissions.includes('ViewSchoolStudentsList') || classRoom?.supervisorId === me
  const all = useRead(courses.list, { schoolId }, { enabled: isOpen && classRoom !== undefined })
  const taught = useRead(classTeaching.list, { teacherId: me }, { enabled: !isOpen && classRoom !== undefined })
  if (!classRoom) return undefined
  if (isOpen) return all.data
  return taught.data
    ?.filter(({ classRoomId }) => classRoomId === classRoom.id)
    .map(({ courseId, courseName }) => ({ id: courseId, name: courseName }))
}

/** The active months of the current year with their days; undefined until they are loaded. */
function useOpenMonths(schoolId: string, enabled: boolean) {
  const year = useRead(years.current, { schoolId }, { enabled })
  const ofYear = useRead(months.list, { yearId: year.data?.id ?? '', isActive: true }, { enabled: Boolean(year.data) })
  return year.data === null || year.error || ofYear.error ? [] : ofYear.data
}

const monthField = (choices: Item[], work: Work | undefined, dated: Parameters<typeof monthOn>[0]): Field => ({
  name: 'monthId',
  kind: 'choice',
  items: withOwn(choices, work?.monthId ? { value: work.monthId, label: work.monthName ?? '' } : undefined),
  ...(!work && { follows: { name: 'date', value: (day: string) => monthOn(dated, day) } }),
  ...(choices.length === 0 && { hint: 'settings.exams.noMonth' }),
})

/** The options, including the option that was chosen before, even if it is no longer offered. */
const withOwn = (choices: Item[], own: Item | undefined) =>
  own && !choices.some(({ value }) => value === own.value) ? [...choices, own] : choices
