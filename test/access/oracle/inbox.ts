import { type Asked, badIds, type Line, one, page, refused, sorted } from './expected.ts'

type Graph = Asked['graph']
type Item = Graph['inbox_items'][number]
type About = { id: string; courseName: string | null; date: string; state?: string }

/** Where each kind leads, and its topic. */
const kinds: Record<string, [topic: string, to: string, tab?: string]> = {
  attendance: ['attendance', 'child', 'attendance'],
  homework: ['homework', 'child', 'homework'],
  homeworkResult: ['results', 'child', 'homework'],
  exam: ['exams', 'child', 'exams'],
  examResult: ['results', 'child', 'exams'],
  activity: ['activities', 'child', 'activities'],
  activityResult: ['results', 'child', 'activities'],
  note: ['notes', 'child', 'notes'],
  classChanged: ['children', 'child'],
  parentLink: ['children', 'child'],
  otherParent: ['children', 'child'],
  classActivation: ['duties', 'classRoom'],
  classLink: ['duties', 'classRoom'],
  teacherLink: ['duties', 'school'],
  rightsChanged: ['duties', 'home'],
  schoolSubmitted: ['school', 'schoolList'],
  schoolActivation: ['school', 'school'],
  schoolHandedOver: ['school', 'school'],
  yearCompleted: ['school', 'settings', 'years'],
  supportWindow: ['school', 'school'],
  unusualReading: ['school', 'school'],
  paymentRequested: ['payments', 'payments'],
  paymentDecided: ['payments', 'settings', 'payments'],
  coinsChanged: ['payments', 'settings', 'payments'],
}

/** A person's own items, of what he may still see. */
export const items: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'studentId')
  if (bad) return bad
  const rows = seenBy(asked).filter(({ studentId }) => body.studentId == null || studentId === body.studentId)
  return page(
    sorted(rows, ({ at, id }) => [{ latest: at }, { latest: id }]),
    body,
    'paged',
  )
}

export const unread: Line = (asked) =>
  asked.who ? { status: 200, body: { unread: unreadIn(seenBy(asked)) } } : refused.signedOut

export const markRead: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const ids = body.ids as string[] | undefined
  const bad = (ids ?? []).map((id) => badIds({ id }, 'id')).find(Boolean) ?? badIds(body, 'upTo', 'studentId')
  if (bad) return bad
  if ((ids == null) === (body.upTo == null)) return ids == null ? refused.required : refused.invalid

  const own = graph.inbox_items.filter(({ person_id }) => person_id === who)
  const last = own.find(({ id }) => id === body.upTo)
  const marked = own
    .filter(({ read_at }) => read_at === null)
    .filter(({ id, at }) => (ids ? ids.includes(id) : last !== undefined && (at < last.at || id === last.id)))
    .filter(({ student_id }) => body.studentId == null || student_id === body.studentId)
  const left = seenBy(asked).filter(({ id }) => !marked.some((item) => item.id === id))
  return { status: 200, body: { changed: marked.length, unread: unreadIn(left) } }
}

const unreadIn = (rows: { read: boolean }[]) => Math.min(rows.filter(({ read }) => !read).length, 100)

const seenBy = (asked: Asked) =>
  asked.graph.inbox_items.filter(({ person_id }) => person_id === asked.who).flatMap((item) => rowOf(asked, item))

function rowOf(asked: Asked, item: Item) {
  const { graph } = asked
  const { kind } = item
  const school = one(graph.schools, item.at_school_id)
  const student = asked.rights.children.find((child) => child.student.id === item.student_id)?.student
  const about = student ? aboutOf(graph, item, student.seat_ended_on) : []
  if (!isSeen(asked, item, student !== undefined, about)) return []

  const [topic, to, tab = null] = kinds[kind]!
  const [only] = about
  const classRoomId =
    kind === 'classChanged'
      ? student!.class_room_id
      : /^class(Activation|Link)$/.test(kind)
        ? item.subject_ids[0]!
        : null
  return {
    id: item.id,
    kind,
    topic,
    at: item.at,
    read: item.read_at !== null,
    schoolId: school.id,
    schoolName: school.name,
    studentId: student?.id ?? null,
    firstName: student?.first_name ?? null,
    classRoomId,
    workId: about.length === 1 && kind !== 'attendance' ? only!.id : null,
    count: Math.max(about.length, 1),
    courseName: about.length === 1 ? only!.courseName : null,
    date:
      about
        .map(({ date }) => date)
        .toSorted()
        .at(-1) ?? null,
    state: only?.state ?? null,
    on: item.is_on,
    link:
      to === 'child' && !student
        ? { to: 'children', id: null, tab: null }
        : to === 'classRoom' && !item.is_on
          ? { to: 'myClassroom', id: null, tab: null }
          : {
              to,
              tab,
              id: { child: student?.id, classRoom: classRoomId, school: school.id, settings: school.id }[to] ?? null,
            },
  }
}

