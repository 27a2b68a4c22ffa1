import { rowOf } from './classes.ts'
import { unassigned } from './courses.ts'
import { type Asked, badIds, type Expected, fullName, type Line, one, refused, sorted } from './expected.ts'
import { inSchoolOf, ofOneSchool } from './places.ts'

type ClassRoom = Asked['graph']['class_rooms'][number]
type Body = Record<string, unknown>

/** School Supervisor: the role that comes with a class. */
const supervisorRole = '01900000-0000-7000-8000-000000000004'

/** Linked teachers, the administrator, and holders of an active role there. */
function staffOf({ graph }: Asked, schoolId: string) {
  const isActive = (roleId: string) => one(graph.roles, roleId).active
  return new Set([
    one(graph.schools, schoolId).admin_id,
    ...graph.school_teachers.filter(({ school_id }) => school_id === schoolId).map(({ teacher_id }) => teacher_id),
    ...graph.user_roles
      .filter(({ school_id, role_id }) => school_id === schoolId && isActive(role_id))
      .map(({ user_id }) => user_id),
  ])
}

export const formData: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = body.schoolId as string
  const keys = ['ViewClassesSettingList', 'AddClass', 'AddMultipleClasses', 'UpdateClass']
  const refusal = badIds(body, 'schoolId!') ?? inSchoolOf(asked, keys, schoolId)
  if (refusal) return refusal
  const given = graph.school_languages.filter(({ school_id, removed_at }) => school_id === schoolId && !removed_at)
  const staff = staffOf(asked, schoolId)
  return {
    status: 200,
    body: {
      schoolGrades: graph.grades
        .filter(({ school_id }) => school_id === schoolId)
        .toSorted((a, b) => a.position - b.position)
        .flatMap((grade) => items([grade])),
      schoolLanguages: items(given.map(({ language_id }) => one(graph.languages, language_id))),
      genders: { 1: 'male', 2: 'female', 3: 'both' },
      supervisors: items(
        graph.users.filter(({ id }) => staff.has(id)).map((person) => ({ id: person.id, name: fullName(person) })),
      ),
    },
  }
}

const items = (rows: { id: string; name: string }[]) =>
  sorted(rows, ({ name, id }) => [{ name }, id]).map(({ id, name }) => ({ id, value: id, name, label: name }))

/** What a class names must be its school's; nobody names himself who does not hold the keys of it. */
function unfit(asked: Asked, schoolId: string, { gradeId, languageId, supervisorId }: Body): Expected | null {
  const { graph, who, rights } = asked
  if (!graph.grades.some(({ id, school_id }) => id === gradeId && school_id === schoolId)) return refused.notFound
  const foreign = unassigned(asked, schoolId, languageId)
  if (foreign || supervisorId == null) return foreign
  if (!staffOf(asked, schoolId).has(supervisorId as string))
    return { status: 400, sentence: 'This person does not belong to the school' }
  const needed = graph.role_permissions.filter(({ role_id }) => role_id === supervisorRole)
  const holds = needed.every(({ permission_id }) => rights.may(one(graph.permissions, permission_id).key, schoolId))
  return supervisorId === who && !holds ? { status: 403, sentence: 'You cannot grant what you do not hold' } : null
}

/** A new class's row but for its id. */
function stored({ graph }: Asked, body: Body) {
  const made = {
    id: '',
    school_id: body.schoolId,
    grade_id: body.gradeId,
    language_id: body.languageId,
    name: body.name,
    gender: body.gender,
    max_of_students: body.maxOfStudents,
    supervisor_id: body.supervisorId ?? null,
    active: true,
    wcs_url: null,
    version: 1,
  } as ClassRoom
  const { id: _, ...row } = rowOf(graph, made)
  return row
}

const ids = ['schoolId!', 'gradeId!', 'languageId!', 'supervisorId']

export const add: Line = (asked) => {
  const { who, body } = asked
  if (!who) return refused.signedOut
  const schoolId = body.schoolId as string
  const refusal =
    badIds(body, ...ids) ??
    inSchoolOf(asked, ['AddClass', 'AddMultipleClasses'], schoolId) ??
    unfit(asked, schoolId, body)
  return refusal ?? { status: 200, body: null, holds: stored(asked, body) }
}

export const addSeveral: Line = (asked) => {
  if (!asked.who) return refused.signedOut
  const all = ofOneSchool(asked, ['AddMultipleClasses'], ...ids)
  if ('status' in all) return all
  const refusal = all.items.map((item) => unfit(asked, all.schoolId, item)).find(Boolean)
  return refusal ?? { status: 200, body: null, holds: all.items.map((item) => stored(asked, item)) }
}

/** Nothing is changed but what it names. */
export const update: Line = (asked) => {
  const { graph, who, body } = asked
  if (!who) return refused.signedOut
  const before = graph.class_rooms.find(({ id }) => id === body.id)
  const refusal =
    badIds(body, 'id!', 'supervisorId', 'gradeId', 'languageId', 'schoolId') ??
    inSchoolOf(asked, ['UpdateClass'], before?.school_id)
  if (refusal) return refusal

  const { gradeId, languageId, supervisorId } = body as Record<string, string | undefined>
  const after = {
    ...before!,
    grade_id: gradeId ?? before!.grade_id,
    language_id: languageId ?? before!.language_id,
    supervisor_id: supervisorId ?? before!.supervisor_id,
    active: (body.active as boolean) ?? before!.active,
  }
  const named = after.supervisor_id === before!.supervisor_id ? null : after.supervisor_id
  const wrong = unfit(asked, before!.school_id, {
    gradeId: after.grade_id,
    languageId: after.language_id,
    supervisorId: named,
  })
  if (wrong) return wrong
  if (after.active !== before!.active && !asked.rights.may('ChangeClassActivation', before!.school_id))
    return refused.forbidden
  const differs = JSON.stringify(after) !== JSON.stringify(before)
  return { status: 200, body: rowOf(graph, { ...after, version: before!.version + +differs }) }
}

const switched =
  (active: boolean): Line =>
  (asked) => {
    if (!asked.who) return refused.signedOut
    const before = asked.graph.class_rooms.find(({ id }) => id === asked.body.classRoomId)
    const refusal =
      badIds(asked.body, 'classRoomId!') ?? inSchoolOf(asked, ['ChangeClassActivation'], before?.school_id)
    if (refusal) return refusal
    const version = before!.version + +(active !== before!.active)
    return { status: 200, body: rowOf(asked.graph, { ...before!, active, version }) }
  }

export const activate = switched(true)
export const deactivate = switched(false)
