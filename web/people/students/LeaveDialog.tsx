import { useState } from 'react'
import { LeavingChange, leavings, NewLeaving } from '#contract/people/students/leavings.ts'
import { useRead } from '#web/lib/api.ts'
import { todayIn } from '#web/lib/days.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { leavingReasonName } from '#web/lib/reference.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { useChange } from '#web/records/change.ts'
import type { Field, Values } from '#web/records/fields.ts'
import { RecordField } from '#web/records/RecordField.tsx'
import { isolated } from '#web/ui/Bdi.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { Form } from '#web/ui/Form.tsx'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { toast } from '#web/ui/toast.ts'
import { studentName, type Student } from './student.ts'

/** How many marks of attendance are after the day, if the leaving was refused for that. */
function marksAfterIn(problem: unknown) {
  const found = problem instanceof Error && /^Marks of attendance after this day: (\d+)$/.exec(problem.message)
  return found ? Number(found[1]) : null
}

type Props = { school: OwnSchool; student: Student; onClose: () => void }

/** Records that a student leaves, or corrects the reason and the destination. The day cannot be changed. */
export function LeaveDialog({ school, student, onClose }: Props) {
  const { t } = useTranslation()
  const reasons = useRead(leavings.reasons, {})
  const enter = useChange(leavings.enter)
  const change = useChange(leavings.change)
  const isNew = student.leftOn === null
  /** The marks after the day that was chosen, and whether they go. */
  const [marks, setMarks] = useState<{ leftOn: string; count: number; go: boolean } | null>(null)
  const name = isolated(studentName(student))
  // What was read when the dialog was opened, so that later changes of other people are not overwritten.
  const [base] = useState({ studentId: student.id, baseVersion: student.version })
  const items = (reasons.data ?? []).map(({ id, name: reason }) => ({ value: id, label: leavingReasonName(t, reason) }))
  const fields: Field[] = [
    ...(isNew ? [{ name: 'leftOn', kind: 'day' } as const] : []),
    { name: 'reasonId', kind: 'choice', items },
    { name: 'destination', hint: 'settings.students.destinationHint' },
    { name: 'leavingNote', kind: 'lines' },
  ]
  const start: Values = {
    ...(isNew && { leftOn: todayIn(school.timeZone) }),
    reasonId: reasons.data?.find((reason) => reason.name === student.leavingReason)?.id ?? '',
    destination: student.destination ?? '',
    leavingNote: student.leavingNote ?? '',
  }

  async function save({ leftOn, ...words }: Values) {
    const reasonId = words.reasonId!
    if (isNew) {
      const removeMarks = marks?.leftOn === leftOn ? marks?.go : undefined
      try {
        await enter({ ...base, leftOn: leftOn!, removeMarks, ...words, reasonId })
      } catch (problem) {
        const count = marksAfterIn(problem)
        if (count === null) throw problem
        setMarks({ leftOn: leftOn!, count, go: true })
        return false
      }
    } else await change({ ...base, ...words, reasonId })
    toast({ title: t(isNew ? 'settings.students.leavingEntered' : 'settings.saved') })
    onClose()
    return true
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={isNew ? t('settings.students.leaveAsk', { name }) : `${t('settings.students.changeLeaving')}: ${name}`}
      {...(isNew && { description: t('settings.students.leaveMeans') })}
    >
      {reasons.data ? (
        <Form<Values>
          schema={isNew ? NewLeaving : LeavingChange}
          start={{ ...start, studentId: student.id }}
          save={save}
          submit={isNew ? 'settings.students.enterLeaving' : 'common.save'}
          beside={<DialogCancel />}
        >
          {fields.map((field) => (
            <RecordField key={field.name} of="students" field={field} />
          ))}
          {marks && (
            <div role="alert" className="rounded-card border border-accent bg-wait-soft px-4 py-3">
              <p>{t('settings.students.marksAfter', { count: marks.count })}</p>
              <label className="flex min-h-11 items-center gap-3">
                <input
                  type="checkbox"
                  checked={marks.go}
                  onChange={(event) => setMarks({ ...marks, go: event.target.checked })}
                  className="size-5 accent-(--primary)"
                />
                {t('settings.students.removeMarks')}
              </label>
            </div>
          )}
        </Form>
      ) : (
        <LoadingOrFailed error={reasons.error} again={reasons.refetch} count={3} />
      )}
    </Dialog>
  )
}
