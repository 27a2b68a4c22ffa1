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
]

export type BuiltInRole = {
  id: string
  name: string
  nameAr: string
  type: 1 | 2
  keys: Permission[]
  keysMayChange: boolean
}

/** The roles every installation has (permissions.md §3). type 1: held in a school, 2: held app-wide. */
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
} satisfies Record<string, BuiltInRole>
