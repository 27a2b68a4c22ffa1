import {
  ArchiveArrowUp,
  BookOpen,
  CalendarCheck2,
  CalendarDays,
  CalendarPlus,
  CalendarRange,
  CalendarX2,
  ClipboardList,
  Clock,
  Coins,
  Contact,
  DoorOpen,
  GraduationCap,
  HandCoins,
  IdCard,
  KeyRound,
  Languages,
  ListChecks,
  type LucideIcon,
  Plug,
  School,
  Scale,
  ScrollText,
  Shapes,
  Smartphone,
  UserCheck,
  UserCog,
  Users,
} from 'lucide-react'

export type Setting = {
  /** The last word of its address. */
  type: string
  /** Its text is `settings.menu.<key>`. */
  key: string
  Icon: LucideIcon
  /** The key that shows it. */
  needs: string
  /** Linked from another setting and not listed in the menu. */
  unnamed?: true
}

export type SettingGroup = { key: string; needs: string; settings: Setting[] }

/** The school settings menu, in the order of product.md §2.3; what came later stands after it in each group. */
export const settingsMenu: SettingGroup[] = [
  {
    key: 'school',
    needs: 'ViewSchoolSettingSection',
    settings: [
      { type: 'payment', key: 'payment', Icon: Coins, needs: 'ViewSchoolPayment' },
      { type: 'school-info', key: 'schoolInfo', Icon: School, needs: 'ViewSchoolSettings' },
      { type: 'language', key: 'language', Icon: Languages, needs: 'ViewSchoolLanguagesSetting' },
      { type: 'grade', key: 'grades', Icon: GraduationCap, needs: 'ViewGradesSetting' },
      { type: 'exams', key: 'exams', Icon: ClipboardList, needs: 'ViewExamsSetting' },
      { type: 'fees', key: 'fees', Icon: HandCoins, needs: 'ViewFees' },
      { type: 'messages', key: 'messages', Icon: Users, needs: 'ManageMessages' },
    ],
  },
  {
    key: 'classes',
    needs: 'ViewClassesSettingSection',
    settings: [
      { type: 'classes', key: 'classes', Icon: Shapes, needs: 'ViewClassesSettingList' },
      { type: 'course', key: 'course', Icon: BookOpen, needs: 'ViewCourseSettingList' },
      { type: 'teachers', key: 'teacher', Icon: UserCheck, needs: 'ViewTeachersList' },
      { type: 'students', key: 'students', Icon: Users, needs: 'ViewSchoolStudentsList' },
      { type: 'record-fields', key: 'recordFields', Icon: IdCard, needs: 'EditStudentRecord' },
      { type: 'phone-changes', key: 'phoneChanges', Icon: Smartphone, needs: 'ChangePhoneNumbers' },
    ],
  },
  {
    key: 'years',
    needs: 'ViewYearsSetting',
    settings: [
      { type: 'current-year', key: 'currentYear', Icon: CalendarCheck2, needs: 'ViewSchoolCurrentYear' },
      { type: 'years', key: 'years', Icon: CalendarRange, needs: 'ViewYearsList' },
      { type: 'next-year', key: 'nextYear', Icon: CalendarPlus, needs: 'CompleteYeare', unnamed: true },
      { type: 'calendar', key: 'calendar', Icon: CalendarDays, needs: 'ViewCalendar' },
      { type: 'hours', key: 'hours', Icon: Clock, needs: 'ManageTimetable' },
      { type: 'rooms', key: 'rooms', Icon: DoorOpen, needs: 'ManageTimetable' },
      { type: 'results', key: 'results', Icon: ListChecks, needs: 'ManageResults' },
      { type: 'absence', key: 'absence', Icon: CalendarX2, needs: 'ManageAbsence' },
      { type: 'conduct', key: 'conduct', Icon: Scale, needs: 'ManageConduct' },
    ],
  },
  {
    key: 'permission',
    needs: 'ViewPermissionSettings',
    settings: [
      { type: 'assign-school-user-role', key: 'assignUserRole', Icon: UserCog, needs: 'AssignUserRole' },
      { type: 'office-roles', key: 'officeRoles', Icon: Contact, needs: 'AssignUserRole' },
      {
        type: 'assign-school-user-permission',
        key: 'assignUserPermission',
        Icon: KeyRound,
        needs: 'ViewUserPermission',
      },
      { type: 'connections', key: 'connections', Icon: Plug, needs: 'ManageConnections' },
      { type: 'audit-log', key: 'auditLog', Icon: ScrollText, needs: 'ViewAuditLog' },
      { type: 'removed', key: 'removed', Icon: ArchiveArrowUp, needs: 'ViewAuditLog' },
    ],
  },
]

/** Settings without a line in the menu. Another setting links to them, so the same people may see both. */
const seenFrom: Record<string, string> = { 'school-contact': 'school-info' }

/** Settings shown without the menu next to them. */
export const hidesMenu = (type: string | undefined) => type === 'payment'

/** The groups and settings that a person sees. A group's key is needed for the whole group, and empty groups are left out. */
export const shownGroups = (groups: SettingGroup[], holds: (key: string) => boolean): SettingGroup[] =>
  groups
    .filter(({ needs }) => holds(needs))
    .map((group) => ({ ...group, settings: group.settings.filter(({ needs, unnamed }) => holds(needs) && !unnamed) }))
    .filter(({ settings }) => settings.length > 0)

/** Whether a person may open a setting: the menu shows them the setting itself, or the one that links to it. */
export const maySee = (menu: SettingGroup[], type: string, holds: (key: string) => boolean) => {
  const needed = keysOf(menu, type)
  return needed.length > 0 && needed.every(holds)
}

/** The keys that open a setting: its group's and its own. None for a setting to which no menu leads. */
export const keysOf = (menu: SettingGroup[], type = '') => {
  const seen = seenFrom[type] ?? type
  const group = menu.find(({ settings }) => settings.some((setting) => setting.type === seen))
  const own = group?.settings.find((setting) => setting.type === seen)
  return group && own ? [...new Set([group.needs, own.needs])] : []
}
