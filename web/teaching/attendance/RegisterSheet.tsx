import { lazy, type RefObject, useEffect, useId, useRef, useState } from 'react'
import { attendance, isRecordable } from '#contract/teaching/attendance/attendance.ts'
import { lessonRegisters } from '#contract/teaching/lessons/lessons.ts'
import { calendar } from '#contract/school/calendar/calendar.ts'
import type { WorkClass } from '#web/teaching/class-work/work-fields.ts'
import { stale, staleAfter, useMay, useRead } from '#web/lib/api.ts'
import type { CivilDay } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { LazyPart } from '#web/ui/LazyPart.tsx'
import { part, usePrefetch } from '#web/ui/part.tsx'
import { Empty } from '#web/ui/States.tsx'
import { useConfirming } from './confirming.ts'
import { useDraft } from './drafts.ts'
import { ByNumber } from './ByNumber.tsx'
import { ConfirmBar } from './ConfirmBar.tsx'
import { OutgoingNotice } from './OutgoingNotice.tsx'
import { giveUp, type Outgoing, useOnScreen, useOutgoingOf } from './outgoing.ts'
import type { LessonPlace } from './place.ts'
import {
  correctionOf,
  corrections,
  type Draft,
  draftOf,
  draftOnItsWay,
  everybodyOn,
  excusedIn,
  type LessonBefore,
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
import { StudentLine } from './StudentLine.tsx'

const loadMarkDetailsDialog = part(async () => (await import('./MarkDetailsDialog.tsx')).MarkDetailsDialog)
const MarkDetailsDialog = lazy(loadMarkDetailsDialog)

/** What was begun, or is on its way, or is stored. */
function draftNow(edited: Draft | null, outgoing: Outgoing | undefined, roll: Props['roll'], marks: AttendanceMark[]) {
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

export type RegisterOf = {
  classRoom: Pick<WorkClass, 'id' | 'schoolId' | 'active'>
  day: CivilDay
  today: CivilDay
  /** Whether the day stands above it already. */
  isDayShown?: boolean
}

type Props = RegisterOf & {
  roll: (RegisterStudent & LessonBefore)[]
  marks: AttendanceMark[]
  /** Which lesson it is of, and whether it may be saved; without it, it is the register of the day. */
  lesson?: (LessonPlace & { maySave: boolean }) | undefined
}

/** What a register shows, and whether it may be taken: what was begun or confirmed here, over what is stored. */
function useRegister({ classRoom, day, today, roll, marks, lesson }: Props) {
  const { id: classRoomId, schoolId } = classRoom
  const maySaveDay = useMay(attendance.save, schoolId)
  const maySave = lesson?.maySave ?? maySaveDay
  const mayTake = maySave && classRoom.active && isRecordable(day, today)
  const of = { classRoomId, date: day, lesson: lesson && { number: lesson.number, groupId: lesson.groupId } }
  const [edited, setEdited] = useDraft(of)
  const outgoing = useOutgoingOf(of)
  useOnScreen(of)
  useRollOfRefused(outgoing)
  const taken = marks.length > 0
  const draft = draftNow(edited, outgoing, roll, marks)
  const isClosed = useClosedOn(classRoomId, day, mayTake && !taken && !lesson)
  const stored = new Map(marks.map((mark) => [mark.studentId, mark]))
  const everybody = everybodyOn(roll, marks)
  const lines = linesOf(everybody, mayTake || outgoing ? draft : null, stored)
  const { confirming, confirm } = useConfirming({
    of,
    everybody,
    draft: taken && !outgoing ? corrections(draft, marks) : draft,
    edited,
    setEdited,
  })
  const isIdle = confirming || (!edited && (taken || outgoing !== undefined))
  const confirmed = { taken, isClosed, confirming, confirm, isIdle }
  return { mayTake, edited, setEdited, outgoing, draft, stored, everybody, lines, ...confirmed }
}

export function RegisterSheet(props: Props) {
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
    await (props.lesson ? staleAfter(lessonRegisters.save) : staleAfter(attendance.save))
    backToList()
  }
  const notice = outgoing && (
    <NoticeOf
      {...{ outgoing, draft, onGivenUp }}
      schoolId={classRoom.schoolId}
      onConfirm={(version, reason) => confirm(version, reason).then(backToList)}
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
      onTakeClosed={
        managesCalendar || outgoing.lesson ? (reason) => void onConfirm(draft.baseVersion, reason) : undefined
      }
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
