import type { Graph } from './graph.ts'

/** Standard: the role that everybody has (permissions.md §3). */
const standard = '01900000-0000-7000-8000-000000000001'

/** The rights of a person by permissions.md §1 and api.md §3, computed only from the rows. */
export function rightsIn(graph: Graph, personId: string) {
  const school = (id: string) => graph.schools.find((one) => one.id === id)
  const isAdmin = (schoolId: string) => school(schoolId)?.admin_id === personId
  const roles = graph.user_roles.flatMap((userRole) => {
    const role =
      userRole.user_id === personId && graph.roles.find(({ id, active }) => id === userRole.role_id && active)
    return role ? [{ ...role, schoolId: userRole.school_id }] : []
  })
  const direct = graph.user_permissions.filter(({ user_id }) => user_id === personId)

  const keysWhere = (schoolId: string | null) => {
    const ids = new Set([
      ...direct.filter(({ school_id }) => school_id === schoolId).map(({ permission_id }) => permission_id),
      ...roles
        .filter((role) => role.schoolId === schoolId)
        .flatMap((role) => graph.role_permissions.filter(({ role_id }) => role_id === role.id))
        .map(({ permission_id }) => permission_id),
    ])
    return graph.permissions
      .filter(({ id, school_scope, app_scope }) => ids.has(id) && (schoolId === null ? app_scope : school_scope))
      .map(({ key }) => key)
      .sort()
  }

  const teachesAt = new Set(
    graph.school_teachers.filter(({ teacher_id }) => teacher_id === personId).map(({ school_id }) => school_id),
  )
  const belongsTo = new Set([
    ...graph.schools.filter(({ admin_id }) => admin_id === personId).map(({ id }) => id),
    ...teachesAt,
    ...graph.class_rooms.filter(({ supervisor_id }) => supervisor_id === personId).map(({ school_id }) => school_id),
    ...roles.flatMap(({ schoolId }) => schoolId ?? []),
    ...direct.flatMap(({ school_id }) => school_id ?? []),
  ])
  /** The schools of which they are a member; an inactive one counts only for its administrator. */
  const schools = graph.schools.filter(({ id, active }) => belongsTo.has(id) && (active || isAdmin(id)))
  const keysIn = new Map(schools.map(({ id }) => [id, keysWhere(id)]))

  const taught = graph.class_teacher_courses.filter(({ teacher_id }) => teacher_id === personId)
  const classes = new Set([
    ...graph.class_rooms.filter(({ supervisor_id }) => supervisor_id === personId).map(({ id }) => id),
    ...taught.map(({ class_room_id }) => class_room_id),
  ])

  const links = graph.student_parents.filter((link) => {
    const today = graph.today[link.school_id]!
    const sees = link.see_from <= today && today <= (link.see_until ?? '9999')
    return link.parent_id === personId && link.ended_at === null && sees
  })
  const children = links.flatMap((link) => {
    const student = graph.students.find(({ id, active }) => id === link.student_id && active)
    return student && school(student.school_id)?.active ? [{ student, relationId: link.relation_id }] : []
  })

  const appKeys = keysWhere(null)
  return {
    schools,
    appKeys,
    children,
    /** The classes that they supervise or teach, in any school. */
    classes,
    may: (key: string, schoolId: string) => keysIn.get(schoolId)?.includes(key) ?? false,
    keysIn: (schoolId: string) => keysIn.get(schoolId) ?? [],
    isMember: (schoolId: string) => keysIn.has(schoolId),
    isAdmin,
    /** Whether they belong to the school, active or not. */
    belongs: (schoolId: string) => belongsTo.has(schoolId),
    isTeacher: schools.some(({ id, active }) => active && teachesAt.has(id)),
    isPlatform: roles.some(({ id, type }) => type === 2 && id !== standard),
    reviews: appKeys.some((key) => key === 'ViewSchoolActionList' || key === 'ViewPaymentsRequests'),
  }
}

export type Rights = ReturnType<typeof rightsIn>
