import { lazy, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { attendance, isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { stale, staleAfter, useMay, useRead, useWhole } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { useConfirming } from './confirming.ts'
import { useDraft } from './drafts.ts'
import { ByNumber } from './ByNumber.tsx'
import { ConfirmBar } from './ConfirmBar.tsx'
import { OutgoingNotice } from './OutgoingNotice.tsx'
import { giveUp, type Outgoing, useOnScreen, useOutgoingOf } from './outgoing.ts'
import {
  correctionOf,
  corrections,
  type Draft,
  draftOf,
  draftOnItsWay,
  everybodyOn,
  excusedIn,
  type RegisterLine,
  lineOf,
  type AttendanceMark,
  type Person,
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

/** What was begun, or is on its way, or is stored. */
function draftNow(
  edited: Draft | null,
  outgoing: Outgoing | undefined,
  roll: RegisterStudent[],
  marks: AttendanceMark[],
) {
  if (edited) return marks.length === 0 && !outgoing ? excusedIn(edited, roll) : edited
  return outgoing ? draftOnItsWay(outgoing.register) : draftOf(roll, marks)
}

/** What stands at each student who is marked here: what the draft says of them, else what is stored. */
function linesOf(everybody: Person[], draft: Draft | null, stored: ReadonlyMap<string, AttendanceMark>) {
  const lines = new Map<string, RegisterLine>()
  for (const { id, markedIn } of everybody) {
    if (markedIn) continue
    const line = draft?.lines.get(id) ?? (stored.has(id) && lineOf(stored.get(id)))
    if (line) lines.set(id, line)
  }
  return lines
}

/** Said before anybody is marked; the register is refused at the end, unless a reason goes with it. */
function useClosedOn(classRoomId: string, day: CivilDay, enabled: boolean) {
  const { data } = useRead(calendar.count, { classRoomId, dateFrom: day, dateTo: day }, { enabled })
  return data?.closedDays.includes(day)
}

function useRollOfRefused(outgoing: Outgoing | undefined) {
  const isRefused = outgoing?.problem != null
  useEffect(() => {
    // Somebody may have left the roll since the register was confirmed.
    if (isRefused) void stale(attendance.roll)
  }, [isRefused])
}

type Props = RegisterOf & {
  roll: RegisterStudent[]
  marks: AttendanceMark[]
}

/** What a register shows, and whether it may be taken: what was begun or confirmed here, over what is stored. */
function useRegister({ classRoom, day, today, roll, marks }: Props) {
  const { id: classRoomId, schoolId } = classRoom
  const maySave = useMay(attendance.save, schoolId)
  const mayTake = maySave && classRoom.active && isRecordable(day, today)
  const [edited, setEdited] = useDraft(classRoomId, day)
  const outgoing = useOutgoingOf(classRoomId, day)
  useOnScreen(classRoomId, day)
  useRollOfRefused(outgoing)
  const taken = marks.length > 0
  const draft = draftNow(edited, outgoing, roll, marks)
  const isClosed = useClosedOn(classRoomId, day, mayTake && !taken)
  const stored = new Map(marks.map((mark) => [mark.studentId, mark]))
  const everybody = everybodyOn(roll, marks)
  const lines = linesOf(everybody, mayTake || outgoing ? draft : null, stored)
  const { confirming, confirm } = useConfirming({
    classRoomId,
    day,
    everybody,
    draft: taken && !outgoing ? corrections(draft, marks) : draft,
    edited,
    setEdited,
  })
  const isIdle = confirming || (!edited && (taken || outgoing !== undefined))
  const confirmed = { taken, isClosed, confirming, confirm, isIdle }
  return { mayTake, edited, setEdited, outgoing, draft, stored, everybody, lines, ...confirmed }
}

function Register(props: Props) {
  const { classRoom, day, today, isDayShown, marks } = props
  const { t } = useTranslation()
  const register = useRegister(props)
  const { mayTake, edited, setEdited, outgoing, draft, stored, everybody, lines } = register
  const { taken, isClosed, confirming, confirm, isIdle } = register
  const [detailed, setDetailed] = useState<string | null>(null)
  usePrefetch(loadMarkDetailsDialog)
  const list = useRef<HTMLUListElement>(null)
  const keysId = useId()

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

  /** What was pressed is gone with its notice; the focus would be lost with it. */
  const backToList = () => list.current?.querySelector<HTMLElement>('[data-mark][tabindex="0"]')?.focus()
  const onGivenUp = async () => {
    setEdited(null)
    await staleAfter(attendance.save)
    backToList()
  }
  const notice = outgoing && (
    <NoticeOf
      {...{ outgoing, draft, onGivenUp }}
      schoolId={classRoom.schoolId}
      onConfirm={(version, closedReason) => confirm(version, closedReason).then(backToList)}
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
        isClosed={isClosed}
      />
      <RegisterList
        ref={list}
        everybody={everybody}
        lines={lines}
        correctedOf={(id) => correctionOf(stored.get(id), marks)}
        keys={keys}
        {...(mayTake && {
          does: { onTap: (id: string) => setEdited(tapped(draft, id, lines.get(id))), onMore: setDetailed, keysId },
        })}
      />
      {detailed && (
        <Details
          of={detailed}
          everybody={everybody}
          lines={lines}
          onWrite={(line) => setEdited(written(draft, detailed, line))}
          onClose={() => setDetailed(null)}
        />
      )}
      {mayTake ? (
        <ConfirmBar
          lines={[...lines.values()]}
          label={taken ? t('attendance.correct') : t('attendance.confirm')}
          busy={confirming}
          idle={isIdle}
          onConfirm={() => void confirm()}
          after={<ByNumber {...{ draft, everybody, lines }} onAbsent={setEdited} />}
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

type NoticeProps = {
  outgoing: Outgoing
  draft: Draft
  schoolId: string
  onConfirm: (baseVersion: number | undefined, closedReason?: string) => Promise<void>
  onGivenUp: () => Promise<void>
}

/** What became of a confirmed register, and what can be done where it was refused. */
function NoticeOf({ outgoing, draft, schoolId, onConfirm, onGivenUp }: NoticeProps) {
  const managesCalendar = useMay(calendar.saveDays, schoolId)
  return (
    <OutgoingNotice
      problem={outgoing.problem}
      draft={draft}
      onKeepMine={(version) => void onConfirm(version)}
      onTakeTheirs={() => giveUp(outgoing.id).then(onGivenUp)}
      onTakeClosed={managesCalendar ? (reason) => void onConfirm(draft.baseVersion, reason) : undefined}
    />
  )
}

type DetailsProps = {
  of: string
  everybody: Person[]
  lines: ReadonlyMap<string, RegisterLine>
  onWrite: (line: RegisterLine) => void
  onClose: () => void
}

const Details = ({ of, everybody, lines, onWrite, onClose }: DetailsProps) => (
  <LazyPart onClose={onClose}>
    <MarkDetailsDialog
      name={everybody.find(({ id }) => id === of)?.name ?? ''}
      line={lines.get(of) ?? lineOf(undefined)}
      onWrite={onWrite}
      onClose={onClose}
    />
  </LazyPart>
)

type ListProps = {
  ref: RefObject<HTMLUListElement | null>
  everybody: Person[]
  lines: ReadonlyMap<string, RegisterLine>
  correctedOf: (id: string) => ReturnType<typeof correctionOf>
  keys: ReturnType<typeof useRegisterKeys>
  /** Absent where the register may only be read. */
  does?: { onTap: (id: string) => void; onMore: (id: string) => void; keysId: string }
}

function RegisterList({ ref, everybody, lines, correctedOf, keys, does }: ListProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it listens for the buttons in it
    <ul
      ref={ref}
      className="grid gap-2 @2xl:grid-cols-2"
      {...(does && { 'aria-describedby': does.keysId, onFocus: keys.onFocus, onKeyDown: keys.onKeyDown })}
    >
      {everybody.map((student, nth) => (
        <StudentLine
          key={student.id}
          number={does && nth + 1}
          student={student}
          line={lines.get(student.id)}
          corrected={correctedOf(student.id)}
          current={student.id === keys.current}
          {...(does &&
            !student.markedIn && {
              onTap: () => does.onTap(student.id),
              onMore: () => does.onMore(student.id),
            })}
        />
      ))}
    </ul>
  )
}
