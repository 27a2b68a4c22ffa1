import { useState } from 'react'
import { attendance } from '#contract/attendance/attendance.ts'
import { students } from '#contract/students/students.ts'
import { stale, useMay, useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Moment } from '#web/ui/Moment.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmBar } from './ConfirmBar.tsx'
import { OutgoingNotice } from './OutgoingNotice.tsx'
import { confirmRegister, giveUp, isOutgoing, useOutgoingOf } from './outgoing.ts'
import {
  corrections,
  type Draft,
  draftOf,
  draftOnItsWay,
  everybodyOn,
  type Line,
  lineOf,
  type Mark,
  registerOf,
  type Student,
  tapped,
} from './register.ts'
import { StudentLine } from './StudentLine.tsx'

/** A class's register of one day: everyone is present until marked otherwise, and nothing is stored until confirmed. */
export function RegisterTab({ classRoomId, day }: { classRoomId: string; day: string }) {
  const roll = useRead(students.ofClass, { classRoomId })
  const sheet = useWhole(attendance.list, { classRoomId, dateFrom: day, dateTo: day })

  const failed = roll.error ?? sheet.error
  if (roll.data && sheet.data)
    return <Register key={day} classRoomId={classRoomId} day={day} roll={roll.data} marks={sheet.data} />
  if (failed) return <Failed error={failed} again={() => Promise.all([roll.refetch(), sheet.refetch()])} />
  return <Loading count={8} />
}

type Props = { classRoomId: string; day: string; roll: Student[]; marks: Mark[] }

function Register({ classRoomId, day, roll, marks }: Props) {
  const { t } = useTranslation()
  const mayTake = useMay(attendance.save)
  const [edited, setEdited] = useState<Draft | null>(null)
  const [confirming, setConfirming] = useState(false)
  const outgoing = useOutgoingOf(classRoomId, day)
  const draft = edited ?? (outgoing ? draftOnItsWay(outgoing.register) : draftOf(roll, marks))
  const taken = marks.length > 0
  const stored = new Map(marks.map((mark) => [mark.studentId, mark]))
  const everybody = everybodyOn(roll, marks)
  const lines = new Map<string, Line>()
  for (const { id } of everybody) {
    const line = (taken || mayTake) && (draft.lines.get(id) ?? (stored.has(id) && lineOf(stored.get(id))))
    if (line) lines.set(id, line)
  }

  if (everybody.length === 0) return <Empty sentence={t('attendance.noStudents')} />

  const confirm = async (baseVersion = draft.baseVersion) => {
    const said = taken && !outgoing ? corrections(draft, marks) : draft
    if (said.lines.size === 0) return setEdited(null)
    setConfirming(true)
    try {
      await confirmRegister(registerOf(classRoomId, day, said, baseVersion))
      setEdited(null)
      if (!isOutgoing(classRoomId, day)) toast({ title: t('attendance.saved') })
    } catch (error) {
      toast({ title: sentenceFrom(error), tone: 'danger' })
    } finally {
      setConfirming(false)
    }
  }
  const takeTheirs = async (id: string) => {
    await giveUp(id)
    setEdited(null)
    await stale(attendance.save)
  }

  return (
    <section aria-label={t('attendance.register')}>
      <RegisterState day={day} marks={marks} changed={edited !== null || outgoing !== undefined} />
      {outgoing && (
        <OutgoingNotice
          problem={outgoing.problem}
          draft={draft}
          onKeepMine={confirm}
          onTakeTheirs={() => takeTheirs(outgoing.id)}
        />
      )}
      {mayTake && !taken && !edited && <p className="mb-3 text-sm text-muted">{t('attendance.tapHint')}</p>}
      <ul className="grid gap-2 md:grid-cols-2">
        {everybody.map((student) => (
          <StudentLine
            key={student.id}
            student={student}
            line={lines.get(student.id)}
            corrected={edited ? undefined : correctionOf(stored.get(student.id), marks)}
            onTap={mayTake ? () => setEdited(tapped(draft, student.id, lines.get(student.id))) : undefined}
          />
        ))}
      </ul>
      {mayTake && (
        <ConfirmBar
          lines={[...lines.values()]}
          label={taken ? t('attendance.correct') : t('attendance.confirm')}
          busy={confirming}
          idle={!edited && (taken || outgoing !== undefined)}
          onConfirm={() => void confirm()}
        />
      )}
    </section>
  )
}

/** Until confirmed a register is not taken, never silently present. */
function RegisterState({ day, marks, changed }: { day: string; marks: Mark[]; changed: boolean }) {
  const { t } = useTranslation()
  const mark = earliestOf(marks)
  return (
    <div className="mb-4 flex flex-wrap items-center gap-x-4 gap-y-2">
      <Day day={day} named />
      {changed ? (
        <StatusBadge status="waiting" word={t('attendance.notConfirmed')} />
      ) : mark ? (
        <StatusBadge status="good" word={t('attendance.taken')} />
      ) : (
        <StatusBadge status="waiting" word={t('attendance.notTaken')} />
      )}
      {mark && !changed && (
        <span className="text-sm text-muted">
          {t('attendance.savedBy')} <Bdi>{mark.supervisorName}</Bdi> · <Moment at={mark.lastModifyDate} />
        </span>
      )}
    </div>
  )
}

const earliestOf = (marks: Mark[]): Mark | undefined =>
  marks.reduce<Mark | undefined>(
    (first, mark) => (first && first.lastModifyDate <= mark.lastModifyDate ? first : mark),
    undefined,
  )

/** Who marked one student after the others, and when. */
function correctionOf(mark: Mark | undefined, marks: Mark[]) {
  const first = earliestOf(marks)
  return mark && first && mark.lastModifyDate > first.lastModifyDate ? mark : undefined
}
