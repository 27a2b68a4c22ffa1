import { sees, supervises, teaches, weekDayOf } from './exams.ts'
import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { openIn, reaches, staffOnly } from './places.ts'

/** A homework, exam or activity, whatever its table calls its day. */
export type Work = {
  id: string
  school_id: string
  class_room_id: string
  course_id: string
  month_id?: string
  date: string
  details: string | null
  rate: number
  supervisor_id: string
  version: number
  created_at: string
  modified_at: string
  removed_at: string | null
}

/** A kind of class work: its keys, and its rows as they stand on the wire. */
export type Kind = {
  works: (graph: Asked['graph']) => Work[]
  view: string[]
  add: string[]
  change: string[]
  onTheWire: (graph: Asked['graph'], work: Work) => Record<string, unknown>
  /** The name of its id where one is read or removed. */
  id: string
  /** The name of its day. */
  day: string
}

const wide = ['ViewSchoolStudentsList']

/** What is removed is nowhere. */
export const live = ({ works }: Kind, graph: Asked['graph'], id: unknown) =>
  works(graph).find((work) => work.id === id && work.removed_at === null)

/** What homework and activities have alike on the wire. */
export const alike = (graph: Asked['graph'], work: Work) => ({
  id: work.id,
  weekDay: weekDayOf(work.date),
  details: work.details ?? '',
  classRoomId: work.class_room_id,
  classRoomName: one(graph.class_rooms, work.class_room_id).name,
  supervisorId: work.supervisor_id,
  supervisorName: fullName(one(graph.users, work.supervisor_id)),
  courseId: work.course_id,
  courseName: one(graph.courses, work.course_id).name,
  rate: work.rate,
  createDate: work.created_at,
  lastModifyDate: work.modified_at,
  version: work.version,
})

/** The work to who may do that with it where he sees it; or the refusal. */
export function visible(asked: Asked, kind: Kind, keys: string[], id: unknown): Work | Expected {
  const open = openIn(asked, keys)
  if (open.length === 0) return refused.forbidden
  const work = live(kind, asked.graph, id)
  return work && open.includes(work.school_id) && sees(asked, work, wide) ? work : refused.notFound
}

/** The same for what is changed: a school that is not active takes nothing. */
export function changeable(asked: Asked, kind: Kind, keys: string[], id: unknown): Work | Expected {
  const work = visible(asked, kind, keys, id)
  if ('status' in work) return work
  return one(asked.graph.schools, work.school_id).active ? work : refused.notActive
}

export const list =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who, body } = asked
    if (!who) return refused.signedOut
    const bad = badIds(body, 'classRoomId', 'supervisorId', 'courseId')
    if (bad) return bad
    const open = openIn(asked, kind.view)
    if (open.length === 0) return refused.forbidden
    const { classRoomId } = body
    const classRoom = graph.class_rooms.find(({ id }) => id === classRoomId)
    if (classRoomId != null && !(classRoom && open.includes(classRoom.school_id) && reaches(asked, classRoom.id)))
      return refused.notFound
    const rows = kind
      .works(graph)
      .filter((work) => work.removed_at === null && open.includes(work.school_id) && sees(asked, work, wide))
      .filter(({ class_room_id }) => classRoomId == null || class_room_id === classRoomId)
      .filter(({ supervisor_id }) => body.supervisorId == null || supervisor_id === body.supervisorId)
      .filter(({ course_id }) => body.courseId == null || course_id === body.courseId)
    return page(
      sorted(rows, ({ date, created_at, id }) => [{ latest: date }, { latest: created_at }, id]),
      body,
      'paged',
      (work) => kind.onTheWire(graph, work),
    )
  }

export const get =
  (kind: Kind): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const bad = badIds(asked.body, `${kind.id}!`)
    if (bad) return bad
    const work = visible(asked, kind, kind.view, asked.body[kind.id])
    return 'status' in work ? work : { status: 200, body: kind.onTheWire(asked.graph, work) }
  }

export type Sent = { classRoomId: string; courseId: string; studentIds?: string[] } & Record<string, unknown>

export const badList = (ids: unknown) =>
  ((ids ?? []) as string[]).map((id) => badIds({ id }, 'id!')).find(Boolean) ?? null

