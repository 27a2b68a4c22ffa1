import {
  BookOpen,
  CalendarCheck2,
  ClipboardList,
  Coins,
  GraduationCap,
  type LucideIcon,
  NotebookPen,
  PencilLine,
  School,
  Sparkles,
  UsersRound,
} from 'lucide-react'
import type { inbox, Topic } from '#contract/messages/inbox/inbox.ts'
import type { OutputOf } from '#contract/language/operation.ts'
import type { t as translate } from '#web/lib/i18n.ts'
import { paths } from '#web/lib/paths.ts'
import { isolated } from '#web/ui/Bdi.tsx'

export type InboxItem = OutputOf<typeof inbox.items>[number]

/** The key of what an item says. */
export function saying({ kind, on, number }: InboxItem) {
  if (number !== null) return 'inbox.kind.lessonMissing'
  const key = `inbox.kind.${kind}`
  if (on === null || !opposed.has(kind)) return key
  return on ? `${key}.on` : `${key}.off`
}

/** The lessons of an item about covers, each as a line: its number, the class, whose it is, and the room. */
export function coversIn(t: typeof translate, { covers, on }: Pick<InboxItem, 'covers' | 'on'>) {
  return (covers ?? []).map(({ number, classNames, absentName, roomNames }) => {
    const rooms = roomNames.map((name) => {
      // "12" alone does not say that it is a room; "Library" does.
      const isNumbered = /^[\d٠-٩]/.test(name)
      return isNumbered ? t('inbox.cover.room', { room: isolated(name) }) : isolated(name)
    })
    const classes = isolated(classNames.join(t('common.comma')))
    const lesson = [t('inbox.cover.for', { classes, name: isolated(absentName) }), ...rooms].join(t('common.comma'))
    return t(on ? 'inbox.cover.on' : 'inbox.cover.off', { number, lesson })
  })
}

/** Kinds that notify of a state and also of its opposite. */
const opposed = new Set<InboxItem['kind']>([
  'parentLink',
  'classActivation',
  'teacherLink',
  'classLink',
  'schoolActivation',
  'supportWindow',
  'paymentDecided',
  'excuseDecided',
  'lessonMissed',
  'proposalDecided',
  'absenceStep',
  'studentLeft',
  'platformRightGiven',
  'coverGiven',
  'meetingChanged',
])

/** Kinds that wait for a yes or a no. */
export const asking = new Set<InboxItem['kind']>(['parentInvited', 'teacherInvited', 'roleInvited'])

/** The screen an item leads to. */
export function addressOf({ link: { to, id, tab } }: Pick<InboxItem, 'link'>): string {
  const part = tab === null ? undefined : (named[tab] ?? tab)
  if (to === 'child' && id) return paths.student(id, undefined, part)
  if (to === 'classRoom' && id) return paths.classRoom(id)
  if (to === 'school' && id) return paths.school(id)
  return {
    child: paths.myChildren,
    children: paths.myChildren,
    classRoom: paths.myClassroom,
    myClassroom: paths.myClassroom,
    school: paths.schools,
    settings: () => paths.settings(part),
    payments: paths.payments,
    schoolList: paths.schoolList,
    absence: () => paths.absence(tab ?? undefined),
    roles: () => paths.adminSettings('role'),
    userRoles: () => paths.adminSettings('assign-user-role'),
    home: paths.home,
    calendar: () => paths.calendar(id ?? undefined),
    results: () => paths.results(tab ?? undefined),
    posts: () => paths.posts(id),
    fees: paths.ownFees,
    feesOffice: () => paths.fees(tab ?? undefined),
    timetable: paths.timetable,
    cover: () => paths.cover(),
    meetings: () => paths.meetings(),
    messages: () => paths.messages(id ? { id } : {}),
  }[to]()
}

/** Screens of one school, the default one: an item that leads there makes its own school the default. */
const ofDefaultSchool = new Set<InboxItem['link']['to']>(['settings', 'absence', 'results', 'cover'])

/** The school in which an item is followed, where the screen would otherwise show another. */
export const schoolToActIn = ({ link, schoolId }: Pick<InboxItem, 'link' | 'schoolId'>) =>
  ofDefaultSchool.has(link.to) ? schoolId : null

/** Parts of a screen whose address has another word. */
const named: Record<string, string> = { activities: 'activity', payments: 'payment' }

export const icons: Record<Topic, LucideIcon> = {
  attendance: CalendarCheck2,
  homework: PencilLine,
  exams: ClipboardList,
  activities: Sparkles,
  results: GraduationCap,
  notes: NotebookPen,
  children: UsersRound,
  duties: BookOpen,
  school: School,
  payments: Coins,
  messages: PencilLine,
}
