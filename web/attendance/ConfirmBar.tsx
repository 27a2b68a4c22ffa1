import type { State } from '#contract/attendance/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { counted } from '#web/ui/Counts.tsx'
import { countOf, type Line } from './register.ts'

type Props = { lines: Line[]; label: string; busy: boolean; idle: boolean; onConfirm: () => void }

/** Stays in view below the register, with the count as it changes. */
export function ConfirmBar({ lines, label, busy, idle, onConfirm }: Props) {
  const { t } = useTranslation()
  const count = countOf(lines)
  const shown = (['present', 'absent', 'late', 'excused'] as State[]).filter(
    (state) => state === 'present' || count[state] > 0,
  )
  return (
    <div className="sticky bottom-0 z-10 -mx-4 mt-5 flex flex-wrap items-center justify-between gap-3 border-t border-line bg-bg px-4 py-3 md:mx-0 md:rounded-t-card md:border-x md:px-5">
      <p role="status" className="text-sm font-medium tabular-nums">
        {shown.map((state) => t(counted[state], { count: count[state] })).join(' · ')}
      </p>
      <Button tone="primary" disabled={busy || idle} onClick={onConfirm} className="max-md:flex-1">
        {busy ? t('common.submitting') : label}
      </Button>
    </div>
  )
}
