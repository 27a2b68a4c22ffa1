/** What reads so within a function, or another declaration at the top of a file, and how it reads once it is turned. */
export type Edit = { symbol: string; from: string; to: string }

/**
 * A clause written in code, with who asks it. Several edits: where the same rule stands again, so that neither is missed
 * alone. `policies`: the tables whose row-level security keeps it too, opened while it is turned.
 */
export type Turned = { name: string; asks: string; edits: Edit[]; policies: string[] }

/**
 * Reads lines such as `who asks :: symbol :: from ⇒ to ++ symbol :: from ⇒ to ‖ tables`. White space does not count, and
 * neither does the file: a clause is looked for wherever its symbol is declared.
 */
export const clausesIn = (text: string): Turned[] =>
  text
    .trim()
    .split('\n')
    .map((line) => {
      const [rule, policies] = line.split(' ‖ ') as [string, string?]
      const [asks] = rule.split(' :: ') as [string]
      const edits = rule
        .slice(asks.length + 4)
        .split(' ++ ')
        .map((edit) => {
          const [symbol, turn] = edit.split(' :: ') as [string, string]
          const [from, to] = turn.split('⇒') as [string, string]
          return { symbol, from: from.trim(), to: to.trim() }
        })
      return { name: `${edits[0]!.symbol}: ${edits[0]!.from}`, asks, edits, policies: policies?.split(' ') ?? [] }
    })

