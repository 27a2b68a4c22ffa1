import type { Turned } from './clauses.ts'

const rights = /^User(Role|Permission)\/(Assign|Remove)/
const giving = /^User(Role|Permission)\/Assign/
const looking = /^User(Role|Permission)\/GetUser/
const ofRoles = /^(Role|RolePermission)\//
const byPlatform = /(ApproveRequest|AddPayment|AddCoinsToSchool|ChangeActivation|ActivateNewSchool|AddCoinType)$/

const userRoles = 'server/roles/user-roles.ts'
const userPermissions = 'server/roles/user-permissions.ts'
const roles = 'server/roles/roles.ts'
const places = 'server/roles/lock-rights.ts'
const eachSchool = 'server/access/schools.ts'
const why = 'server/roles/why.ts'
const requests = 'server/payments/payment-requests.queries.ts'
const platformSchools = 'server/schools/platform-schools.ts'
const rightsHeld = ['user_roles', 'user_permissions']

/** Clauses of rights and money, and of what the platform does. */
export const clausesOfRights: Turned[] = [
  { file: eachSchool, asks: rights, from: 'if (open.length === 0 && !onPlatform) throw forbidden()', to: '' },
  {
    file: eachSchool,
    asks: rights,
    from: 'if (schools.length < named.length) throw notFound()',
    to: '',
    also: { file: places, from: 'if (schoolIds.some((id) => !keysAt(id).includes(key))) throw notFound()', to: '' },
  },
  {
    file: eachSchool,
    asks: rights,
    from: 'rights.schools.filter(({ keys }) => access.keys.some((key) => keys.includes(key)))',
    to: 'rights.schools',
  },
  {
    file: eachSchool,
    asks: rights,
    from: 'access.platformKeys.some((key) => rights.appKeys.includes(key))',
    to: 'true',
  },
  { file: places, asks: rights, from: 'if (appWide && !appKeys.includes(key)) throw forbidden()', to: '' },
  { file: places, asks: giving, from: '!elements.every(({ userId }) => mayGiveTo(user.id, userId))', to: 'false' },
  {
    file: userRoles,
    asks: giving,
    from: '!roles.get(roleId)!.keys.every((key) => holds(key, schoolId))',
    to: 'false',
  },
  { file: userRoles, asks: giving, from: 'named.some(({ roleId }) => !roles.get(roleId)!.active)', to: 'false' },
  { file: userRoles, asks: giving, from: 'inSchool && schoolId == null', to: 'false' },
  { file: userRoles, asks: rights, from: 'named.some(({ roleId }) => isDefaultRole(roleId))', to: 'false' },
  {
    file: userRoles,
    asks: rights,
    from: '!(await isManaged(db, schoolId!, schoolManager.id, there))',
    to: 'false',
  },
  { file: userPermissions, asks: giving, from: '!holds(known.get(permissionId)!.key, schoolId)', to: 'false' },
  { file: userPermissions, asks: giving, from: 'schoolId == null && !appScope', to: 'false' },
  { file: userPermissions, asks: rights, from: 'await heldByRole(db, left)', to: 'false' },
  {
    file: 'server/roles/query.ts',
    asks: looking,
    from: 'onPlatform || userId === user.id ? null',
    to: 'true ? null',
    walls: rightsHeld,
  },
  {
    file: 'server/roles/query.ts',
    asks: looking,
    from: 'if (userId && userId !== user.id && !(await isPerson(db, userId))) throw notFound()',
    to: '',
  },
  { file: why, asks: /Explain$/, from: 'own || onPlatform ? null', to: 'true ? null', walls: rightsHeld },
  { file: why, asks: /Explain$/, from: 'school.active || onPlatform || belongs', to: 'true' },
  { file: roles, asks: /GetPermissions$/, from: 'type === 2 && !onPlatform ?', to: 'false ?' },
  { file: roles, asks: ofRoles, from: 'if (input.type === 2 && !seesAppRoles(user)) throw forbidden()', to: '' },
  { file: roles, asks: ofRoles, from: 'if (role.type === 2 && !seesAppRoles(user)) throw notFound()', to: '' },
  {
    file: roles,
    asks: ofRoles,
    from: 'type === 2 && asked.some(({ key }) => !own.includes(key))',
    to: 'false',
  },
  {
    file: roles,
    asks: ofRoles,
    from: 'asked.some(({ schoolScope, appScope }) => !(type === 1 ? schoolScope : appScope))',
    to: 'false',
  },
  { file: roles, asks: ofRoles, from: 'await holdsAnywhere(db, user.id, roleId)', to: 'false' },
  { file: roles, asks: ofRoles, from: 'builtIn.some(({ id }) => id === roleId)', to: 'false' },
  { file: roles, asks: ofRoles, from: 'filter(({ keysMayChange }) => !keysMayChange)', to: 'filter(() => false)' },
  {
    file: 'server/access/platform.ts',
    asks: byPlatform,
    from: 'if (!access.keys.some((key) => caller.rights.appKeys.includes(key))) throw forbidden()',
    to: '',
  },
  { file: requests, asks: /GetRequests?$/, from: 'if (!reader.onPlatform)', to: 'if (false)' },
  {
    file: 'server/payments/payments.queries.ts',
    asks: /^PaymentTransaction\/Get/,
    from: 'return reader.onPlatform ? rows',
    to: 'return true ? rows',
    walls: ['payment_transactions'],
  },
  { file: platformSchools, asks: /SupportWindow$/, from: '!(await holdsRole(db, managing))', to: 'false' },
  {
    file: platformSchools,
    asks: /(AddCoins|Activat)/,
    from: "'reviewer', reviewsSchools(user)",
    to: "'reviewer', true",
  },
  { file: platformSchools, asks: /SupportWindow$/, from: "may('ViewSchoolData')", to: 'true' },
  {
    file: 'server/schools/school-settings.ts',
    asks: /UpdateSchool$/,
    from: '!(await holdsRole(db, { personId: toId, roleId: managerRole, schoolId: school.id }))',
    to: 'false',
  },
  {
    file: 'server/identity/users.ts',
    asks: /GetUserById$/,
    from: '!self && !readsAnyone(user) && !(await meets(db, { id: user.id, ...user.rights }, userId))',
    to: 'false',
  },
  { file: 'server/identity/users.ts', asks: /GetUserById$/, from: 'self ? userById', to: 'true ? userById' },
  {
    file: 'server/students/student-records.ts',
    asks: /GetStudentByCode$/,
    from: '(key: Permission) => keys.includes(key)',
    to: '() => true',
  },
  {
    file: 'server/student-numbers/student-numbers.ts',
    asks: /GetNumbers$/,
    from: "may('ViewExamsSetting') ? wholeSchool",
    to: 'true ? wholeSchool',
  },
  {
    file: 'server/student-numbers/student-numbers.ts',
    asks: /GetNumbers$/,
    from: "asParent || may('ViewExams') || may('ViewExamsSetting')",
    to: 'true',
  },
  {
    file: 'server/student-numbers/student-numbers.ts',
    asks: /GetNumbers$/,
    from: "asParent || may('ViewAttendanceList') ?",
    to: 'true ?',
  },
]