/** What an item is about and is still there, up to the end of the seat. */
function aboutOf(graph: Graph, { kind, student_id, subject_ids, day }: Item, until: string | null): About[] {
  type Work = { id: string; course_id: string | null; removed_at: string | null }
  const works = <W extends Work>(rows: W[], dateOf: (work: W) => string, rated: (id: string) => boolean | null) =>
    rows
      .filter(({ id, removed_at }) => subject_ids.includes(id) && removed_at === null && rated(id))
      .map((work) => ({
        id: work.id,
        date: dateOf(work),
        courseName: work.course_id === null ? null : one(graph.courses, work.course_id).name,
      }))
  const own = <R extends { student_id: string; removed_at: string | null }>(rows: R[], is: (row: R) => boolean) =>
    rows.some((row) => row.student_id === student_id && row.removed_at === null && is(row))
  const isResult = kind.endsWith('Result')

  const found: Record<string, () => About[]> = {
    homework: () =>
      works(
        graph.homework,
        ({ assignment_date }) => assignment_date,
        (id) =>
          own(
            graph.student_homework,
            (row) => row.homework_id === id && (!isResult || row.result !== null || row.is_delivered !== null),
          ),
      ),
    exam: () =>
      works(
        graph.exams,
        ({ exam_date }) => exam_date,
        (id) =>
          own(
            graph.student_exams,
            (row) => row.exam_id === id && (!isResult || row.total_result !== null || row.is_attend !== null),
          ),
      ),
    activity: () =>
      works(
        graph.activities,
        ({ activity_date }) => activity_date,
        (id) =>
          own(
            graph.student_activities,
            (row) => row.activity_id === id && (!isResult || row.result !== null || row.is_attend !== null),
          ),
      ),
    note: () =>
      works(
        graph.student_notes,
        ({ date }) => date,
        (id) => own(graph.student_notes, (row) => row.id === id),
      ),
    attendance: () =>
      graph.attendance_marks
        .filter(
          (mark) => mark.student_id === student_id && mark.date === day && subject_ids.includes(mark.class_room_id),
        )
        .map(({ id, date, state }) => ({ id, date, state, courseName: null })),
  }
  const rows = found[kind.replace('Result', '')]?.() ?? []
  return rows.filter(({ date }) => until === null || date <= until).toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

/** Whom api.md §13 still tells it. */
function isSeen({ graph, who, rights }: Asked, item: Item, isChild: boolean, about: About[]): boolean {
  const { kind, at_school_id: schoolId, is_on: on, subject_ids: subjects } = item
  const school = one(graph.schools, schoolId)
  const isOpen = school.active || rights.isAdmin(schoolId)
  const isManager =
    rights.isAdmin(schoolId) ||
    graph.user_roles.some(
      (held) =>
        held.user_id === who && held.school_id === schoolId && held.role_id === '01900000-0000-7000-8000-000000000002',
    )
  if (['classChanged', 'otherParent'].includes(kind)) return isChild
  if (kind === 'parentLink') return isChild || !on
  if (kinds[kind]![1] === 'child') return about.length > 0
  switch (kind) {
    case 'classActivation':
      return graph.class_rooms.some(({ id, supervisor_id }) => id === subjects[0] && supervisor_id === who)
    case 'teacherLink':
      return !on || graph.school_teachers.some((link) => link.school_id === schoolId && link.teacher_id === who)
    case 'classLink':
      return (
        !on || graph.class_teacher_courses.some((link) => link.class_room_id === subjects[0] && link.teacher_id === who)
      )
    case 'rightsChanged':
      return true
    case 'schoolActivation':
      return belongs(graph, who!, schoolId)
    case 'coinsChanged':
      return isOpen && rights.may('ViewSchoolData', schoolId)
    case 'unusualReading':
      return isManager
    case 'supportWindow':
      return isManager || rights.appKeys.includes('ViewSchoolActionList')
    case 'schoolSubmitted':
      return rights.appKeys.includes('ChangeSchoolActivation')
    case 'paymentRequested':
      return rights.appKeys.includes('ViewPaymentsRequests')
    default:
      return isOpen && belongs(graph, who!, schoolId)
  }
}

/** Whether somebody is of a school, active or not. */
const belongs = (graph: Graph, who: string, schoolId: string) =>
  one(graph.schools, schoolId).admin_id === who ||
  graph.school_teachers.some((link) => link.school_id === schoolId && link.teacher_id === who) ||
  graph.class_rooms.some(({ school_id, supervisor_id }) => school_id === schoolId && supervisor_id === who) ||
  graph.user_permissions.some((held) => held.school_id === schoolId && held.user_id === who) ||
  graph.user_roles.some(
    (held) =>
      held.school_id === schoolId &&
      held.user_id === who &&
      graph.roles.some(({ id, active }) => id === held.role_id && active),
  )