const wrong = (sentence: string): Expected => ({ status: 400, sentence })

/** The course rule, and that every student is an active one of the class. */
export function unfit(asked: Asked, classRoomId: string, courseId: unknown, studentIds: string[]): Expected | null {
  const { graph, rights } = asked
  const { school_id } = one(graph.class_rooms, classRoomId)
  const unbound = rights.may('ViewSchoolStudentsList', school_id) || supervises(asked, classRoomId)
  if (courseId != null && !unbound && !teaches(asked, classRoomId, courseId))
    return wrong('You do not teach this course in this class')
  const isIn = (id: string) =>
    graph.students.some((student) => student.id === id && student.active && student.class_room_id === classRoomId)
  return studentIds.every(isIn) ? null : wrong('A student is not in this class')
}

export const hasCourse = ({ graph }: Asked, courseId: unknown, schoolId: string) =>
  graph.courses.some(({ id, school_id }) => id === courseId && school_id === schoolId)

/** Refuses whoever may not set work for a class that he sees, in a school that is active. */
export function settable(asked: Asked, keys: string[], classRoomId: unknown): Expected | null {
  const refusal = staffOnly(asked, keys, { classRoomId })
  if (refusal) return refusal
  const { graph } = asked
  const classRoom = graph.class_rooms.find(({ id }) => id === classRoomId)!
  return one(graph.schools, classRoom.school_id).active ? null : refused.notActive
}

export const inactive = { status: 409, sentence: 'This class is not active' }

export const add =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who } = asked
    if (!who) return refused.signedOut
    const { classRoomId, courseId, studentIds } = asked.body as Sent
    const refusal =
      badIds(asked.body, 'classRoomId!', 'courseId!') ?? badList(studentIds) ?? settable(asked, kind.add, classRoomId)
    if (refusal) return refusal
    const classRoom = one(graph.class_rooms, classRoomId)
    if (!hasCourse(asked, courseId, classRoom.school_id)) return refused.notFound
    const unfitting = unfit(asked, classRoomId, courseId, studentIds ?? [])
    if (unfitting) return unfitting
    if (!classRoom.active) return inactive
    const made = newWork(asked, kind, classRoom)
    const { id: _, createDate: __, lastModifyDate: ___, ...holds } = kind.onTheWire(graph, made)
    return { status: 200, body: null, holds }
  }

/** What a body makes of it, before it has an id. */
export const newWork = ({ who, body }: Asked, kind: Kind, classRoom: { id: string; school_id: string }): Work => ({
  id: '',
  school_id: classRoom.school_id,
  class_room_id: classRoom.id,
  course_id: body.courseId as string,
  ...(body.monthId != null && { month_id: body.monthId as string }),
  date: body[kind.day] as string,
  details: (body.details ?? null) as string | null,
  rate: (body.rate ?? body.activityRate) as number,
  supervisor_id: who!,
  version: 1,
  created_at: '',
  modified_at: '',
  removed_at: null,
})

export const update =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who, body } = asked
    if (!who) return refused.signedOut
    const { courseId, studentIds, classRoomId } = body as Partial<Sent>
    const bad = badIds(body, 'id!', 'courseId', 'classRoomId') ?? badList(studentIds)
    if (bad) return bad
    const work = changeable(asked, kind, kind.change, body.id)
    if ('status' in work) return work
    if (courseId != null && !hasCourse(asked, courseId, work.school_id)) return refused.notFound
    if (classRoomId != null && classRoomId !== work.class_room_id) return refused.invalid
    const unfitting = unfit(asked, work.class_room_id, courseId, studentIds ?? [])
    if (unfitting) return unfitting

    const differs = studentIds !== undefined || (courseId != null && courseId !== work.course_id)
    const after = { ...work, course_id: courseId ?? work.course_id, version: work.version + +differs }
    const { lastModifyDate: _, ...holds } = kind.onTheWire(graph, after)
    return { status: 200, body: null, holds }
  }

export const remove =
  (kind: Kind): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const bad = badIds(asked.body, `${kind.id}!`)
    if (bad) return bad
    const work = changeable(asked, kind, kind.change, asked.body[kind.id])
    return 'status' in work ? work : { status: 200, body: null, holds: { done: true } }
  }
