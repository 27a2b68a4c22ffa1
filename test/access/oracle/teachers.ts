import { type Asked, badIds, type Expected, type Line, one, page, refused, sorted } from './expected.ts'
import { inSchoolOf } from './places.ts'

/** School Teacher and School Supervisor: the roles that come with the posts. */
const teacherRole = '01900000-0000-7000-8000-000000000003'
const supervisorRole = '01900000-0000-7000-8000-000000000004'

export const beyond = { status: 403, sentence: 'You cannot grant what you do not hold' }

const personRow = (graph: Asked['graph'], personId: string, schoolId: string) => {
  const person = one(graph.users, personId)
  return {
    userName: person.user_name,
    firstName: person.first_name,
    middelName: person.middle_name,
    lastName: person.last_name,
    phoneNumber: person.phone_number,
    email: person.email,
    imageUrl: person.image_url,
    coursesCount: graph.school_teacher_courses.filter(
      ({ school_id, teacher_id }) => school_id === schoolId && teacher_id === personId,
    ).length,
  }
}

const linkRow = (graph: Asked['graph'], teacherId: string, schoolId: string) => ({
  id: teacherId,
  teacherId,
  schoolId,
  ...personRow(graph, teacherId, schoolId),
})

/** Whether somebody is linked to a school as teacher. */
export const isTeacherAt = ({ graph }: Asked, personId: unknown, schoolId: unknown) =>
  graph.school_teachers.some(({ school_id, teacher_id }) => school_id === schoolId && teacher_id === personId)

export const list: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = body.schoolId as string
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, ['ViewTeachersList'], schoolId)
  if (refusal) return refusal
  const rows = graph.school_teachers
    .filter(({ school_id }) => school_id === schoolId)
    .map(({ teacher_id: id }) => ({ id, ...personRow(graph, id, schoolId) }))
  return page(
    sorted(rows, ({ firstName, lastName, id }) => [{ name: firstName }, { name: lastName }, id]),
    body,
    'whole',
  )
}

/** In an active school, by who may; null lets through. */
export const writing = (asked: Asked, key: string, schoolId: string | undefined): Expected | null =>
  inSchoolOf(asked, [key], schoolId) ?? (one(asked.graph.schools, schoolId!).active ? null : refused.notActive)

/** Nobody makes himself a teacher without holding every key of one. */
export function givesHimself({ graph, who, rights }: Asked, personId: unknown, schoolId: string): Expected | null {
  const needed = graph.role_permissions.filter(({ role_id }) => role_id === teacherRole)
  const holds = needed.every(({ permission_id }) => rights.may(one(graph.permissions, permission_id).key, schoolId))
  return personId === who && !holds ? beyond : null
}

export const link: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId } = body as Record<string, string>
  const refusal = badIds(body, 'teacherId!', 'schoolId!') ?? writing(asked, 'LinkTeacherToSchool', schoolId)
  if (refusal) return refusal
  if (!graph.users.some(({ id }) => id === teacherId)) return refused.notFound
  const himself = givesHimself(asked, teacherId, schoolId!)
  if (himself) return himself
  if (isTeacherAt(asked, teacherId, schoolId))
    return { status: 409, sentence: 'This person is already a teacher of this school' }
  return { status: 200, body: linkRow(graph, teacherId!, schoolId!) }
}

export const confirm: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId } = body as Record<string, string>
  const refusal = badIds(body, 'teacherId!', 'schoolId!') ?? writing(asked, 'LinkTeacherToSchool', schoolId)
  if (refusal) return refusal
  if (!isTeacherAt(asked, teacherId, schoolId)) return refused.notFound
  return givesHimself(asked, teacherId, schoolId!) ?? { status: 200, body: linkRow(graph, teacherId!, schoolId!) }
}

export const unlink: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const { teacherId, schoolId } = body as Record<string, string>
  const refusal = badIds(body, 'teacherId!', 'schoolId!') ?? writing(asked, 'UnlinkTeacherToSchool', schoolId)
  if (refusal) return refusal
  if (!isTeacherAt(asked, teacherId, schoolId)) return refused.notFound
  return done(endedWith(asked, teacherId!, schoolId!))
}

/** The link, his courses and classes, his supervision, the two roles, and without another role his permissions. */
function endedWith({ graph }: Asked, personId: string, schoolId: string) {
  const here = (row: { school_id: string | null }) => row.school_id === schoolId
  const taught = (row: { school_id: string; teacher_id: string }) => here(row) && row.teacher_id === personId
  const roles = graph.user_roles.filter((held) => here(held) && held.user_id === personId)
  const ofPost = roles.filter(({ role_id }) => role_id === teacherRole || role_id === supervisorRole)
  const direct = graph.user_permissions.filter((held) => here(held) && held.user_id === personId)
  return (
    1 +
    graph.school_teacher_courses.filter(taught).length +
    graph.class_teacher_courses.filter(taught).length +
    graph.class_rooms.filter((classRoom) => here(classRoom) && classRoom.supervisor_id === personId).length +
    ofPost.length +
    (ofPost.length === roles.length ? direct.length : 0)
  )
}

export const done = (changed: number): Expected => ({ status: 200, body: { done: true, changed } })

export const mySchools: Line = ({ graph, who, body }) => {
  if (!who) return refused.signedOut
  const taught = graph.school_teachers.filter(({ teacher_id }) => teacher_id === who).map(({ school_id }) => school_id)
  const rows = graph.schools.filter(({ id, active }) => active && taught.includes(id))
  return page(
    sorted(rows, ({ name, id }) => [{ name }, id]),
    body,
    'whole',
    ({ id, name, image_url }) => ({ id, name, imageUrl: image_url }),
  )
}

/** Who holds the key in the school, or the very person asked about, if he is a member there. */
export const selfOrStaff = (asked: Asked, key: string, personId: unknown, schoolId: string | undefined) =>
  inSchoolOf(asked, personId === asked.who ? null : [key], schoolId)
