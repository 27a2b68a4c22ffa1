import { type Permission, permissions } from '#contract/language/permissions.ts'

const inSchool: Permission[] = permissions.filter(({ scope }) => scope !== 'app').map(({ key }) => key)
const appWide: Permission[] = permissions.filter(({ scope }) => scope !== 'school').map(({ key }) => key)

const classWork: Permission[] = [
  'ViewUserSchoolsDropDown',
  'ViewAttendanceList',
  'AttendanceAction',
  'ViewHomework',
  'AddHomework',
  'UpdateHomework',
  'RateHomework',
  'ViewExams',
  'AddExam',
  'UpdateExam',
  'RateExam',
  'ViewActivities',
  'AddActivity',
  'UpdateActivity',
  'RateActivity',
  'ViewNotes',
  'AddNote',
  'EditNote',
  'AddPost',
  'RecordConduct',
]

const classesAndStudents: Permission[] = [
  'ViewUserSchoolsDropDown',
  'ViewSchoolSettings',
  'ViewClassesSettingSection',
  'ViewClassesSettingList',
  'ViewSchoolStudentsList',
]

export type BuiltInRole = {
  id: string
  name: string
  nameAr: string
  type: 1 | 2
  keys: Permission[]
  keysMayChange: boolean
  /** Can be given only in schools that have switched it on (decision 049). */
  ofOffice?: true
}

/** The roles that every installation has (permissions.md §3). Type 1 belongs to a school, type 2 is app-wide. */
export const builtInRoles = {
  standard: {
    id: '01900000-0000-7000-8000-000000000001',
    name: 'Standard',
    nameAr: 'مستخدم',
    type: 2,
    keys: ['ViewChildernsList', 'CreateSchool'],
    keysMayChange: false,
  },
  schoolManager: {
    id: '01900000-0000-7000-8000-000000000002',
    name: 'School Manager',
    nameAr: 'مدير المدرسة',
    type: 1,
    keys: inSchool,
    keysMayChange: false,
  },
  schoolTeacher: {
    id: '01900000-0000-7000-8000-000000000003',
    name: 'School Teacher',
    nameAr: 'معلم',
    type: 1,
    keys: classWork,
    keysMayChange: true,
  },
  schoolSupervisor: {
    id: '01900000-0000-7000-8000-000000000004',
    name: 'School Supervisor',
    nameAr: 'مشرف',
    type: 1,
    keys: classWork,
    keysMayChange: true,
  },
  platformAdministrator: {
    id: '01900000-0000-7000-8000-000000000005',
    name: 'Platform Administrator',
    nameAr: 'مدير المنصة',
    type: 2,
    keys: appWide,
    keysMayChange: false,
  },
  schoolRegistrar: {
    id: '01900000-0000-7000-8000-000000000006',
    name: 'School Registrar',
    nameAr: 'مسؤول شؤون الطلاب',
    type: 1,
    keys: [
      ...classesAndStudents,
      'HandleAbsence',
      'DecideExcuses',
      'ViewYearsSetting',
      'ViewCalendar',
      'AssignStudentToSchool',
      'AssignMultipleStudentsToSchool',
      'ChangeStudentActivation',
      'UpdateStudentInfo',
      'LinkParentToStudent',
      'RemoveParentToStudent',
      'ViewAttendanceList',
      'ViewStudentRecord',
      'ViewPickUp',
      'EditStudentRecord',
      'ViewStudentReligion',
      'ChangePhoneNumbers',
      'AddPost',
      'AddSchoolPost',
      'IssuePapers',
    ],
    keysMayChange: true,
    ofOffice: true,
  },
  schoolDeputy: {
    id: '01900000-0000-7000-8000-000000000007',
    name: 'School Deputy',
    nameAr: 'وكيل المدرسة',
    type: 1,
    keys: [
      ...classesAndStudents,
      'HandleAbsence',
      'DecideExcuses',
      'ManageAbsence',
      'RecordConduct',
      'DecideConduct',
      'ManageConduct',
      'ViewCalendar',
      'ManageCalendar',
      'ManageTimetable',
      'ViewSchoolSettingSection',
      'ViewGradesSetting',
      'ViewExamsSetting',
      'ViewCourseSettingList',
      'ViewTeachersList',
      'ViewYearsSetting',
      'ViewSchoolCurrentYear',
      'ViewYearsList',
      'UpdateClass',
      'LinkTeacherToCourse&Class',
      'UnlinkTeacherToCourse&Class',
      'UpdateStudentInfo',
      'LinkParentToStudent',
      'ViewAttendanceList',
      'AttendanceAction',
      'ViewHomework',
      'ViewExams',
      'ViewActivities',
      'ViewNotes',
      'AddNote',
      'EditNote',
      'ViewStudentRecord',
      'ViewPickUp',
      'EditStudentRecord',
      'ViewStudentHealth',
      'ChangePhoneNumbers',
      'AddPost',
      'AddSchoolPost',
      'ManagePosts',
      'ManageResults',
      'CloseResults',
    ],
    keysMayChange: true,
    ofOffice: true,
  },
  schoolAccountant: {
    id: '01900000-0000-7000-8000-000000000008',
    name: 'School Accountant',
    nameAr: 'محاسب المدرسة',
    type: 1,
    keys: [
      'ViewUserSchoolsDropDown',
      'ViewSchoolSettings',
      'ViewSchoolSettingSection',
      'ViewSchoolPayment',
      'AddSchoolPayment',
      'UpdateSchoolPayment',
      'RemoveSchoolPayment',
      'ViewSchoolData',
      'ViewFees',
      'ManageFees',
      'TakeFees',
      'ReverseFees',
    ],
    keysMayChange: true,
    ofOffice: true,
  },
  schoolCounsellor: {
    id: '01900000-0000-7000-8000-000000000009',
    name: 'School Counsellor',
    nameAr: 'الأخصائي الاجتماعي',
    type: 1,
    keys: [
      ...classesAndStudents,
      'HandleAbsence',
      'RecordConduct',
      'ViewCounsellorNotes',
      'ViewAttendanceList',
      'ViewHomework',
      'ViewExams',
      'ViewActivities',
      'ViewNotes',
      'AddNote',
      'EditNote',
      'ViewStudentRecord',
      'ViewStudentHealth',
    ],
    keysMayChange: true,
    ofOffice: true,
  },
} satisfies Record<string, BuiltInRole>

/** The roles of an office except manager. A school can use each of them after switching it on. */
export const officeRoles: readonly BuiltInRole[] = (Object.values(builtInRoles) as BuiltInRole[]).filter(
  ({ ofOffice }) => ofOffice,
)

export const isOfficeRole = (roleId: string): boolean => officeRoles.some(({ id }) => id === roleId)
