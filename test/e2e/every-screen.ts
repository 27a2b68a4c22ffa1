import { builtInRoles } from '#contract/roles/built-in-roles.ts'
import { classes } from '#test/world/classes.ts'
import { idOf } from '#test/world/ids.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'

type Who = keyof typeof people | 'a visitor'

/** Every screen there is, by who opens it. A new screen adds its address. */
export const screens: [Who, string[]][] = [
  [
    'a visitor',
    [
      '/',
      '/schools',
      `/school?id=${schools.nile.id}`,
      `/school?id=${schools.nile.id}&tab=about`,
      '/auth',
      '/auth?tab=register',
      '/forget-password',
      '/unauthorized',
      '/no/such/page',
    ],
  ],
  [
    'teacher',
    [
      '/',
      '/my-classroom',
      `/${classes.class4a.id}`,
      `/${classes.class4a.id}?days=history`,
      `/${classes.class4a.id}?tab=notes`,
      `/child?student=${students.omar.id}&view=staff`,
      `/child?student=${students.omar.id}&view=staff&tab=notes`,
      `/child?student=${students.omar.id}&view=staff&tab=numbers`,
      `/${classes.class4a.id}?tab=homework`,
      `/${classes.class4a.id}?tab=exams`,
      `/${classes.class4a.id}?tab=marks&course=${courses.arabic.id}`,
      `/${classes.class4a.id}?tab=activity&details=zzz`,
      `/${classes.class4a.id}?tab=exams&work=${idOf('exam', classes.class4a.id, courses.arabic.id, 1)}`,
      `/${classes.deltaClass1.id}`,
      '/profile',
      '/change-password',
      '/sessions',
    ],
  ],
  [
    'parent',
    [
      '/',
      '/inbox',
      '/notices',
      '/my-children',
      `/my-children/table?student=${students.omar.id}`,
      `/table?student=${students.omar.id}`,
      `/child?student=${students.omar.id}`,
      `/child?student=${students.omar.id}&tab=exams`,
      `/child?student=${students.omar.id}&tab=notes`,
      `/child?student=${students.omar.id}&tab=numbers`,
    ],
  ],
  ['dual', ['/', '/my-children']],
  ['idleTeacher', ['/']],
  ['newcomer', ['/']],
  [
    'admin',
    [
      '/',
      '/payments',
      '/payments?status=all',
      '/payments-transaction',
      '/school-list',
      '/admin-settings',
      '/admin-settings/school-contact-type',
      '/admin-settings/coins-type',
      '/admin-settings/payment-type',
      '/admin-settings/role',
      `/admin-settings/role?type=school&role=${builtInRoles.schoolTeacher.id}`,
      '/admin-settings/assign-user-role',
      `/admin-settings/assign-user-permission?person=${people.admin.id}`,
      '/admin-settings/audit-log-admin',
    ],
  ],
  [
    'manager',
    [
      '/',
      '/settings',
      '/settings/payment',
      '/settings/school-info',
      '/settings/school-contact',
      '/settings/language',
      '/settings/grade',
      '/settings/grade?add=several',
      '/settings/course',
      '/settings/course?add=several',
      '/settings/classes',
      '/settings/classes?add=several',
      '/settings/audit-log',
    ],
  ],
  [
    'deputy',
    [
      '/settings/teachers',
      `/settings/teachers?teacher=${people.teacher.id}`,
      '/settings/students',
      `/settings/students?student=${students.omar.id}`,
      '/settings/students?move=class',
      '/settings/students?import=new',
      '/settings/current-year',
      '/settings/years',
      '/settings/exams',
      '/settings/exams?weekDay=Friday&fromDate=2020-01-01&toDate=2020-01-02',
      '/settings/exams?add=several',
      '/settings/exams?tab=weights',
      '/settings/assign-school-user-role',
      `/settings/assign-school-user-role?person=${people.deputy.id}`,
      '/settings/assign-school-user-permission',
      `/settings/assign-school-user-permission?person=${people.registrar.id}`,
    ],
  ],
]
