import * as z from 'zod/mini'
import { anySchoolOrPlatform, platform } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, kept, OneNumberOf, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { listSaying } from '#contract/language/several.ts'
import { Done } from '#contract/language/shapes.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

const text = z.nullable(z.string())

/** A permission: its key, its names, and where it can be given. */
export const PermissionRow = wireNames(
  z.object({
    id: z.string(),
    key: z.string(),
    name: z.string(),
    nameAr: z.string(),
    description: text,
    schoolPermission: z.boolean(),
    appPermission: z.boolean(),
  }),
  { nameAr: 'name_AR' },
)

/** A role. `type` 1: given in one school at a time, 2: given app-wide. */
export const Role = wireNames(
  z.object({
    id: z.string(),
    name: z.string(),
    description: text,
    active: z.boolean(),
    type: z.number(),
    isSchoolRole: z.boolean(),
    adminRole: z.boolean(),
    permissionsCount: z.number(),
    version: z.number(),
  }),
  { id: ['roleId', 'id'], isSchoolRole: ['isSchoolRole', 'schoolRole'] },
)

export const RolePermission = wireNames(
  z.object({
    roleId: z.string(),
    roleName: z.string(),
    permissionId: z.string(),
    permissionKey: z.string(),
    permissionName: z.string(),
    permissionNameAr: z.string(),
    permissionDescription: text,
  }),
  { permissionNameAr: 'permissionName_AR' },
)

const noList = 'userRoles should be an array'
const Type = OneNumberOf([1, 2])
const Name = NameOf(1, 100)
const Description = optional(Text(0, 500, { lines: true }))

/** A new role with its keys; active by default. */
export const NewRole = z.strictObject({
  name: Name,
  description: Description,
  active: optional(Bool),
  isSchoolRole: Bool,
  permissions: optional(listSaying(Id, { missing: noList })),
})

export const RoleChange = roundTrip(
  wireNames(z.strictObject({ id: Id, name: kept(Name), description: Description, baseVersion: BaseVersion }), {
    id: ['roleId', 'id'],
  }),
  Role,
)

const KeysOfRole = z.strictObject({
  roleId: Id,
  permissions: listSaying(Id, { missing: noList, empty: 'At least one permission is required' }),
})

const seesRoles = anySchoolOrPlatform(
  ['ViewSchoolRolesList', 'AssignUserRole'],
  ['ViewRolesList', 'ViewAppRolesList', 'ViewSchoolRolesList', 'AssignUserRole'],
  'reference',
)

export const permissionList = {
  list: operation({
    path: 'Permission/GetPermissions',
    access: anySchoolOrPlatform(
      ['ViewUserPermission', 'AddUserPermission'],
      ['ViewUserPermission', 'AddUserPermission', 'ViewRolesList', 'CreateRole', 'AddPermissionsToRole'],
      'reference',
    ),
    input: wireNames(z.strictObject({ type: Type, ...paging }), { type: 'permissionsType' }),
    output: z.array(PermissionRow),
    paging: 'paged',
  }),
}

export const roles = {
  list: operation({
    path: 'Role/GetRolesList',
    access: seesRoles,
    input: wireNames(
      z.strictObject({
        type: Type,
        name: optional(Text(0, 100)),
        description: optional(Text(0, 200)),
        active: optional(Bool),
        ...paging,
      }),
      { active: ['activation', 'active'] },
    ),
    output: z.array(Role),
    paging: 'whole',
  }),

  get: operation({
    path: 'Role/GetRoleByID',
    access: seesRoles,
    input: z.strictObject({ roleId: Id }),
    output: Role,
  }),

  add: operation({
    path: 'Role/AddRole',
    access: platform('CreateRole', 'reference'),
    input: NewRole,
    output: Role,
    writes: true,
  }),

  update: operation({
    path: 'Role/UpdateRole',
    access: platform('EditRole', 'reference'),
    input: RoleChange,
    output: Role,
    writes: true,
  }),

  activate: operation({
    path: 'Role/ChangeRoleActivation',
    access: platform('ActivateRolesList', 'reference'),
    input: z.strictObject({ roleId: Id, active: Bool }),
    output: Role,
    writes: true,
  }),
}

export const rolePermissions = {
  list: operation({
    path: 'RolePermission/GetRolePermissions',
    access: seesRoles,
    input: z.strictObject({ roleId: Id, ...paging }),
    output: z.array(RolePermission),
    paging: 'whole',
  }),

  add: operation({
    path: 'RolePermission/AssignPermissionsToRole',
    access: platform('AddPermissionsToRole', 'reference'),
    input: KeysOfRole,
    output: Done,
    writes: true,
  }),

  remove: operation({
    path: 'RolePermission/RemovePermissionsFromRole',
    access: platform('RemovePermissionsToRole', 'reference'),
    input: KeysOfRole,
    output: Done,
    writes: true,
  }),
}
