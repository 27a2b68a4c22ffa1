/** What reads so in a file, and how it reads once it is turned. */
export type Edit = { file: string; from: string; to: string }

/**
 * A clause written in code, with who asks it. `also`: where the same rule stands again, so that neither is missed alone.
 * `walls`: the tables whose wall between schools holds it too, opened while it is turned.
 */
export type Turned = Edit & { asks: RegExp; also?: Edit; walls?: string[] }

const authorise = 'server/access/authorise.ts'
const schools = 'server/schools/schools.ts'
const studentParents = 'server/parents/student-parents.ts'
const inOneSchool = /^(ClassRoom|Student|Attendance)\//
const ofSchools = /^(api\/School|SchoolContact|SchoolLanguage)\//
const ofAttendance = /^Attendance/
const acrossSchools = /GetExams$|GetTracherData/

/** Every clause of code that decides who sees what and that no declared access and no statement holds: of places and students. */
export const clauses: Turned[] = [
  {
    file: 'server/call/serve.ts',
    asks: /Me$/,
    from: 'if (!caller && needsSession(operation.access)) throw unauthenticated()',
    to: '',
  },
  { file: authorise, asks: /Me$/, from: 'if (!isAlive(session, rights, now)) return null', to: '' },
  {
    file: authorise,
    asks: inOneSchool,
    from: 'if (open.length === 0 && children.length === 0) throw forbidden()',
    to: '',
  },
  {
    file: authorise,
    asks: inOneSchool,
    from: "if (input.schoolId != null && input.schoolId !== scope.school.id) throw invalid('Invalid input')",
    to: '',
  },
  { file: authorise, asks: inOneSchool, from: 'places.some((place) => place?.schoolId !== school.id)', to: 'false' },
  {
    file: authorise,
    asks: inOneSchool,
    from: "reach.of !== 'classes' ||",
    to: 'true ||',
  },
  { file: authorise, asks: /^StudentNote/, from: 'authorId === reach.personId ||', to: '' },
  {
    file: authorise,
    asks: /^Exams/,
    from: 'teachesIn(db, reach.personId, classRoomId, courseId)',
    to: 'teachesIn(db, reach.personId, classRoomId, null)',
  },
  {
    file: authorise,
    asks: acrossSchools,
    from: 'if (!asksForSelf && !reviews && all.length === 0 && children.length === 0) throw forbidden()',
    to: '',
  },
  {
    file: authorise,
    asks: acrossSchools,
    from: 'if (named.length > 0 && open.length === 0 && own.length === 0 && !asksForSelf) throw notFound()',
    to: '',
  },
  {
    file: authorise,
    asks: acrossSchools,
    from: 'input.schoolId == null || input.schoolId === schoolId',
    to: 'true',
  },
  {
    file: authorise,
    asks: acrossSchools,
    from: "if (named.some(([kind]) => kind === 'school')) throw invalid('Invalid input')",
    to: '',
  },
  { file: authorise, asks: acrossSchools, from: 'found.every(({ id }) => id === found[0]!.id)', to: 'true' },
  {
    file: 'server/access/named.ts',
    asks: /^StudentNote/,
    from: 'return input[from.student] === child.id',
    to: 'return true',
  },
  {
    file: 'server/access/named.ts',
    asks: /^StudentNote/,
    from: 'input[from.classRoom] === child.classRoomId',
    to: 'true',
  },
  {
    file: 'server/notes/notes.ts',
    asks: /^StudentNote/,
    from: "throw forbidden('Only the author or the supervisor may change this note')",
    to: 'return',
  },
  {
    file: 'server/notes/notes.rules.ts',
    asks: /^StudentNote/,
    from: ' || seesWhole(person, schoolId)',
    to: '',
  },
  {
    file: 'server/teachers/teaching.ts',
    asks: acrossSchools,
    from: 'if (teacherId !== user.id && !(await teachesAtOneOf(db, teacherId, reach.schools))) throw notFound()',
    to: '',
  },
  {
    file: 'server/teachers/teachers.rules.ts',
    asks: /Teacher/,
    from: 'if (teacherId === actorId) await mayTakePost(db, builtInRoles.schoolTeacher.id, may)',
    to: '',
  },
  {
    file: 'server/class-work/class-work.ts',
    asks: /^Exams/,
    from: '!may(wholeSchoolKey) && !(await teachesIn(db, user.id, classRoomId, courseId))',
    to: 'false',
  },
  {
    file: 'server/class-work/class-work.ts',
    asks: /^Exams/,
    from: '(await strangersAmong(db, { ...work, studentIds })) > 0',
    to: 'false',
  },
  { file: 'server/exams/exams.ts', asks: /^Exams/, from: 'user.id, may(wholeSchoolKey)', to: 'user.id, true' },
  {
    file: 'server/class-work/result-operations.ts',
    asks: /GetStudentExamsList$/,
    from: 'if (isUnseen) throw notFound()',
    to: '',
  },
  {
    file: authorise,
    asks: inOneSchool,
    from: ': access.keys.some((key) => school.keys.includes(key)))',
    to: ': access.keys.length >= 0)',
  },
  { file: authorise, asks: ofAttendance, from: 'children.find(({ id }) => id === studentId)', to: 'children[0]' },
  { file: authorise, asks: ofSchools, from: 'school.active ||', to: 'true ||' },
  { file: authorise, asks: ofSchools, from: 'school.adminId === caller?.id ||', to: '' },
  { file: authorise, asks: ofSchools, from: '|| reviewsSchools(caller)', to: '|| caller !== null' },
  { file: authorise, asks: ofSchools, from: "key === 'ViewSchoolActionList' ||", to: '' },
  { file: authorise, asks: ofSchools, from: "|| key === 'ViewPaymentsRequests'", to: '' },
  { file: schools, asks: ofSchools, from: 'if (reviewsSchools(user)) {', to: 'if (user) {' },
  {
    file: schools,
    asks: ofSchools,
    from: 'if (input.coinTypeId != null || input.adminId != null || input.newSchools != null) throw forbidden()',
    to: '',
  },
  { file: schools, asks: ofSchools, from: 'if (input.active === false) return { rows: [], total: 0 }', to: '' },
  { file: schools, asks: ofSchools, from: ', active: true }, page)', to: ' }, page)' },
  { file: schools, asks: ofSchools, from: "schoolsBy(db, 'public',", to: "schoolsBy(db, 'reviewer'," },
  { file: schools, asks: ofSchools, from: "(own?.keys.includes('ViewSchoolData') ?? false)", to: 'own !== undefined' },
  { file: schools, asks: ofSchools, from: "own ? 'member' : reviewer ? reviewing(user) : 'public'", to: "'member'" },
  { file: schools, asks: ofSchools, from: "own ? 'member' :", to: '' },
  { file: 'server/schools/schools.queries.ts', asks: ofSchools, from: "keys.includes('ViewSchoolData')", to: 'keys' },
  {
    file: 'server/classes/classes.ts',
    asks: /Supervisor/,
    from: "may('ViewClassesSettingList') ? supervisorId : null",
    to: 'supervisorId',
  },
  {
    file: 'server/classes/class-settings.ts',
    asks: /UpdateClass/,
    from: "if (switches && !may('ChangeClassActivation')) throw forbidden()",
    to: '',
  },
  {
    file: 'server/classes/supervisors.ts',
    asks: /(Update|Add)Class$/,
    from: 'if (personId === user.id) await mayTakePost(db, roleId, may)',
    to: '',
  },
  {
    file: 'server/classes/supervisors.ts',
    asks: /(Update|Add)Class$/,
    from: '!(await canSupervise(db, school.id, personId))',
    to: 'false',
  },
  {
    file: 'server/schools/school-settings.ts',
    asks: /UpdateSchool/,
    from: "if (!administers(user, fromId)) throw forbidden('Only the administrator can hand the school over')",
    to: '',
  },
  {
    file: 'server/schools/school-settings.ts',
    asks: /UpdateSchool/,
    from: "found(await schoolSeen(db, id, 'member', may('ViewSchoolData')))",
    to: "found(await schoolSeen(db, id, 'member', true))",
  },
  {
    file: 'server/languages/languages.ts',
    asks: /LanguageSchools/,
    from: "reviewsSchools(user) ? 'reviewer' : 'public'",
    to: "'reviewer'",
  },
  { file: 'server/classes/classes.queries.ts', asks: /SchoolClasses/, from: "reach.of === 'school' ? query :", to: '' },
  {
    file: 'server/students/seen.ts',
    asks: /RoomStudents|GetStudent$/,
    from: "may('UpdateStudentInfo') || may('AssignStudentToSchool')",
    to: 'true',
  },
  { file: 'server/students/seen.ts', asks: /RoomStudents/, from: "may('UpdateStudentInfo') ||", to: '' },
  { file: 'server/students/seen.ts', asks: /RoomStudents/, from: "|| may('AssignStudentToSchool')", to: '' },
  {
    file: 'server/students/seen.ts',
    asks: /^Student\/GetStudent$/,
    from: "if (reach.of === 'children') return { office: false, birthDate: true }",
    to: '',
  },
  {
    file: 'server/students/seats.ts',
    asks: /^Student\/(AddStudent|GetRenewalPlan)$/,
    from: "may('ViewSchoolData') ?",
    to: 'true ?',
  },
  {
    file: 'server/students/changing.ts',
    asks: /^Student\/UpdateStudent$/,
    from: "if (!may('UpdateStudentInfo') && differs(",
    to: 'if (false && differs(',
  },
  { file: studentParents, asks: /GetstudentParents$/, from: "reach.of === 'children' ? user.id : null", to: 'null' },
  {
    file: studentParents,
    asks: /GetStudentParent$/,
    from: "if (reach.of === 'children' && parentId !== user.id) throw notFound()",
    to: '',
  },
  {
    file: studentParents,
    asks: /GetstudentParents$/,
    from: "may('UpdateStudentInfo') || may('LinkParentToStudent')",
    to: 'true',
  },
  {
    file: studentParents,
    asks: /(AddStudentParent|InviteParent)$/,
    from: "if (parentId === actorId && !may('ViewSchoolStudentsList')) throw",
    to: 'if (false) throw',
  },
]
