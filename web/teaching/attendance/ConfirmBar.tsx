import type { ReactNode } from 'react'
import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted } from '#web/ui/Counts.tsx'
import { countOf, type RegisterLine } from './register.ts'

type Props = {
  lines: RegisterLine[]
  label: string
  busy: boolean
  idle: boolean
  onConfirm: () => void
  /** Why what was confirmed is not stored yet. */
  children: ReactNode
  /** After the button, so that it is the first stop behind the list. */
  after: ReactNode
}

/** Stays in view below the register, with the count as it changes. */
export function ConfirmBar({ lines, label, busy, idle, onConfirm, children, after }: Props) {
  const { t } = useTranslation()
  const count = countOf(lines)
  const shown = (['present', 'absent', 'late', 'excused'] as AttendanceState[]).filter(
    (state) => state === 'present' || count[state] > 0,
  )
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-5 border-t border-line bg-bg px-4 py-2.5 md:mx-0 md:rounded-t-card md:border-x md:px-5">
      <div className="print:hidden">{children}</div>
      <div className="flex flex-col gap-1.5 md:flex-row md:items-center md:justify-between md:gap-3">
        <p role="status" className="min-h-5 text-sm leading-5 font-medium tabular-nums">
          {shown.map((state) => t(counted[state], { count: count[state] })).join(' · ')}
        </p>
        {/* Not `disabled`: that would lose the focus of who confirms by keys. */}
        <Button
          tone="primary"
          aria-disabled={idle}
          onClick={() => idle || onConfirm()}
          className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
        >
          {busy ? t('common.submitting') : label}
        </Button>
      </div>
      {after}
    </div>
  )
}
