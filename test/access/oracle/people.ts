import { now } from '#test/clock.ts'
import { type Asked, badIds, type Expected, type Line, one, refused } from './expected.ts'

type Person = Asked['graph']['users'][number]

const again = { status: 400, sentence: 'Please confirm your phone number again' }

/** A person as he reads himself. */
const everything = (person: Person) => ({
  ...names(person),
  userName: person.user_name,
  phoneNumber: person.phone_number,
  birthDay: person.birth_day,
  address: person.address,
  city: person.city,
  region: person.region,
  country: person.country,
  email: person.email,
  version: person.version,
})

/** A person as others read him who meet him. */
const names = (person: Person) => ({
  id: person.id,
  userName: null,
  firstName: person.first_name,
  middelName: person.middle_name,
  lastName: person.last_name,
  phoneNumber: null,
  imageUrl: person.image_url,
  birthDay: null,
  address: null,
  city: null,
  region: null,
  country: null,
  email: null,
  version: null,
})

/** Everybody gets the same answer, whoever he is and whatever phone he names. */
export const register: Line = () => ({ status: 200, body: null, fits: (body) => isId((body as { id: unknown }).id) })

export const forgetPassword: Line = () => ({ status: 200, body: null, fits: isId })

export const confirm: Line = () => ({ status: 400, sentence: 'The code is not correct or has expired' })

/** Whoever sends the grant of a confirmed phone sets that phone's password, whoever he is; an id is no grant. */
export const setPassword: Line = ({ body }) =>
  body.userId === liveGrant ? { status: 200, body: { done: true, changed: 1 } } : again

/** Given for a phone without an account (test/access/people.ts). */
const liveGrant = 'a-live-grant-of-a-confirmed-phone'

export const saveMainInfo: Line = ({ graph, who, body }) => {
  const { userName, firstName, lastName } = body as Record<string, string>
  if (who && body.password !== undefined)
    return { status: 400, sentence: 'The password is changed with ChangePassword' }
  if (!who && body.password === undefined)
    return { status: 400, sentence: 'Password must be at least 6 characters long' }
  if (!who && body.id !== liveGrant) return again
  if (!who)
    return {
      status: 200,
      body: null,
      holds: { userName, firstName, lastName, phoneNumber: '01200000000', birthDay: null },
    }
  const person = one(graph.users, who)
  return { status: 200, body: { ...everything(person), userName, firstName, lastName, version: person.version + 1 } }
}

/** The right old password is not told here; what does not match is refused before it is asked. */
export const changePassword: Line = ({ who }) =>
  who ? { status: 400, sentence: 'Passwords do not match' } : refused.signedOut

/** One's own, whatever id and phone are sent along. */
export const update: Line = ({ graph, who, body }) => {
  if (!who) return refused.signedOut
  const { userName, firstName, lastName, birthDay } = body
  const person = one(graph.users, who)
  const now = { userName, firstName, lastName, birthDay, version: person.version + 1 }
  return { status: 200, body: { ...everything(person), ...now } }
}

const anywhere = ['AssignUserRole', 'AddUserRole', 'ViewUserPermission', 'AddUserPermission']
const inSchool = [...anywhere, 'LinkTeacherToSchool', 'LinkParentToStudent', 'UpdateStudentInfo']

export const byPhone: Line = ({ graph, who, rights, body }) => {
  if (!who) return refused.signedOut
  const may =
    anywhere.some((key) => rights.appKeys.includes(key)) ||
    rights.schools.some(({ id }) => inSchool.some((key) => rights.may(key, id)))
  if (!may) return refused.forbidden
  const found = graph.users.find(({ phone_number }) => phone_number === body.phoneNumber)
  if (!found) return { status: 200, body: null, reads: null }
  const { id, first_name, last_name, image_url } = found
  return { status: 200, body: { id, firstName: first_name, lastName: last_name, imageUrl: image_url }, reads: id }
}

export const get: Line = (asked): Expected => {
  const { graph, who, rights, body } = asked
  if (!who) return refused.signedOut
  const bad = badIds(body, 'userId!')
  if (bad) return bad
  const person = graph.users.find(({ id }) => id === body.userId)
  if (person?.id === who) return { status: 200, body: everything(person) }
  const readsAnyone = ['AssignUserRole', 'ViewSchoolActionList'].some((key) => rights.appKeys.includes(key))
  if (!person || !(readsAnyone || meet(asked, person.id))) return refused.notFound
  return { status: 200, body: names(person) }
}

/** In a school of the reader's the other is a member too, or the parent of a student within the reader's class reach. */
const meet = ({ graph, rights }: Asked, other: string) =>
  rights.schools.some(
    ({ id }) =>
      belongs(graph, other, id) ||
      graph.student_parents.some((link) => {
        const student = one(graph.students, link.student_id)
        const linked = link.parent_id === other && link.ended_at === null && student.school_id === id
        return linked && (rights.may('ViewSchoolStudentsList', id) || rights.classes.has(student.class_room_id))
      }),
  )

/** Administrator, linked teacher, supervisor of a class, holder of an active role or of a key: whatever the school is. */
function belongs(graph: Asked['graph'], personId: string, schoolId: string) {
  const active = (roleId: string) => graph.roles.some((role) => role.id === roleId && role.active)
  const here = (row: { school_id: string | null }) => row.school_id === schoolId
  return (
    one(graph.schools, schoolId).admin_id === personId ||
    graph.school_teachers.some((link) => here(link) && link.teacher_id === personId) ||
    graph.class_rooms.some((classRoom) => here(classRoom) && classRoom.supervisor_id === personId) ||
    graph.user_roles.some((held) => here(held) && held.user_id === personId && active(held.role_id)) ||
    graph.user_permissions.some((held) => here(held) && held.user_id === personId)
  )
}

/** One's own sessions that are alive, this one among them. */
export const sessions: Line = ({ graph, who }) => {
  if (!who) return refused.signedOut
  const alive = graph.sessions
    .filter(({ user_id, last_used_at }) => user_id === who && now() - Date.parse(last_used_at) < aDay)
    .map(({ id }) => id)
  const fits = (body: unknown) => {
    const rows = body as { id: string; current: boolean }[]
    const ids = rows.map(({ id }) => id)
    return ids.toSorted().join() === alive.toSorted().join() && rows.filter(({ current }) => current).length === 1
  }
  return { status: 200, body: null, fits }
}

const aDay = 24 * 3600 * 1000

export const endSession: Line = ({ graph, who, body }) => {
  if (!who) return refused.signedOut
  const bad = badIds(body, 'sessionId!')
  if (bad) return bad
  const own = graph.sessions.some(({ id, user_id }) => id === body.sessionId && user_id === who)
  return own ? { status: 200, body: { done: true, changed: 1 } } : refused.notFound
}

export const endOtherSessions: Line = ({ graph, who }) => {
  if (!who) return refused.signedOut
  const all = graph.sessions.filter(({ user_id }) => user_id === who).length
  return { status: 200, body: { done: true, changed: all - 1 } }
}

const isId = (value: unknown) => typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value)
