import { lazy, useEffect, useId, useRef, useState } from 'react'
import { attendance, isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { stale, staleAfter, useMay, useRead, useWhole } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { endDraft, useDraft } from './drafts.ts'
import { ConfirmBar } from './ConfirmBar.tsx'
import { OutgoingNotice } from './OutgoingNotice.tsx'
import { confirmRegister, giveUp, isOutgoing, useOnScreen, useOutgoingOf } from './outgoing.ts'
import {
  correctionOf,
  corrections,
  draftOf,
  draftOnItsWay,
  everybodyOn,
  excusedIn,
  type RegisterLine,
  lineOf,
  linesAbout,
  type AttendanceMark,
  registerOf,
  type RegisterStudent,
  tapped,
  turned,
  written,
} from './register.ts'
import { RegisterKeys, useRegisterKeys } from './RegisterKeys.tsx'
import { RegisterHead } from './RegisterHead.tsx'
import { RegisterLoading } from './RegisterLoading.tsx'
import { OfClass } from './OfClass.tsx'
import { StudentLine } from './StudentLine.tsx'

const loadMarkDetailsDialog = part(async () => (await import('./MarkDetailsDialog.tsx')).MarkDetailsDialog)
const MarkDetailsDialog = lazy(loadMarkDetailsDialog)

type RegisterOf = {
  classRoom: WorkClass
  day: CivilDay
  today: CivilDay
  /** Whether the day stands above it already. */
  isDayShown?: boolean
}

/** A class's register of one day: everyone is present until marked otherwise, and nothing is stored until confirmed. */
export function RegisterTab({ classRoom, day, today, isDayShown = false }: RegisterOf) {
  const classRoomId = classRoom.id
  const roll = useRead(attendance.roll, { classRoomId, date: day })
  const sheet = useWhole(attendance.list, { classRoomId, dateFrom: day, dateTo: day })

  if (roll.data && !roll.isPlaceholderData && sheet.data)
    return (
      <OfClass isSure={!roll.data.isAssumed || sheet.data.length > 0} key={day}>
        <Register {...{ classRoom, day, today, isDayShown }} roll={roll.data.students} marks={sheet.data} />
      </OfClass>
    )
  const failed = roll.error ?? sheet.error
  if (failed) return <Failed error={failed} again={() => Promise.all([roll.refetch(), sheet.refetch()])} />
  return <RegisterLoading />
}

type Props = RegisterOf & {
  roll: RegisterStudent[]
  marks: AttendanceMark[]
}

function Register({ classRoom, day, today, isDayShown, roll, marks }: Props) {
  const { t } = useTranslation()
  const { id: classRoomId, schoolId } = classRoom
  const mayTake = useMay(attendance.save, schoolId) && classRoom.active && isRecordable(day, today)
  const managesCalendar = useMay(calendar.saveDays, schoolId)
  const [edited, setEdited] = useDraft(classRoomId, day)
  const [confirming, setConfirming] = useState(false)
  const [detailed, setDetailed] = useState<string | null>(null)
  usePrefetch(loadMarkDetailsDialog)
  const list = useRef<HTMLUListElement>(null)
  const keysId = useId()
  const outgoing = useOutgoingOf(classRoomId, day)
  useOnScreen(classRoomId, day)
  const taken = marks.length > 0
  const begun = edited && !taken && !outgoing ? excusedIn(edited, roll) : edited
  const draft = begun ?? (outgoing ? draftOnItsWay(outgoing.register) : draftOf(roll, marks))
  // Said before anybody is marked; the register is refused at the end, unless a reason goes with it.
  const counted = useRead(calendar.count, { classRoomId, dateFrom: day, dateTo: day }, { enabled: mayTake && !taken })
  const stored = new Map(marks.map((mark) => [mark.studentId, mark]))
  const everybody = everybodyOn(roll, marks)
  const lines = new Map<string, RegisterLine>()
  for (const { id, markedIn } of everybody) {
    if (markedIn) continue
    const drafted = mayTake || outgoing ? draft.lines.get(id) : undefined
    const line = drafted ?? (stored.has(id) && lineOf(stored.get(id)))
    if (line) lines.set(id, line)
  }
  const isRefused = outgoing?.problem != null
  useEffect(() => {
    // Somebody may have left the roll since the register was confirmed.
    if (isRefused) void stale(attendance.roll)
  }, [isRefused])

  const isIdle = confirming || (!edited && (taken || outgoing !== undefined))
  const keys = useRegisterKeys(
    everybody.filter(({ markedIn }) => !markedIn).map(({ id }) => id),
    {
      onState: (id, state) => setEdited(turned(draft, id, lines.get(id), state)),
      onMore: setDetailed,
      onConfirm: () => void (isIdle || confirm()),
    },
  )

  if (everybody.length === 0)
    return <Empty sentence={t(day < today ? 'attendance.nobodyThen' : 'attendance.noStudents')} />

  const confirm = async (baseVersion = draft.baseVersion, closedReason?: string) => {
    const entries = linesAbout(everybody, taken && !outgoing ? corrections(draft, marks) : draft)
    if (entries.lines.size === 0) return setEdited(null)
    setConfirming(true)
    const confirmed = edited && entries
    setEdited(confirmed)
    try {
      await confirmRegister({
        ...registerOf(classRoomId, day, entries, baseVersion),
        ...(closedReason && { closedReason }),
      })
      endDraft(classRoomId, day, confirmed)
      if (!isOutgoing(classRoomId, day)) toast({ title: t('attendance.saved') })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setConfirming(false)
    }
  }
  const takeTheirs = async (id: string) => {
    await giveUp(id)
    setEdited(null)
    await staleAfter(attendance.save)
    backToList()
  }
  /** What was pressed is gone with its notice; the focus would be lost with it. */
  const backToList = () => list.current?.querySelector<HTMLElement>('[data-mark][tabindex="0"]')?.focus()

  const notice = outgoing && (
    <OutgoingNotice
      problem={outgoing.problem}
      draft={draft}
      onKeepMine={(version) => void confirm(version).then(backToList)}
      onTakeTheirs={() => takeTheirs(outgoing.id)}
      onTakeClosed={managesCalendar ? (reason) => void confirm(draft.baseVersion, reason).then(backToList) : undefined}
    />
  )

  return (
    <section aria-label={t('attendance.register')} className="@container">
      <RegisterHead
        day={isDayShown ? null : day}
        marks={marks}
        changed={edited !== null || outgoing !== undefined}
        kept={edited === null && outgoing?.problem === null}
        mayTake={mayTake}
        isClosed={counted.data?.closedDays.includes(day)}
      />
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens for the buttons in it */}
      <ul
        ref={list}
        className="grid gap-2 @2xl:grid-cols-2"
        {...(mayTake && { 'aria-describedby': keysId, onFocus: keys.onFocus, onKeyDown: keys.onKeyDown })}
      >
        {everybody.map((student) => (
          <StudentLine
            key={student.id}
            student={student}
            line={lines.get(student.id)}
            corrected={correctionOf(stored.get(student.id), marks)}
            current={student.id === keys.current}
            {...(mayTake &&
              !student.markedIn && {
                onTap: () => setEdited(tapped(draft, student.id, lines.get(student.id))),
                onMore: () => setDetailed(student.id),
              })}
          />
        ))}
      </ul>
      {detailed && (
        <LazyPart onClose={() => setDetailed(null)}>
          <MarkDetailsDialog
            name={everybody.find(({ id }) => id === detailed)?.name ?? ''}
            line={lines.get(detailed) ?? lineOf(undefined)}
            onWrite={(line) => setEdited(written(draft, detailed, line))}
            onClose={() => setDetailed(null)}
          />
        </LazyPart>
      )}
      {mayTake ? (
        <ConfirmBar
          lines={[...lines.values()]}
          label={taken ? t('attendance.correct') : t('attendance.confirm')}
          busy={confirming}
          idle={isIdle}
          onConfirm={() => void confirm()}
        >
          <RegisterKeys id={keysId} />
          {notice}
        </ConfirmBar>
      ) : (
        notice
      )}
    </section>
  )
}
