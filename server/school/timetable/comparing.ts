import type * as z from 'zod/mini'
import type { ChangesOfTeacher } from '#contract/school/timetable/timetable-drafts.ts'
import type { WeekPlan, PlannedLesson } from './drafts.queries.ts'

type Changes = z.output<typeof ChangesOfTeacher>
type Place = Changes['before'][number]

/** What each teacher gives in one version and not in the other, by name; lessons that nobody gives come last. */
export function changesByTeacher(before: WeekPlan, after: WeekPlan): Changes[] {
  const [was, becomes] = [placesIn(before), placesIn(after)]
  const names = new Map([...before.teachers, ...after.teachers].map(({ id, name }) => [id, name]))
  const order = (id: string) => names.get(id) ?? '\u{10ffff}'
  return [...new Set([...was.keys(), ...becomes.keys()])]
    .sort((one, other) => order(one).localeCompare(order(other), 'ar'))
    .map((id) => {
      const [here, there] = [was.get(id) ?? new Map(), becomes.get(id) ?? new Map()]
      return {
        teacherId: id || null,
        teacherName: names.get(id) ?? null,
        before: missingIn(there, here),
        after: missingIn(here, there),
      }
    })
    .filter((changes) => changes.before.length > 0 || changes.after.length > 0)
}

/** The classes whose lessons differ between two versions. */
export function classesChanged(before: WeekPlan, after: WeekPlan): string[] {
  const [was, becomes] = [before, after].map(lessonsByClass) as [Map<string, string[]>, Map<string, string[]>]
  const wordsIn = (of: Map<string, string[]>, id: string) => (of.get(id) ?? []).toSorted().join('\n')
  return [...new Set([...was.keys(), ...becomes.keys()])].filter((id) => wordsIn(was, id) !== wordsIn(becomes, id))
}

function lessonsByClass({ lessons }: WeekPlan) {
  const all = new Map<string, string[]>()
  for (const { classes, weekday, number, week, courseId, teacherIds, roomIds } of lessons)
    for (const { classRoomId, groupId } of classes) {
      const words = JSON.stringify([
        weekday,
        number,
        week,
        courseId,
        groupId,
        teacherIds.toSorted(),
        roomIds.toSorted(),
      ])
      all.set(classRoomId, [...(all.get(classRoomId) ?? []), words])
    }
  return all
}

type Places = Map<string, Place>

const missingIn = (these: Places, others: Places) =>
  [...others].filter(([key]) => !these.has(key)).map(([, place]) => place)

function placesIn(plan: WeekPlan) {
  const nameIn = (list: readonly { id: string; name: string }[]) => {
    const names = new Map(list.map(({ id, name }) => [id, name]))
    return (id: string) => names.get(id) ?? ''
  }
  const [course, classRoom, group, room] = [plan.courses, plan.classes, plan.groups, plan.rooms].map(nameIn)
  const placeOf = ({ weekday, number, week, courseId, classes, roomIds }: PlannedLesson): Place => ({
    weekDay: weekday,
    number,
    week,
    courseName: course!(courseId),
    classNames: classes
      .map(({ classRoomId, groupId }) => classRoom!(classRoomId) + (groupId ? ` · ${group!(groupId)}` : ''))
      .sort(),
    roomNames: roomIds.map(room!).sort(),
  })
  const places = new Map<string, Places>()
  for (const lesson of plan.lessons)
    for (const teacherId of lesson.teacherIds.length > 0 ? lesson.teacherIds : ['']) {
      const own = places.get(teacherId) ?? new Map<string, Place>()
      const place = placeOf(lesson)
      own.set(JSON.stringify(place), place)
      places.set(teacherId, own)
    }
  return places
}
