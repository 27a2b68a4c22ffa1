import type { Graph, Row } from './graph.ts'
import type { Rights } from './rights.ts'

/** A person with all rows, from which reach is decided (api.md §3.3). */
export type Person = { graph: Graph; who: string | null; rights: Rights }

type Child = Rights['children'][number]['student']

/** The school to which a row belongs. */
export const schoolOf = (table: string, row: Row) => (table === 'schools' ? row.id : row.school_id) as string | null

/** The class to which a row belongs: its own, that of its student, or that of the work of which it is a result. */
export function classOf(graph: Graph, table: string, row: Row): string | null {
  if (table === 'class_rooms') return row.id as string
  if (row.class_room_id) return row.class_room_id as string
  const work = workOf(graph, row)
  if (work) return work.class_room_id
  return graph.students.find(({ id }) => id === row.student_id)?.class_room_id ?? null
}

const works = { exam_id: 'exams', homework_id: 'homework', activity_id: 'activities' } as const

/** The exam, homework or activity to which a row belongs. */
export const workOf = (graph: Graph, row: Row) =>
  Object.entries(works).flatMap(([column, table]) => graph[table].filter(({ id }) => id === row[column]))[0]

/**
 * Class reach: the classes that a person supervises and teaches (rows of a course only in courses they teach there, unless they supervise the class),
 * and their own notes. Not used for people with a widening key.
 */
export function inClassReach({ graph, who, rights }: Person, table: string, row: Row): boolean {
  const classRoom = classOf(graph, table, row)
  if (classRoom === null || (table === 'student_notes' && row.supervisor_id === who)) return true
  if (!rights.classes.has(classRoom)) return false
  const course = row.course_id ?? workOf(graph, row)?.course_id
  if (course == null || graph.class_rooms.some(({ id, supervisor_id }) => id === classRoom && supervisor_id === who))
    return true
  return graph.class_teacher_courses.some(
    (link) => link.teacher_id === who && link.class_room_id === classRoom && link.course_id === course,
  )
}

/** Whether a row is about a child: it names the child, or the child has a result in it, dated within the time of a paid seat. */
export function isAbout(graph: Graph, child: Child, table: string, row: Row): boolean {
  if (table === 'students') return row.id === child.id
  const until = child.seat_ended_on
  const day = dayOf(row) ?? dayOf(workOf(graph, row) ?? {})
  if (until !== null && day !== undefined && day > until) return false
  if (row.removed_at != null || row.ended_at != null) return false
  if ('student_id' in row) return row.student_id === child.id
  return resultsIn(graph, row.id).some(({ student_id, removed_at }) => student_id === child.id && removed_at === null)
}

const dayOf = (row: Row) =>
  (row.exam_date ?? row.assignment_date ?? row.activity_date ?? row.date) as string | undefined

const resultsIn = (graph: Graph, id: unknown) => [
  ...graph.student_exams.filter(({ exam_id }) => exam_id === id),
  ...graph.student_homework.filter(({ homework_id }) => homework_id === id),
  ...graph.student_activities.filter(({ activity_id }) => activity_id === id),
]
