import type { WeekPlan } from '#server/school/timetable/drafts.queries.ts'

const weekLetters = ['', 'A', 'B']

/** A line for each class of a lesson: class, day, number, course, teacher, room, group, week. */
export function weekTable(plan: WeekPlan) {
  const named = (list: readonly { id: string; name: string }[]) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (id: string | null) => (id && names.get(id)) || ''
  }
  const [classRoom, course, teacher, room, group] = [
    plan.classes,
    plan.courses,
    plan.teachers,
    plan.rooms,
    plan.groups,
  ].map(named) as [Named, Named, Named, Named, Named]
  return [
    ['Class', 'Day', 'Number', 'Course', 'Teacher', 'Room', 'Group', 'Week'],
    ...plan.lessons.flatMap(({ classes, weekday, number, courseId, teacherIds, roomIds, week }) =>
      classes.map(({ classRoomId, groupId }) => [
        classRoom(classRoomId),
        weekday,
        number,
        course(courseId),
        teacherIds.map(teacher).join(' + '),
        roomIds.map(room).join(' + '),
        group(groupId),
        weekLetters[week]!,
      ]),
    ),
  ]
}

type Named = (id: string | null) => string