/** Every clause of code that decides who sees what and that no declared access and no statement holds. */
export const clauses = clausesIn(String.raw`
Me$ :: inTransaction :: if (!caller && needsSession(operation.access)) throw unauthenticated() ⇒
^(ClassRoom|Student|Attendance)\/ :: inSchool :: if (open.length === 0 && children.length === 0) throw forbidden() ⇒
^(ClassRoom|Student|Attendance)\/ :: inSchool :: if (input.schoolId != null && input.schoolId !== scope.school.id) throw invalid('Invalid input') ⇒
^(ClassRoom|Student|Attendance)\/ :: asStaff :: places.some((place) => place?.schoolId !== school.id) ⇒ false
^(ClassRoom|Student|Attendance)\/ :: reaches :: reach.of !== 'classes' || ⇒ true ||
^StudentNote :: reaches :: authorId === reach.personId || ⇒
^Exams :: reaches :: teachesIn(db, reach.personId, { schoolId, classRoomId, courseId }) ⇒ teachesIn(db, reach.personId, { schoolId, classRoomId, courseId: null })
GetExams$|GetTracherData :: acrossSchools :: if (!asksForSelf && !reviews && all.length === 0 && children.length === 0) throw forbidden() ⇒
GetExams$|GetTracherData :: acrossSchools :: if (named.length > 0 && open.length === 0 && own.length === 0 && !asksForSelf) throw notFound() ⇒
GetExams$|GetTracherData :: acrossSchools :: input.schoolId == null || input.schoolId === schoolId ⇒ true
^StudentNote :: concerns :: return input[from.student] === child.id ⇒ return true
^StudentNote :: concerns :: input[from.classRoom] === child.classRoomId ⇒ true
^StudentNote :: mustBeOwn :: throw forbidden('Only the author or the supervisor may change this note') ⇒ return
^StudentNote :: isOwn :: || seesWhole(person, schoolId) ⇒
GetExams$|GetTracherData :: classTeachingOperations :: if (teacherId !== user.id && !(await teachesAtOneOf(db, teacherId, reach.schools))) throw notFound() ⇒
Teacher :: mayTeach :: if (teacherId === actorId) await mayTakePost(db, builtInRoles.schoolTeacher.id, may) ⇒
^Exams :: validateWork :: !may(wholeSchoolKey) && !(await teachesIn(db, user.id, { schoolId: school.id, classRoomId, courseId })) ⇒ false
^Exams :: validateWork :: (await strangersAmong(db, { ...work, schoolId: school.id, studentIds })) > 0 ⇒ false
^Exams :: examsOfClasses :: user.id, may(wholeSchoolKey) ⇒ user.id, true
GetStudentExamsList$ :: resultOperations :: if (isUnseen) throw notFound() ⇒
^(ClassRoom|Student|Attendance)\/ :: opens :: : access.keys.some((key) => school.keys.includes(key))) ⇒ : access.keys.length >= 0)
^Attendance :: asParent :: children.find(({ id }) => id === studentId) ⇒ children[0]
^(api\/School|SchoolContact|SchoolLanguage)\/ :: publicSchool :: school.active || ⇒ true ||
^(api\/School|SchoolContact|SchoolLanguage)\/ :: publicSchool :: school.adminId === caller?.id || ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: publicSchool :: || reviewsSchools(caller) ⇒ || caller !== null
^(api\/School|SchoolContact|SchoolLanguage)\/ :: reviewsSchools :: key === 'ViewSchoolActionList' || ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: reviewsSchools :: || key === 'ViewPaymentsRequests' ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: if (reviewsSchools(user)) { ⇒ if (user) {
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: if (input.coinTypeId != null || input.adminId != null || input.newSchools != null) throw forbidden() ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: if (input.active === false) return { rows: [], total: 0 } ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: , active: true }, page) ⇒ }, page)
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: schoolsBy(db, 'public', ⇒ schoolsBy(db, 'reviewer',
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: (own?.keys.includes('ViewSchoolData') ?? false) ⇒ own !== undefined
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: own ? 'member' : reviewer ? reviewing(user) : 'public' ⇒ 'member'
^(api\/School|SchoolContact|SchoolLanguage)\/ :: schoolLists :: own ? 'member' : ⇒
^(api\/School|SchoolContact|SchoolLanguage)\/ :: memberSchoolRows :: keys.includes('ViewSchoolData') ⇒ keys
Supervisor :: classLists :: may('ViewClassesSettingList') ? supervisorId : null ⇒ supervisorId
UpdateClass :: classSettingOperations :: if (switches && !may('ChangeClassActivation')) throw forbidden() ⇒
(Update|Add)Class$ :: maySupervise :: if (personId === user.id) await mayTakePost(db, roleId, may) ⇒
(Update|Add)Class$ :: maySupervise :: !(await canSupervise(db, school.id, personId)) ⇒ false
UpdateSchool :: mayHandOver :: if (!administers(user, fromId)) throw forbidden('Only the administrator can hand the school over') ⇒
UpdateSchool :: schoolSettingOperations :: found(await schoolSeen(db, id, 'member', may('ViewSchoolData'))) ⇒ found(await schoolSeen(db, id, 'member', true))
LanguageSchools :: languageOperations :: reviewsSchools(user) ? 'reviewer' : 'public' ⇒ 'reviewer'
SchoolClasses :: classesIn :: reach.of === 'school' ? query : ⇒
RoomStudents|GetStudent$ :: seenBy :: may('UpdateStudentInfo') || may('AssignStudentToSchool') ⇒ true
RoomStudents :: seenBy :: may('UpdateStudentInfo') || ⇒
RoomStudents :: seenBy :: || may('AssignStudentToSchool') ⇒
^Student\/GetStudent$ :: seenBy :: if (reach.of === 'children') return { office: false, birthDate: true, leaving: false } ⇒
^Student\/(AddStudent|GetRenewalPlan)$ :: balanceSeen :: may('ViewSchoolData') ? ⇒ true ?
^Student\/UpdateStudent$ :: validate :: if (!may('UpdateStudentInfo') && differs( ⇒ if (false && differs(
GetstudentParents$ :: studentParentOperations :: reach.of === 'children' ? user.id : null ⇒ null
GetStudentParent$ :: studentParentOperations :: if (reach.of === 'children' && parentId !== user.id) throw notFound() ⇒
GetstudentParents$ :: linksParents :: may('UpdateStudentInfo') || may('LinkParentToStudent') ⇒ true
(AddStudentParent|InviteParent)$ :: mayLink :: if (parentId === actorId && !may('ViewSchoolStudentsList')) throw ⇒ if (false) throw
^User(Role|Permission)\/(Assign|Remove) :: eachSchool :: if (open.length === 0 && !onPlatform) throw forbidden() ⇒
^User(Role|Permission)\/(Assign|Remove) :: eachSchool :: if (schools.length < named.length) throw notFound() ⇒  ++ standingAt :: if (schoolIds.some((id) => !keysAt(id).includes(key))) throw notFound() ⇒
^User(Role|Permission)\/(Assign|Remove) :: eachSchool :: rights.schools.filter(({ keys }) => access.keys.some((key) => keys.includes(key))) ⇒ rights.schools
^User(Role|Permission)\/(Assign|Remove) :: eachSchool :: access.platformKeys.some((key) => rights.appKeys.includes(key)) ⇒ true
^User(Role|Permission)\/(Assign|Remove) :: standingAt :: if (appWide && !appKeys.includes(key)) throw forbidden() ⇒
^User(Role|Permission)\/Assign :: notToOneself :: !elements.every(({ userId }) => mayGiveTo(user.id, userId)) ⇒ false
^User(Role|Permission)\/Assign :: mayGive :: !roles.get(roleId)!.keys.every((key) => holds(key, schoolId)) ⇒ false
^User(Role|Permission)\/Assign :: mayGive :: named.some(({ roleId }) => !roles.get(roleId)!.active) ⇒ false
^User(Role|Permission)\/Assign :: mayGive :: inSchool && schoolId == null ⇒ false
^User(Role|Permission)\/(Assign|Remove) :: userRoleOperations :: named.some(({ roleId }) => isDefaultRole(roleId)) ⇒ false
^User(Role|Permission)\/(Assign|Remove) :: mustStayManaged :: !(await isManaged(db, schoolId!, schoolManager.id, there)) ⇒ false
^User(Role|Permission)\/Assign :: mayGive :: !holds(known.get(permissionId)!.key, schoolId) ⇒ false
^User(Role|Permission)\/Assign :: mayGive :: schoolId == null && !appScope ⇒ false
^User(Role|Permission)\/(Assign|Remove) :: userPermissionOperations :: await givenByRole(db, left) ⇒ false
^User(Role|Permission)\/GetUser :: lookedAt :: onPlatform || userId === user.id ? null ⇒ true ? null ‖ user_roles user_permissions
^User(Role|Permission)\/GetUser :: lookedAt :: if (userId && userId !== user.id && !(await isPerson(db, userId))) throw notFound() ⇒
Explain$ :: whyOperations :: own || onPlatform ? null ⇒ true ? null ‖ user_roles user_permissions
Explain$ :: whyOperations :: school.active || onPlatform || belongs ⇒ true
GetPermissions$ :: permissionListOperations :: type === 2 && !onPlatform ? ⇒ false ?
^(Role|RolePermission)\/ :: rolesThemselves :: if (input.type === 2 && !seesAppRoles(user)) throw forbidden() ⇒
^(Role|RolePermission)\/ :: visible :: if (role.type === 2 && !seesAppRoles(user)) throw notFound() ⇒
^(Role|RolePermission)\/ :: mayHold :: type === 2 && named.some(({ key }) => !own.includes(key)) ⇒ false
^(Role|RolePermission)\/ :: mayHold :: named.some(({ schoolScope, appScope }) => !(type === 1 ? schoolScope : appScope)) ⇒ false
^(Role|RolePermission)\/ :: mayChange :: await holdsAnywhere(db, user.id, roleId) ⇒ false
^(Role|RolePermission)\/ :: mayChange :: builtIn.some(({ id }) => id === roleId) ⇒ false
^(Role|RolePermission)\/ :: mayChangeKeys :: filter(({ keysMayChange }) => !keysMayChange) ⇒ filter(() => false)
(ApproveRequest|AddPayment|AddCoinsToSchool|ChangeActivation|ActivateNewSchool|AddCoinType)$ :: onPlatform :: if (!access.keys.some((key) => caller.rights.appKeys.includes(key))) throw forbidden() ⇒
^Post\/(Update|SaveDraft|TakeBack|GetReport|Remind)$ :: ownPost :: post.authorId !== user.id && !may('ManagePosts') ⇒ false
^Post\/GetWrittenPosts$ :: postWritingOperations :: may('ManagePosts') ? null ⇒ true ? null
^Post\/(CountAudience|Create)$ :: mustBeInReach :: may(wholeSchoolKey) ? null ⇒ true ? null
^Post\/(CountAudience|Create)$ :: mustBeInReach :: mustHold(may, 'AddSchoolPost') ⇒ {}
GetRequests?$ :: requestRows :: if (!reader.onPlatform) ⇒ if (false)
^PaymentTransaction\/Get :: paymentRows :: return reader.onPlatform ? rows ⇒ return true ? rows ‖ payment_transactions
SupportWindow$ :: platformSchoolOperations :: !(await holdsRole(db, managing)) ⇒ false
(AddCoins|Activat) :: seenByPlatform :: 'reviewer', reviewsSchools(user) ⇒ 'reviewer', true
SupportWindow$ :: seenByMember :: may('ViewSchoolData') ⇒ true
UpdateSchool$ :: mayHandOver :: !(await holdsRole(db, { personId: toId, roleId: managerRole, schoolId: school.id })) ⇒ false
GetUserById$ :: userOperations :: !self && !readsAnyone(user) && !(await meets(db, { id: user.id, ...user.rights }, userId)) ⇒ false
GetUserById$ :: userOperations :: self ? userById ⇒ true ? userById
GetStudentByCode$ :: studentRecordOperations :: (key: Permission) => keys.includes(key) ⇒ () => true
GetNumbers$ :: studentNumberOperations :: may('ViewExamsSetting') ? wholeSchool ⇒ true ? wholeSchool
GetNumbers$ :: studentNumberOperations :: asParent || may('ViewExams') || may('ViewExamsSetting') ⇒ true
GetNumbers$ :: studentNumberOperations :: asParent || may('ViewAttendanceList') ? ⇒ true ?
`)
