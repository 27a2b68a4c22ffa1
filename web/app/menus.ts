import {
  Baby,
  BookOpen,
  CalendarX2,
  FileBadge,
  House,
  ListChecks,
  type LucideIcon,
  Megaphone,
  School,
  Settings2,
} from 'lucide-react'
import { paths } from '#web/lib/paths.ts'

export type MenuEntry = {
  /** Its text is `menu.<key>`. */
  key: string
  to: string
  Icon: LucideIcon
  /** The key that shows it, or several of which one is enough; without a key, every signed-in person sees it. */
  needs?: string | readonly string[]
  /** Only for people with a class in the default school. */
  withClass?: true
}

/** The main navigation (permissions.md §4). */
export const mainMenu: MenuEntry[] = [
  { key: 'home', to: paths.home(), Icon: House },
  { key: 'schools', to: paths.schools(), Icon: School },
  { key: 'myChildren', to: paths.myChildren(), Icon: Baby },
  { key: 'myClassroom', to: paths.myClassroom(), Icon: BookOpen, withClass: true },
  { key: 'posts', to: paths.posts(), Icon: Megaphone },
  { key: 'absence', to: paths.absence(), Icon: CalendarX2, needs: ['HandleAbsence', 'DecideExcuses'] },
  { key: 'results', to: paths.results(), Icon: ListChecks, needs: 'ViewExams' },
  { key: 'papers', to: paths.papers(), Icon: FileBadge, needs: 'IssuePapers' },
  { key: 'schoolSettings', to: paths.settings(), Icon: Settings2, needs: 'ViewSchoolSettings' },
]

/** The entries that a person sees. */
export const shownEntries = (entries: MenuEntry[], holds: (key: string) => boolean, hasClass: boolean) =>
  entries.filter(
    ({ needs = [], withClass }) =>
      (needs.length === 0 || [needs].flat().some((key) => holds(key))) && (!withClass || hasClass),
  )
