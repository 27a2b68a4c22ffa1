import { world } from '#test/world/world.ts'
import { type Body, shown } from './body.ts'
import { builtIn, role } from '#test/world/spare/list-rows.ts'

/** The kind of an "id" that does not locate the call. */
export const kindOfId: Record<string, string> = {
  'Language/UpdateLanguage': 'language',
  'RelationType/UpdateRelation': 'relation',
  'SchoolType/UpdateSchoolType': 'schoolType',
  'SchoolContactType/UpdateContactType': 'contactType',
  'CoinType/UpdateCoinType': 'coinType',
  'PaymentType/UpdateType': 'paymentType',
}

const name = { name: 'a name of its own' }

/** What these operations need besides ids. */
export const plainOfRights = {
  'PaymentType/ChangeTypeActivation': { isActive: false },
  'Role/ChangeRoleActivation': { active: false },
  'UserPermission/Explain': { permissionKey: 'ViewExams' },
}

const { supervisor, deputy, manager, admin, newcomer, nile } = world
const at = (userId: string, roleId: string, schoolId: string | null = nile.id) => ({
  userRoles: [{ userId, roleId, schoolId }],
})
const keyAt = (userId: string, permissionId: string, schoolId: string | null = nile.id) => ({
  userPermissions: [{ userId, permissionId, schoolId }],
})
const addGrade = '375b72f3-a63e-5e43-92a6-f30f545a6de1'

/** Further bodies: the other type, roles that belong to a position, the last person with a role, the caller. */
export const moreOfRights: Record<string, Body[]> = {
  'Permission/GetPermissions': [shown('app-wide', { permissionsType: 2 })],
  'Role/GetRolesList': [shown('app-wide', { type: 2 })],
  'Role/AddRole': [
    shown('app-wide', { ...name, isSchoolRole: false, permissions: ['9614c4c2-ccf0-5dd0-bda2-ecc5a6286412'] }),
  ],
  'UserRole/AssignUerRoles': [
    shown('teacher at Nile', at(newcomer.id, builtIn(3))),
    shown('manager at Nile', at(newcomer.id, builtIn(2))),
    shown('asleep at Nile', at(newcomer.id, role.asleep)),
    shown('held with a post', at(supervisor.id, builtIn(4))),
    shown('to the manager', at(manager.id, builtIn(3))),
    shown('to the administrator', at(admin.id, role.app, null)),
    shown('app-wide', at(newcomer.id, role.app, null)),
  ],
  'UserRole/RemoveUserRoles': [
    shown('the deputy manager', at(deputy.id, builtIn(2))),
    shown('the manager of the school', at(manager.id, builtIn(2))),
    shown('held with a post', at(supervisor.id, builtIn(4))),
    shown('the administrator', at(admin.id, builtIn(5), null)),
    shown('the default role', at(newcomer.id, builtIn(1), null)),
  ],
  'UserPermission/AssignPermissionsToUser': [
    shown('addGrade at Nile', keyAt(newcomer.id, addGrade)),
    shown('to the manager', keyAt(manager.id, addGrade)),
    shown('app-wide', keyAt(newcomer.id, '9614c4c2-ccf0-5dd0-bda2-ecc5a6286412', null)),
  ],
  'UserPermission/RemovePermissionsFromUser': [
    shown('held through a role', keyAt(deputy.id, addGrade)),
    shown('given directly', keyAt(world.registrar.id, 'd00e682e-1ecc-550d-9840-c8836cb05fdb')),
  ],
}
