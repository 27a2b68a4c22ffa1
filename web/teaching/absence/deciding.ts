import { excuses } from '#contract/teaching/absence/excuses.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { useWrite } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import type { Excuse } from './kinds.ts'
import type { AbsenceStep } from './words.ts'

/** Accepts an excuse and takes decisions back; each says what was done, with the way back while the toast is shown. */
export function useExcuseDecisions() {
  const { t } = useTranslation()
  const { mutateAsync: decide, isPending } = useWrite(excuses.decide)
  const { mutateAsync: takeBack, isPending: isUndoing } = useWrite(excuses.undo)

  const undo = ({ id, studentId }: Excuse) =>
    void takeBack({ studentId, excuseId: id })
      .then(() => toast({ title: t('absence.waitsAgain') }))
      .catch(toastRefusal)
  const offerUndo = (excuse: Excuse) => (title: string) =>
    toast({ title, action: { label: t('absence.undo'), run: () => undo(excuse) } })
  const accept = (excuse: Excuse) =>
    void decide({ studentId: excuse.studentId, excuseId: excuse.id, accept: true })
      .then(() => offerUndo(excuse)(t('absence.accepted')))
      .catch(toastRefusal)
  return { accept, undo, offerUndo, busy: isPending || isUndoing }
}

/** The same for a step of absence: it is handled, and waits again. */
export function useStepDecisions() {
  const { t } = useTranslation()
  const { mutateAsync: write, isPending } = useWrite(absenceRules.handle)
  const { mutateAsync: takeBack, isPending: isUndoing } = useWrite(absenceRules.reopen)

  const reopen = ({ id, studentId }: AbsenceStep) =>
    void takeBack({ studentId, stepId: id })
      .then(() => toast({ title: t('absence.stepWaitsAgain') }))
      .catch(toastRefusal)
  const offerUndo = (step: AbsenceStep) => (title: string) =>
    toast({ title, action: { label: t('absence.undo'), run: () => reopen(step) } })
  const handle = (step: AbsenceStep) =>
    void write({ studentId: step.studentId, stepId: step.id })
      .then(() => offerUndo(step)(t('absence.handled')))
      .catch(toastRefusal)
  return { handle, reopen, offerUndo, busy: isPending || isUndoing }
}
