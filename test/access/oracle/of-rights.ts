import type { Line } from './expected.ts'
import * as lists from './reference-lists.ts'
import * as changes from './right-changes.ts'
import * as roles from './roles.ts'
import * as userRights from './user-rights.ts'

/** The lists the platform keeps, and who may do what. */
export const ofRights: Record<string, Line> = {
  'Language/AddLanguage': lists.add('languages', 'CreateLanguage'),
  'Language/UpdateLanguage': lists.update('languages', 'EditLanguage'),
  'RelationType/GetRelationType': lists.get('relation_types', 'relationTypeId'),
  'RelationType/AddRelation': lists.add('relation_types', 'CreateRelations'),
  'RelationType/UpdateRelation': lists.update('relation_types', 'EditRelations'),
  'SchoolType/GetSchoolType': lists.get('school_types', 'typeId'),
  'SchoolType/AddSchoolType': lists.add('school_types', 'CreateSchoolType'),
  'SchoolType/UpdateSchoolType': lists.update('school_types', 'ChangeSchoolType'),
  'SchoolContactType/GetContactType': lists.get('school_contact_types', 'schoolContactTypeId'),
  'SchoolContactType/AddContactType': lists.add('school_contact_types', 'CreateSchoolContactType'),
  'SchoolContactType/UpdateContactType': lists.update('school_contact_types', 'EditSchoolContactType'),
  'CoinType/GetCoinTypesList': lists.coinTypes,
  'CoinType/getCoinType': lists.get('coin_types', 'coinTypeId'),
  'CoinType/AddCoinType': lists.add('coin_types', 'CreateCoinType'),
  'CoinType/UpdateCoinType': lists.update('coin_types', 'EditCoinType'),
  'PaymentType/GetTypes': lists.paymentTypes,
  'PaymentType/GetType': lists.get('payment_types', 'paymentTypeId'),
  'PaymentType/CreateType': lists.add('payment_types', 'CreatePaymentType'),
  'PaymentType/UpdateType': lists.update('payment_types', 'EditCoinType'),
  'PaymentType/ChangeTypeActivation': lists.update('payment_types', 'EditCoinType', 'paymentTypeId'),
  'Permission/GetPermissions': roles.permissions,
  'Role/GetRolesList': roles.list,
  'Role/GetRoleByID': roles.get,
  'Role/AddRole': roles.add,
  'Role/UpdateRole': roles.update,
  'Role/ChangeRoleActivation': roles.activate,
  'RolePermission/GetRolePermissions': roles.keys,
  'RolePermission/AssignPermissionsToRole': roles.addKeys,
  'RolePermission/RemovePermissionsFromRole': roles.removeKeys,
  'UserRole/GetUserRoles': userRights.roles,
  'UserRole/GetUserRole': userRights.role,
  'UserRole/AssignUerRoles': changes.giveRoles,
  'UserRole/RemoveUserRoles': changes.takeRoles,
  'UserPermission/GetUserPermissions': userRights.permissions,
  'UserPermission/GetHolders': userRights.holders,
  'UserPermission/AssignPermissionsToUser': changes.giveKeys,
  'UserPermission/RemovePermissionsFromUser': changes.takeKeys,
  'UserPermission/Explain': userRights.explain,
}
