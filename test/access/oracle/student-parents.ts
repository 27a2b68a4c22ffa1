import { type Asked, badIds, type Expected, fullName, type Line, one, page, refused, sorted } from './expected.ts'
import { openIn } from './places.ts'
import { writing } from './writing.ts'

type Link = Asked['graph']['student_parents'][number]

const reading = ['ViewSchoolStudentsList', 'UpdateStudentInfo', 'LinkParentToStudent']
const linking = ['LinkParentToStudent', 'UpdateStudentInfo']

const studentOf = ({ graph }: Asked, id: unknown) => graph.students.find((student) => student.id === id)

/** Phone numbers only for staff who link parents. */
function rowOf({ graph, rights }: Asked, { student_id, parent_id, relation_id, version }: Link) {
  const student = one(graph.students, student_id)
  const parent = one(graph.users, parent_id)
  return {
    studentId: student_id,
    studentName: fullName(student),
    studentImage: student.image_url,
    parentId: parent_id,
    parentName: fullName(parent),
    parentImage: parent.image_url,
    phoneNumber: linking.some((key) => rights.may(key, student.school_id)) ? parent.phone_number : null,
    relationId: relation_id,
    relationName: one(graph.relation_types, relation_id).name,
    version,
  }
}

/** The links that the caller sees of the student named: staff all of them, a parent his own. */
function seen(asked: Asked, ...ids: string[]): Expected | { links: Link[]; staff: boolean } {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, ...ids)
  if (bad) return bad
  const open = openIn(asked, reading)
  if (open.length === 0 && rights.children.length === 0) return refused.forbidden

  const student = studentOf(asked, body.studentId)
  const links = graph.student_parents.filter((link) => link.student_id === student?.id && link.ended_at === null)
  if (student && open.includes(student.school_id)) return { links, staff: true }
  if (!rights.children.some((child) => child.student.id === body.studentId)) return refused.notFound
  return { links: links.filter(({ parent_id }) => parent_id === who), staff: false }
}

const read = ({ body }: Asked, staff: boolean) => (staff ? { reads: body.studentId as string } : {})

export const list: Line = (asked) => {
  const { body } = asked
  const found = seen(asked, 'studentId!', 'relationId')
  if ('status' in found) return found
  const rows = found.links
    .filter(({ relation_id }) => body.relationId == null || relation_id === body.relationId)
    .map((link) => rowOf(asked, link))
  const inOrder = sorted(rows, ({ parentName, parentId }) => [{ name: parentName }, parentId])
  return { ...page(inOrder, body, 'whole'), ...read(asked, found.staff) }
}

export const get: Line = (asked) => {
  const found = seen(asked, 'studentId!', 'parentId!')
  if ('status' in found) return found
  const link = found.links.find(({ parent_id }) => parent_id === asked.body.parentId)
  return link ? { status: 200, body: rowOf(asked, link), ...read(asked, found.staff) } : refused.notFound
}

const linkOf = ({ graph, body }: Asked) =>
  graph.student_parents.find(
    (link) => link.student_id === body.studentId && link.parent_id === body.parentId && link.ended_at === null,
  )

const known = (rows: { id: string }[], id: unknown) => rows.some((row) => row.id === id)

export const add: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const { parentId, studentId, relationId } = body as Record<string, string>
  const schoolId = studentOf(asked, studentId)?.school_id
  const refusal = badIds(body, 'parentId!', 'studentId!', 'relationId!') ?? writing(asked, linking, schoolId)
  if (refusal) return refusal
  if (!known(graph.users, parentId) || !known(graph.relation_types, relationId)) return refused.notFound
  if (parentId === who && !rights.may('ViewSchoolStudentsList', schoolId!)) return himself
  if (linkOf(asked)) return { status: 409, sentence: 'This parent is already linked to this student' }
  const link = { student_id: studentId!, parent_id: parentId!, relation_id: relationId!, ended_at: null, version: 1 }
  return { status: 200, body: rowOf(asked, link) }
}

