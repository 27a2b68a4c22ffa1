import { Armchair, Mail, Printer, Shuffle, StickyNote, UserMinus, X } from 'lucide-react'
import { lazy, type ReactNode, useState } from 'react'
import { invitations } from '#contract/people/parents/invitations.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ExportButton } from '#web/records/ExportButton.tsx'
import { ShownRows } from '#web/records/shown-rows.ts'
import { Button } from '#web/ui/Button.tsx'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part } from '#web/ui/part.tsx'

const RenewSeats = lazy(part(async () => (await import('./RenewSeats.tsx')).RenewSeats))
const MoveChosen = lazy(part(async () => (await import('./ChosenActions.tsx')).MoveChosen))
const DeactivateChosen = lazy(part(async () => (await import('./ChosenActions.tsx')).DeactivateChosen))
const NoteForChosen = lazy(part(async () => (await import('./ChosenActions.tsx')).NoteForChosen))
const PrintChosen = lazy(part(async () => (await import('./PrintChosen.tsx')).PrintChosen))
const LettersForChosen = lazy(part(async () => (await import('./LettersForChosen.tsx')).LettersForChosen))

type Action = 'renew' | 'move' | 'deactivate' | 'note' | 'print' | 'letters'

type Props = {
  school: OwnSchool
  chosen: ReadonlySet<string>
  onLeaveOut: (ids: string[]) => void
  onClear: () => void
}

/** A bar at the bottom while students are selected: how many, and the actions for all of them. */
export function ChosenBar({ school, chosen, onLeaveOut, onClear }: Props) {
  const { t } = useTranslation()
  const holds = useHolds()
  const [action, setAction] = useState<Action | null>(null)
  const close = () => setAction(null)
  const which = { schoolId: school.id, chosen, onDone: onLeaveOut, onClose: close }
  const actions: { of: Action; label: string; icon: ReactNode; may: boolean }[] = [
    {
      of: 'renew',
      label: 'settings.students.renewChosen',
      icon: <Armchair {...icon} />,
      may: useMay(studentRecords.renewSeats),
    },
    { of: 'move', label: 'settings.students.moveThem', icon: <Shuffle {...icon} />, may: holds('UpdateStudentInfo') },
    {
      of: 'deactivate',
      label: 'settings.students.deactivateThem',
      icon: <UserMinus {...icon} />,
      may: holds('ChangeStudentActivation'),
    },
    {
      of: 'note',
      label: 'settings.students.noteForThem',
      icon: <StickyNote {...icon} />,
      may: useMay(notes.addToSeveral),
    },
    { of: 'print', label: 'settings.students.printThem', icon: <Printer {...icon} />, may: true },
    { of: 'letters', label: 'letter.printThem', icon: <Mail {...icon} />, may: useMay(invitations.list) },
  ]

  return (
    <div
      role="region"
      aria-label={t('settings.students.chosenOnes')}
      className="fixed inset-x-0 bottom-0 z-30 flex flex-wrap items-center justify-center gap-x-4 gap-y-2 border-t border-line bg-surface px-4 py-3"
    >
      <p role="status">{t('settings.students.chosen', { count: chosen.size })}</p>
      <div className="-mx-4 flex max-w-[100vw] items-center gap-2 overflow-x-auto px-4 py-1 [scrollbar-width:none]">
        {actions
          .filter(({ may }) => may)
          .map(({ of, label, icon: sign }) => (
            <Button key={of} className="shrink-0" icon={sign} onClick={() => setAction(of)}>
              {t(label)}
            </Button>
          ))}
        <ShownRows value={[...chosen]}>
          <ExportButton list={studentRecords.list} input={{ schoolId: school.id }} />
        </ShownRows>
        <Button tone="quiet" className="shrink-0" icon={<X {...icon} />} onClick={onClear}>
          {t('settings.students.chooseNone')}
        </Button>
      </div>
      {action && (
        <LazyPart onClose={close}>
          {action === 'renew' && (
            <RenewSeats schoolId={school.id} studentIds={[...chosen]} onDone={onClear} onClose={close} />
          )}
          {action === 'move' && <MoveChosen {...which} />}
          {action === 'deactivate' && <DeactivateChosen {...which} />}
          {action === 'note' && <NoteForChosen {...which} timeZone={school.timeZone} />}
          {action === 'letters' && <LettersForChosen schoolName={school.name} chosen={chosen} onClose={close} />}
          {action === 'print' && (
            <PrintChosen schoolId={school.id} schoolName={school.name} chosen={chosen} onClose={close} />
          )}
        </LazyPart>
      )}
    </div>
  )
}

const icon = { className: 'size-5', 'aria-hidden': true } as const
