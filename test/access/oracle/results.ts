import * as work from './class-work.ts'
import { sees } from './exams.ts'
import {
  type Asked,
  badIds,
  type Expected,
  fullName,
  type Line,
  one,
  page,
  refused,
  rowsBy,
  sorted,
} from './expected.ts'
import { openIn, reaches } from './places.ts'

/** A student's result, whatever its table calls its columns. */
type Result = {
  workId: string
  student_id: string
  result: number | null
  tookPart: boolean | null
  delivered_date?: string | null
  version: number
  removed_at: string | null
}

/** A kind of class work with its results. */
export type Kind = work.Kind & {
  results: (graph: Asked['graph']) => Result[]
  /** Keys of results: one suffices. */
  rates: string[]
  /** The name of the work's id where results are read. */
  read: string
  /** The name of a result where it is written. */
  mark: string
  resultOnTheWire: (graph: Asked['graph'], row: work.Work, result: Result) => Record<string, unknown>
  isFinal?: (asked: Asked, row: work.Work) => Expected | null
  /** Refuses a month that is not to be had. */
  month?: (asked: Asked, monthId: unknown, schoolId: string) => Expected | null
}

const wide = ['ViewSchoolStudentsList']

type Child = Asked['rights']['children'][number]['student']

type Seen = { row: work.Work; result: Result }

const known = new WeakMap<Asked['graph'], Map<Kind, Seen[]>>()

/** Every result that is still there, with its work. */
function resultsIn(graph: Asked['graph'], kind: Kind): Seen[] {
  const kinds = known.get(graph) ?? new Map<Kind, Seen[]>()
  known.set(graph, kinds)
  let all = kinds.get(kind)
  if (!all) {
    const works = new Map(kind.works(graph).map((row) => [row.id, row]))
    all = kind
      .results(graph)
      .map((result) => ({ result, row: works.get(result.workId)! }))
      .filter(({ result, row }) => result.removed_at === null && row.removed_at === null)
    kinds.set(kind, all)
  }
  return all
}

export const onTheWire = (graph: Asked['graph'], kind: Kind, { row, result }: Seen) => {
  const student = one(graph.students, result.student_id)
  return {
    ...kind.resultOnTheWire(graph, row, result),
    studentId: student.id,
    studentName: fullName(student),
    studentImage: student.image_url,
    version: result.version,
  }
}

/** Of his child, up to the day its seat ended. */
const concerns =
  (children: Child[]) =>
  ({ row, result }: Seen) =>
    children.some(
      ({ id, seat_ended_on }) => id === result.student_id && (seat_ended_on === null || row.date <= seat_ended_on),
    )

export const list =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who, rights, body } = asked
    if (!who) return refused.signedOut
    const bad =
      badIds(body, 'studentId', kind.read, 'classRoomId') ?? work.badList(body.months) ?? badIds(body, 'courseId')
    if (bad) return bad
    const { studentId, classRoomId, courseId } = body
    const workId = body[kind.read]
    if (studentId == null && workId == null && classRoomId == null) return refused.required
    if (openIn(asked, kind.view).length === 0 && rights.children.length === 0) return refused.forbidden

    const months = (body.months ?? []) as string[]
    const rows = resultsIn(graph, kind)
      .filter(({ result }) => studentId == null || result.student_id === studentId)
      .filter(({ row }) => workId == null || row.id === workId)
      .filter(({ row }) => classRoomId == null || row.class_room_id === classRoomId)
      .filter(({ row }) => courseId == null || row.course_id === courseId)
      .filter(({ row }) => months.length === 0 || months.includes(row.month_id!))
    const answer = (seen: Seen[]) =>
      page(
        sorted(seen, ({ row, result }) => [
          { latest: row.date },
          { name: fullName(one(graph.students, result.student_id)) },
          row.id,
        ]),
        body,
        'paged',
        (one) => onTheWire(graph, kind, one),
      )

    const schoolId = asStaff(asked, kind)
    if (schoolId) {
      const own = rights.children.map(({ student }) => student).filter(({ id }) => id === studentId)
      const seen = rows
        .filter(({ row }) => row.school_id === schoolId)
        .filter((one) => sees(asked, one.row, wide) || concerns(own)(one))
      return { ...answer(seen), ...(studentId != null && { reads: studentId as string }) }
    }
    const children = asParent(asked, kind)
    return children.length > 0 ? answer(rows.filter(concerns(children))) : refused.notFound
  }

/** The school of all that is named, if its staff sees every one of them. */
function asStaff(asked: Asked, kind: Kind): string | null {
  const { graph, body } = asked
  const open = openIn(asked, kind.view)
  const schools: string[] = []
  for (const [field, rows] of [
    ['studentId', graph.students],
    ['classRoomId', graph.class_rooms],
  ] as const) {
    if (body[field] == null) continue
    const [found] = rowsBy<{ id: string; school_id: string; class_room_id?: string }>(rows, 'id', body[field])
    if (!found || !reaches(asked, found.class_room_id ?? found.id)) return null
    schools.push(found.school_id)
  }
  if (body[kind.read] != null) {
    const row = work.live(kind, graph, body[kind.read])
    if (!row || !sees(asked, row, wide)) return null
    schools.push(row.school_id)
  }
  return new Set(schools).size === 1 && open.includes(schools[0]!) ? schools[0]! : null
}

/** His children whom a parent's call is about: what he names must be theirs. */
function asParent(asked: Asked, kind: Kind): Child[] {
  const { graph, rights, body } = asked
  const { studentId, classRoomId } = body
  const all = rights.children.map(({ student }) => student)
  const row = body[kind.read] == null ? null : work.live(kind, graph, body[kind.read])
  if (row === undefined) return []
  const meant = all
    .filter(({ id }) => studentId == null || id === studentId)
    .filter(({ class_room_id }) => studentId != null || classRoomId == null || class_room_id === classRoomId)
    .filter(({ school_id }) => row === null || school_id === row.school_id)
  if (row === null) return meant
  return resultsIn(graph, kind).some((one) => one.row.id === row.id && concerns(meant)(one)) ? meant : []
}

export const resultOf = (graph: Asked['graph'], kind: Kind, workId: unknown, studentId: unknown) =>
  resultsIn(graph, kind).find(({ row, result }) => row.id === workId && result.student_id === studentId)

export const get =
  (kind: Kind): Line =>
  (asked) => {
    const { graph, who, rights, body } = asked
    if (!who) return refused.signedOut
    const bad = badIds(body, 'studentId!', `${kind.read}!`)
    if (bad) return bad
    const held = work.visible(asked, kind, kind.view, body[kind.read])
    if (held === refused.forbidden && rights.children.length === 0) return held
    const found = resultOf(graph, kind, body[kind.read], body.studentId)
    if (!('status' in held))
      return found
        ? { status: 200, body: onTheWire(graph, kind, found), reads: body.studentId as string }
        : refused.notFound
    const isHis = found && concerns(rights.children.map(({ student }) => student))(found)
    return isHis ? { status: 200, body: onTheWire(graph, kind, found) } : refused.notFound
  }
