import { useState } from 'react'
import { attendance } from '#contract/attendance.ts'
import { students } from '#contract/students.ts'
import { stale, useMay, useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi, Day } from '#web/ui/Bdi.tsx'
import { Loading } from '#web/ui/Skeleton.tsx'
import { Empty, Failed } from '#web/ui/States.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { toast } from '#web/ui/toast.ts'
import { ConfirmBar } from './ConfirmBar.tsx'
import { OutgoingNotice } from './OutgoingNotice.tsx'
import { confirmRegister, giveUp, isOutgoing, useOutgoingOf } from './outgoing.ts'
import { type Draft, draftOf, draftOnItsWay, type Mark, registerOf, type Student, tapped } from './register.ts'
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

  if (roll.length === 0) return <Empty sentence={t('attendance.noStudents')} />

  const confirm = async (baseVersion = draft.baseVersion) => {
    setConfirming(true)
    try {
      await confirmRegister(registerOf(classRoomId, day, draft, baseVersion))
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
        {roll.map((student) => (
          <StudentLine
            key={student.id}
            student={student}
            line={draft.lines.get(student.id)}
            onTap={mayTake ? () => setEdited(tapped(draft, student.id)) : undefined}
          />
        ))}
      </ul>
      {mayTake && (
        <ConfirmBar
          lines={[...draft.lines.values()]}
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
function RegisterState({ day, marks: [mark], changed }: { day: string; marks: Mark[]; changed: boolean }) {
  const { t } = useTranslation()
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
          {t('attendance.supervisor')}: <Bdi>{mark.supervisorName}</Bdi>
        </span>
      )}
    </div>
  )
}