/** Nothing of it is changed, or the relation is. */
export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const refusal =
    badIds(body, 'parentId!', 'studentId!', 'relationId!') ??
    writing(asked, linking, studentOf(asked, body.studentId)?.school_id)
  if (refusal) return refusal
  const link = linkOf(asked)
  if (!link || !known(graph.relation_types, body.relationId)) return refused.notFound
  const same = link.relation_id === body.relationId
  const version = link.version + (same ? 0 : 1)
  return { status: 200, body: rowOf(asked, { ...link, relation_id: body.relationId as string, version }) }
}

export const remove: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const refusal =
    badIds(asked.body, 'parentId!', 'studentId!') ??
    writing(asked, ['RemoveParentToStudent'], studentOf(asked, asked.body.studentId)?.school_id)
  if (refusal) return refusal
  return linkOf(asked) ? { status: 200, body: { done: true, changed: 1 } } : refused.notFound
}

const himself = { status: 403, sentence: 'You cannot link yourself' }

type Invitation = Asked['graph']['parent_invitations'][number]

const waits = ({ accepted_at, removed_at }: Invitation) => accepted_at === null && removed_at === null

const waitingFor = ({ graph, body }: Asked) =>
  graph.parent_invitations.filter((invitation) => waits(invitation) && invitation.student_id === body.studentId)

/** Who may link a student's parents, and see which numbers wait. */
function keeps(asked: Asked, ...ids: string[]): Expected | null {
  if (!asked.who) return refused.signedOut
  const bad = badIds(asked.body, ...ids)
  if (bad) return bad
  const open = openIn(asked, linking)
  if (open.length === 0) return refused.forbidden
  const schoolId = studentOf(asked, asked.body.studentId)?.school_id
  return schoolId && open.includes(schoolId) ? null : refused.notFound
}

export const invitations: Line = (asked) => {
  const { graph, body } = asked
  const refusal = keeps(asked, 'studentId!', 'relationId')
  if (refusal) return refusal
  const rows = waitingFor(asked).filter(({ relation_id }) => body.relationId == null || relation_id === body.relationId)
  const answer = page(
    sorted(rows, ({ phone_number, id }) => [phone_number, id]),
    body,
    'whole',
    (row) => ({
      id: row.id,
      studentId: row.student_id,
      studentName: fullName(one(graph.students, row.student_id)),
      phoneNumber: row.phone_number,
      relationId: row.relation_id,
      relationName: one(graph.relation_types, row.relation_id).name,
      createDate: row.created_at,
    }),
  )
  return { ...answer, reads: body.studentId as string }
}

/** Answers alike whether the number has an account or not. */
export const invite: Line = (asked) => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const schoolId = studentOf(asked, body.studentId)?.school_id
  const refusal = badIds(body, 'studentId!', 'relationId!') ?? writing(asked, linking, schoolId)
  if (refusal) return refusal
  if (!known(graph.relation_types, body.relationId)) return refused.notFound
  const person = graph.users.find(({ phone_number }) => phone_number === body.phoneNumber)
  if (person?.id === who && !rights.may('ViewSchoolStudentsList', schoolId!)) return himself
  const linked = linkOf({ ...asked, body: { ...body, parentId: person?.id } })
  if (linked || waitingFor(asked).some(({ phone_number }) => phone_number === body.phoneNumber))
    return { status: 409, sentence: 'This parent is already linked to this student' }
  return { status: 200, body: { done: true, changed: 1 } }
}

export const withdraw: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = studentOf(asked, body.studentId)?.school_id
  const refusal = badIds(body, 'studentId!', 'invitationId!') ?? writing(asked, linking, schoolId)
  if (refusal) return refusal
  const found = waitingFor(asked).some(({ id }) => id === body.invitationId)
  return found ? { status: 200, body: { done: true, changed: 1 } } : refused.notFound
}
