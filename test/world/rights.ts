import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { newId } from '#server/db/ids.ts'
import { permissionId } from '#server/db/first-rows.ts'
import { classes, teaching } from './classes.ts'
import type { Row, Rows } from './insert.ts'
import { people } from './people.ts'
import { schools } from './schools.ts'
import { otherParents } from './students.ts'

type Role = keyof typeof builtInRoles

export const keys = (
  userId: string,
  role: Role,
  schoolId: string | null = null,
  source = 'given',
  givenBy: string | null = null,
) => ({
  user_id: userId,
  role_id: builtInRoles[role].id,
  school_id: schoolId,
  source,
  given_by: givenBy,
  created_at: since,
})

/** The rights of the world are not new. */
const since = '2025-08-01T08:00:00Z'

/** Roles that come from an account, a school, the link of a teacher, and the supervision of a class. */
export const rightsRows = (): Rows => [
  [
    'user_roles',
    distinct([
      ...[...Object.values(people), ...otherParents].map(({ id }) => keys(id, 'standard')),
      keys(people.admin.id, 'platformAdministrator'),
      ...Object.values(schools).map(({ id, adminId }) => keys(adminId, 'schoolManager', id)),
      keys(people.deputy.id, 'schoolManager', schools.nile.id, 'given', people.manager.id),
      ...teaching.map(({ teacher, course }) => keys(teacher.id, 'schoolTeacher', course.schoolId, 'teacher')),
      ...Object.values(classes).flatMap(({ supervisorId, schoolId }) =>
        supervisorId ? [keys(supervisorId, 'schoolSupervisor', schoolId, 'supervisor')] : [],
      ),
    ]),
  ],
  [
    'user_permissions',
    (['ViewSchoolStudentsList', 'AssignStudentToSchool'] as const).map((key) => ({
      user_id: people.registrar.id,
      permission_id: permissionId(key),
      school_id: schools.nile.id,
      given_by: people.manager.id,
    })),
  ],
]

/** What the demo shows of the office: its roles, a teacher who is invited, a number that will change. */
export const officeRows = (today: string): Rows => [
  [
    'staff_invitations',
    [
      {
        id: newId(),
        school_id: schools.nile.id,
        teacher_name: 'ناهد فاروق المغربي',
        phone_number: '01000000090',
        role_id: null,
        teaching: teaching
          .filter(({ teacher }) => teacher.id === people.scienceTeacher.id)
          .flatMap(({ course, classes: taught }) => taught.map(({ id }) => ({ courseId: course.id, classRoomId: id }))),
        invited_by: people.manager.id,
      },
      {
        id: newId(),
        school_id: schools.nile.id,
        teacher_name: 'عادل سمير حسانين',
        phone_number: '01000000091',
        role_id: builtInRoles.schoolRegistrar.id,
        teaching: [],
        invited_by: people.manager.id,
      },
    ],
  ],
  [
    'phone_changes',
    [
      {
        id: newId(),
        school_id: schools.nile.id,
        person_id: people.mother.id,
        old_number: people.mother.phone,
        new_number: '01200000030',
        requested_by: people.registrar.id,
        requested_at: `${today}T07:00:00Z`,
      },
    ],
  ],
  [
    'office_roles',
    (['schoolRegistrar', 'schoolDeputy', 'schoolAccountant', 'schoolCounsellor'] as const).map((role) => ({
      id: newId(),
      school_id: schools.nile.id,
      role_id: builtInRoles[role].id,
      active: true,
    })),
  ],
]

/** A person who teaches two courses is only one teacher. */
export const distinct = (rows: Row[]): Row[] => [...new Map(rows.map((row) => [JSON.stringify(row), row])).values()]
