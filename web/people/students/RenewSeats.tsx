import { useState } from 'react'
import type { OutputOf } from '#contract/language/operation.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { cx } from '#web/ui/cx.ts'
import { Dialog, DialogCancel } from '#web/ui/Dialog.tsx'
import { toast, toastRefusal } from '#web/ui/toast.ts'
import { useChange } from '#web/records/change.ts'
import { LoadingOrFailed } from '#web/ui/LoadingOrFailed.tsx'
import { balanceIn } from './Balance.tsx'

type Props = {
  schoolId: string
  /** Null: all active students whose seat is not paid. */
  studentIds: string[] | null
  onDone: () => void
  onClose: () => void
}

/** Renews seats in one step, after showing how many there are, what they cost and what remains. */
export function RenewSeats({ schoolId, studentIds, onDone, onClose }: Props) {
  const { t } = useTranslation()
  const which = { schoolId, ...(studentIds && { studentIds }) }
  const { data: plan, error, refetch } = useRead(studentRecords.renewalPlan, which)
  const renew = useChange(studentRecords.renewSeats)
  const [sending, setSending] = useState(false)
  const [refused, setRefused] = useState('')

  async function send() {
    setSending(true)
    setRefused('')
    try {
      const { done, changed } = await renew(which)
      toast({
        title: done
          ? t('settings.students.job.renewSeats.done', { count: changed })
          : t('settings.students.job.started'),
      })
      onDone()
      onClose()
    } catch (problem) {
      setRefused(sentenceFrom(problem))
      toastRefusal(problem)
      void refetch()
    } finally {
      setSending(false)
    }
  }

  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t(studentIds ? 'settings.students.renewChosen' : 'settings.students.renewAll')}
      description={t(studentIds ? 'settings.students.renewChosenMeans' : 'settings.students.renewAllMeans')}
    >
      {plan ? <Plan plan={plan} /> : <LoadingOrFailed error={error} again={refetch} count={2} />}
      {plan && !plan.affordable && (
        <p role="status" className="mt-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {t('settings.students.notAffordable', { count: plan.debtLimit })}
        </p>
      )}
      {refused && (
        <p role="alert" className="mt-5 rounded-field bg-danger-soft px-4 py-3 text-danger">
          {refused}
        </p>
      )}
      <div className="mt-6 flex flex-wrap justify-end gap-3">
        <DialogCancel />
        <Button
          tone="primary"
          disabled={!plan?.affordable || plan.students === 0 || sending}
          onClick={() => void send()}
        >
          {sending ? t('common.submitting') : t('settings.students.renew')}
        </Button>
      </div>
    </Dialog>
  )
}

function Plan({ plan }: { plan: OutputOf<typeof studentRecords.renewalPlan> }) {
  const { t } = useTranslation()
  if (plan.students === 0) return <p className="pt-3">{t('settings.students.nothingToRenew')}</p>
  const lines: [string, string][] = [
    ['renewYear', plan.schoolYearName ?? t('settings.students.nextYear')],
    ['renewWho', t('settings.students.count', { count: plan.students })],
    ...(plan.students > plan.coins
      ? [['renewFree', t('settings.students.count', { count: plan.students - plan.coins })] as [string, string]]
      : []),
    ['renewCost', t('settings.students.coins', { count: plan.coins })],
    ...(plan.balanceAfter === null ? [] : [['renewAfter', balanceIn(t, plan.balanceAfter)] as [string, string]]),
  ]
  return (
    <dl className="mt-3 divide-y divide-line rounded-card border border-line">
      {lines.map(([label, value]) => (
        <div key={label} className="flex flex-wrap justify-between gap-x-4 px-4 py-3">
          <dt className="text-muted">{t(`settings.students.${label}`)}</dt>
          <dd className={cx('font-semibold', label === 'renewAfter' && (plan.balanceAfter ?? 0) < 0 && 'text-danger')}>
            <Bdi>{value}</Bdi>
          </dd>
        </div>
      ))}
    </dl>
  )
}
