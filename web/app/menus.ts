import {
  Baby,
  BookOpen,
  CalendarDays,
  CalendarX2,
  DoorOpen,
  FileBadge,
  HandCoins,
  Handshake,
  House,
  ListChecks,
  type LucideIcon,
  Megaphone,
  MessagesSquare,
  School,
  Settings2,
  Shapes,
  UserCheck,
  Users,
} from 'lucide-react'
import { paths } from '#web/lib/paths.ts'

export type MenuEntry = {
  /** Its text is `menu.<key>`. */
  key: string
  to: string
  Icon: LucideIcon
  /** The key that shows it, or several of which one is enough; without a key, every signed-in person sees it. */
  needs?: string | readonly string[]
  /** The key of its group of settings, which is needed too. */
  within?: string
  /** Only for people with a class in the default school. */
  withClass?: true
}

/** The jobs of a school, in the order of its day; then what a platform has; then the entries that everybody has (permissions.md §4). */
export const jobs: MenuEntry[] = [
  { key: 'home', to: paths.home(), Icon: House },
  {
    key: 'students',
    to: paths.students(),
    Icon: Users,
    needs: 'ViewSchoolStudentsList',
    within: 'ViewClassesSettingSection',
  },
  {
    key: 'classes',
    to: paths.classes(),
    Icon: Shapes,
    needs: 'ViewClassesSettingList',
    within: 'ViewClassesSettingSection',
  },
  { key: 'staff', to: paths.staff(), Icon: UserCheck, needs: 'ViewTeachersList', within: 'ViewClassesSettingSection' },
  { key: 'timetable', to: paths.timetable(), Icon: CalendarDays, needs: ['AttendanceAction', 'ManageTimetable'] },
  { key: 'cover', to: paths.cover(), Icon: UserCheck, needs: ['AttendanceAction', 'ManageCover'] },
  { key: 'absence', to: paths.absence(), Icon: CalendarX2, needs: ['HandleAbsence', 'DecideExcuses'] },
  { key: 'gate', to: paths.gate(), Icon: DoorOpen, needs: 'ViewPickUp' },
  { key: 'results', to: paths.results(), Icon: ListChecks, needs: 'ViewExams' },
  { key: 'posts', to: paths.posts(), Icon: Megaphone },
  { key: 'messages', to: paths.messages(), Icon: MessagesSquare },
  { key: 'forms', to: paths.forms(), Icon: ListChecks, needs: 'AddSchoolPost' },
  { key: 'meetings', to: paths.meetings(), Icon: Handshake, needs: ['AddSchoolPost', 'AttendanceAction'] },
  { key: 'papers', to: paths.papers(), Icon: FileBadge, needs: 'IssuePapers' },
  { key: 'fees', to: paths.fees(), Icon: HandCoins, needs: 'ViewFees' },
  { key: 'calendar', to: paths.calendar(), Icon: CalendarDays },
  { key: 'schoolSettings', to: paths.settings(), Icon: Settings2, needs: 'ViewSchoolSettings' },
]

const ofEverybody: MenuEntry[] = [
  { key: 'schools', to: paths.schools(), Icon: School },
  { key: 'myChildren', to: paths.myChildren(), Icon: Baby },
  { key: 'myClassroom', to: paths.myClassroom(), Icon: BookOpen, withClass: true },
]

/** The main navigation. */
export const mainMenu = (ofPlatform: MenuEntry[] = []) => [...jobs, ...ofPlatform, ...ofEverybody]

/** The entries that a person sees. */
export const shownEntries = (entries: MenuEntry[], holds: (key: string) => boolean, hasClass: boolean) =>
  entries.filter(
    ({ needs = [], within, withClass }) =>
      (needs.length === 0 || [needs].flat().some((key) => holds(key))) &&
      (!within || holds(within)) &&
      (!withClass || hasClass),
  )

/** What a thumb reaches on a phone, besides the whole menu: home, the people's own work, announcements. */
export function barEntries(shown: MenuEntry[], isParent: boolean) {
  const own = ['myClassroom', ...(isParent ? ['myChildren'] : []), 'students', 'absence', 'paymentsRequest', 'calendar']
  const work = own.flatMap((key) => shown.filter((entry) => entry.key === key))[0]
  return [shown.find(({ key }) => key === 'home'), work, shown.find(({ key }) => key === 'posts')].flatMap(
    (entry) => entry ?? [],
  )
}
