import {
  ArrowLeftRight,
  BellRing,
  CalendarCheck,
  CalendarDays,
  CalendarX2,
  ClipboardPen,
  FileBadge,
  HandCoins,
  KeyRound,
  Languages,
  ListChecks,
  MonitorSmartphone,
  Moon,
  NotebookPen,
  School,
  Smartphone,
  StickyNote,
  UserRound,
} from 'lucide-react'
import type { Action } from './action.ts'
import { todayOfDevice } from './days.ts'
import { paths } from './paths.ts'
import { classActions, schoolActions, studentActions } from './staff-actions.ts'

/** What parents do for a child. Whose parent somebody is says who may. */
const ofChildren: Action[] = [
  { key: 'excuse', Icon: CalendarX2, needs: [], of: 'child', to: (id) => paths.excuse(id, todayOfDevice()) },
  { key: 'childAttendance', Icon: CalendarCheck, needs: [], of: 'child', to: inChild('attendance') },
  { key: 'childResults', Icon: ListChecks, needs: [], of: 'child', to: inChild('results') },
  { key: 'childExams', Icon: ClipboardPen, needs: [], of: 'child', to: inChild('exams') },
  { key: 'childHomework', Icon: NotebookPen, needs: [], of: 'child', to: inChild('homework') },
  { key: 'childNotes', Icon: StickyNote, needs: [], of: 'child', to: inChild('notes') },
  { key: 'childPapers', Icon: FileBadge, needs: [], of: 'child', to: inChild('papers') },
]

/** What the people of the platform do. */
const ofPlatform: Action[] = [
  { key: 'approvePayments', Icon: HandCoins, needs: ['ViewPaymentsRequests'], to: paths.payments() },
  { key: 'transactions', Icon: ArrowLeftRight, needs: ['ViewPaymentsTransaction'], to: paths.paymentsTransaction() },
  { key: 'approveSchools', Icon: School, needs: ['ViewSchoolActionList'], to: paths.schoolList('inactive') },
]

/** What everybody does for themselves. */
const ofAll: Action[] = [
  { key: 'changeNumber', Icon: Smartphone, needs: [], to: paths.changeNumber() },
  { key: 'devices', Icon: MonitorSmartphone, needs: [], to: paths.sessions() },
  { key: 'password', Icon: KeyRound, needs: [], to: paths.changePassword() },
  { key: 'notices', Icon: BellRing, needs: [], to: paths.notices() },
  { key: 'profile', Icon: UserRound, needs: [], to: paths.profile() },
  { key: 'calendar', Icon: CalendarDays, needs: [], to: paths.calendar() },
  { key: 'language', Icon: Languages, needs: [], turns: 'language' },
  { key: 'theme', Icon: Moon, needs: [], turns: 'theme' },
]

/**
 * What people do, named by a verb: the search, the "…" of a student or a class, and the help offer it from this one list. What is done most
 * stands first.
 */
export const actions: readonly Action[] = [
  ...ofChildren,
  ...schoolActions.slice(0, 2),
  ...studentActions.slice(0, 2),
  ...classActions,
  ...studentActions.slice(2),
  ...schoolActions.slice(2),
  ...ofPlatform,
  ...ofAll,
]

type Person = { holds: (key: string) => boolean; isParent: boolean }

/** The actions of a person. A parent's are for the children; all others need keys, or are everybody's. */
export const actionsOf = ({ holds, isParent }: Person, all = actions): Action[] =>
  all.filter(
    ({ of, needs }) =>
      (of !== 'child' || isParent) && needs.every((need) => (typeof need === 'string' ? [need] : need).some(holds)),
  )

function inChild(tab: string) {
  return (id: string) => paths.student(id, undefined, tab)
}
