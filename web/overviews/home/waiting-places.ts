import {
  CalendarPlus,
  CalendarX2,
  ClipboardPen,
  FileExclamationPoint,
  FilePen,
  HandCoins,
  type LucideIcon,
  Mail,
  MailPlus,
  Scale,
  Smartphone,
  UserPlus,
} from 'lucide-react'
import { paths } from '#web/lib/paths.ts'
import type { Home } from './home-of.ts'

export type WaitingKind = Home['waiting'][number]['kind']

/** The picture of each kind of waiting work, and where all of it stands: what waits, what was decided, and its other work. */
export const waitingPlaces: Record<WaitingKind, { Icon: LucideIcon; to: string }> = {
  excuses: { Icon: CalendarX2, to: paths.absence('excuses') },
  letters: { Icon: Mail, to: paths.absence('steps') },
  conduct: { Icon: Scale, to: paths.absence('conduct') },
  proposals: { Icon: FilePen, to: paths.waiting('proposals') },
  numbers: { Icon: Smartphone, to: paths.settings('phone-changes') },
  payments: { Icon: HandCoins, to: paths.settings('payment') },
  imports: { Icon: FileExclamationPoint, to: paths.importOfStudents('list') },
  nextYear: { Icon: CalendarPlus, to: paths.settings('next-year') },
  staffInvitations: { Icon: MailPlus, to: `${paths.staff()}?invitations=1` },
  invitations: { Icon: UserPlus, to: paths.students() },
  marks: { Icon: ClipboardPen, to: '#unmarked' },
}
