import { builtInRoles } from '#contract/platform/roles/built-in-roles.ts'
import { classes } from '#test/world/classes.ts'
import { idOf } from '#test/world/ids.ts'
import { people } from '#test/world/people.ts'
import { courses, schools } from '#test/world/schools.ts'
import { students } from '#test/world/students.ts'
import { paths } from '#web/lib/paths.ts'
import { settingsMenu } from '#web/app/settings/menu.ts'

type Who = keyof typeof people | 'a visitor'

/** The page of a student, or a part of it. */
const ofOmar = (tab?: string) => paths.student(students.omar.id, undefined, tab)

/** Settings of a school that the deputy opens. The manager opens all others, so a new one is checked too. */
const ofDeputy = [
  'teachers',
  'students',
  'current-year',
  'years',
  'next-year',
  'calendar',
  'exams',
  'assign-school-user-role',
  'office-roles',
  'phone-changes',
  'assign-school-user-permission',
]
const setting = (type: string) => `/settings/${type}`
const ofManager = settingsMenu
  .flatMap(({ settings }) => settings.map(({ type }) => type))
  .filter((type) => !ofDeputy.includes(type))

/** All screens, by who opens them. A new screen that is not a school setting must be added here. */
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
      '/verify',
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
      ofOmar(),
      ...['attendance', 'notes', 'numbers', 'conduct', 'homework', 'exams', 'activity', 'results'].map(ofOmar),
      `/${classes.class4a.id}?tab=homework`,
      `/${classes.class4a.id}?tab=exams`,
      `/${classes.class4a.id}?tab=marks&course=${courses.arabic.id}`,
      `/${classes.class4a.id}?tab=timetable`,
      '/timetable',
      '/cover',
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
      '/calendar',
      '/notices',
      '/my-children',
      '/my-children/records',
      `/my-children/table?student=${students.omar.id}`,
      `/table?student=${students.omar.id}`,
      `/child?student=${students.omar.id}`,
      ...['attendance', 'homework', 'activity', 'papers', 'results', 'exams', 'week', 'notes', 'numbers', 'record'].map(
        ofOmar,
      ),
      '/posts',
      '/fees/mine',
    ],
  ],
  ['dual', ['/', '/my-children']],
  ['idleTeacher', ['/', '/change-number']],
  ['newcomer', ['/', '/set-profile']],
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
      '/admin-settings/language-admin',
      '/admin-settings/relations',
      '/admin-settings/school-type',
      '/admin-settings/role',
      `/admin-settings/role?type=school&role=${builtInRoles.schoolTeacher.id}`,
      '/admin-settings/assign-user-role',
      `/admin-settings/assign-user-permission?person=${people.admin.id}`,
      '/admin-settings/audit-log-admin',
      '/admin-settings/phone-changes-admin',
    ],
  ],
  [
    'manager',
    [
      '/timetable?tab=drafts',
      '/cover',
      '/cover/counts',
      `/lesson?class=${classes.class4a.id}&number=1`,
      '/',
      '/settings',
      ...ofManager.map(setting),
      '/settings/school-contact',
      '/settings/grade?add=several',
      '/settings/course?add=several',
      '/classes?add=several',
      '/waiting',
      '/waiting?list=decided',
      '/absence',
      '/posts',
      '/posts?tab=written',
      '/results',
      '/results?tab=missing',
      '/results?tab=sheets',
      '/results?tab=close',
      '/papers',
      '/papers?tab=issued',
      '/papers?tab=looks',
      '/papers?tab=seats',
      '/fees',
      ...['arrears', 'families', 'receipts', 'tills', 'waiting', 'unclear', 'online', 'journal'].map((tab) =>
        paths.fees(tab),
      ),
      '/fees/take',
      paths.feeFamily(idOf('family', 'none')),
      '/absence?tab=excuses',
      '/gate',
      '/forms',
      '/meetings',
      '/messages',
      '/messages?open=review',
      '/messages?open=hours',
      '/absence?tab=steps',
      '/absence?tab=conduct',
      '/absence?tab=all',
      ofOmar(),
      ...['papers', 'messages', 'fees', 'file', 'record'].map(ofOmar),
      '/settings/students?statistics=day',
    ],
  ],
  [
    'deputy',
    [
      ...ofDeputy.map(setting),
      '/staff?invitations=1',
      `/settings/teachers?teacher=${people.teacher.id}`,
      `/settings/students?student=${students.omar.id}`,
      '/students?move=class',
      '/settings/students?import=new',
      '/settings/connections',
      '/settings/exams?tab=publishing',
      '/settings/exams?weekDay=Friday&fromDate=2020-01-01&toDate=2020-01-02',
      '/settings/exams?add=several',
      '/settings/exams?tab=weights',
      `/settings/assign-school-user-role?person=${people.deputy.id}`,
      `/settings/assign-school-user-permission?person=${people.registrar.id}`,
    ],
  ],
]
