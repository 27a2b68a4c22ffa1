import { Armchair } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'
import { balanceIn } from './Balance.tsx'
import { studentName, type Student } from './student.ts'

type Props = { student: Student; balance: number | null; turn: (() => Promise<unknown>) | undefined }

/** Whether a student's seat is paid. With `turn`, it is a switch that first shows the cost. */
export function SeatSwitch({ student, balance, turn }: Props) {
  const { t } = useTranslation()
  const paid = student.isPaid ?? false
  const word = t(paid ? 'settings.students.paid' : 'settings.students.unpaid')
  if (!turn) return <StatusBadge status={paid ? 'good' : 'waiting'} word={word} />

  const name = studentName(student)
  const costs = [t('settings.students.payMeans'), ...(balance === null ? [] : [balanceIn(t, balance)])].join(' ')
  return (
    <AskFirst
      title={t(paid ? 'settings.students.endSeatAsk' : 'settings.students.payAsk', { name: isolated(name) })}
      description={paid ? t('settings.students.endSeatMeans') : costs}
      submit={t(paid ? 'settings.students.endSeat' : 'settings.students.pay')}
      danger={paid}
      run={turn}
    >
      {(ask, busy) => (
        <button
          type="button"
          role="switch"
          aria-checked={paid}
          aria-label={`${t('settings.students.seat')}: ${name}`}
          disabled={busy}
          onClick={ask}
          className={cx(
            'inline-flex min-h-11 items-center gap-2 rounded-full border px-3 text-sm font-medium whitespace-nowrap @3xl:px-4 disabled:opacity-60',
            paid ? 'border-transparent bg-ok-soft text-ok' : 'border-line text-wait hover:border-primary',
          )}
        >
          <Armchair className="size-4 shrink-0" aria-hidden="true" />
          {word}
        </button>
      )}
    </AskFirst>
  )
}
