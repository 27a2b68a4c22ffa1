import { type ReactNode, useState } from 'react'
import type { SeveralDone } from '#contract/platform/jobs/job-shapes.ts'
import type * as z from 'zod/mini'
import { translated, useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { toast } from '#web/ui/toast.ts'
import { TypedBeside } from '#web/ui/typed.ts'

export type ChosenProps = {
  schoolId: string
  chosen: ReadonlySet<string>
  /** Called with the students for whom it was done; they are then deselected. */
  onDone: (ids: string[]) => void
  onClose: () => void
}

type Answer = z.output<typeof SeveralDone>

type Props = Omit<ChosenProps, 'schoolId'> & {
  /** Its texts are `settings.students.job.<kind>.*`. */
  kind: string
  title: string
  submit: string
  send: (studentIds: string[]) => Promise<Answer>
  /** Whether all required fields are filled in. */
  isReady?: boolean
  /** Whether something was typed or selected that would be lost if the dialog were closed. */
  isTyped?: boolean
  children?: ReactNode
}

/** Does one action for all selected students in one call. Those for whom it failed stay selected, each with the reason. */
export function SeveralStudents({
  chosen,
  onDone,
  onClose,
  kind,
  title,
  submit,
  send,
  isReady = true,
  isTyped = false,
  children,
}: Props) {
  const { t } = useTranslation()
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState('')
  const [notDone, setNotDone] = useState<Answer['notDone']>([])

  async function run() {
    setSending(true)
    setRefused('')
    try {
      const studentIds = [...chosen]
      const answer = await send(studentIds)
      const left = new Set(answer.notDone.map(({ studentId }) => studentId))
      setNotDone(answer.notDone)
      onDone(studentIds.filter((id) => !left.has(id)))
      toast({
        title: answer.done
          ? t(`settings.students.job.${kind}.done`, { count: answer.changed })
          : t('settings.students.job.started'),
      })
      if (left.size === 0) onClose()
    } catch (problem) {
      setRefused(sentenceFrom(problem))
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog open onOpenChange={(open) => !open && !sending && onClose()} title={title}>
      <TypedBeside isTyped={isTyped} />
      <p className="mb-3 text-muted">{t('settings.students.count', { count: chosen.size })}</p>
      {children}
      {refused && (
        <p role="alert" className="mt-4 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {refused}
        </p>
      )}
      {notDone.length > 0 && (
        <div role="alert" className="mt-4 rounded-field bg-danger-soft px-4 py-3 text-danger">
          <p className="font-semibold">{t(`settings.students.job.${kind}.notDone`, { count: notDone.length })}</p>
          <ul className="mt-1 max-h-48 overflow-y-auto">
            {notDone.map(({ studentId, studentName, reason }) => (
              <li key={studentId}>
                <Bdi>{studentName}</Bdi>: {translated(reason)}
              </li>
            ))}
          </ul>
        </div>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button tone="primary" disabled={!isReady || sending || chosen.size === 0} onClick={() => void run()}>
          {sending ? t('common.submitting') : submit}
        </Button>
      </div>
    </Dialog>
  )
}
