import { Check, Clock, type LucideIcon, Minus, X } from 'lucide-react'
import { cx } from './cx.ts'

export type Status = 'good' | 'bad' | 'waiting' | 'neutral'

/** A state as icon, word and colour together, never as colour alone. `word` is already translated. */
export function StatusBadge({ status, word }: { status: Status; word: string }) {
  const { Icon, look } = looks[status]
  return (
    <span
      className={cx(
        'inline-flex items-center gap-1.5 rounded-full px-2.5 py-1 text-sm font-medium whitespace-nowrap',
        look,
      )}
    >
      <Icon className="size-4 shrink-0" aria-hidden="true" />
      <span className="capital">{word}</span>
    </span>
  )
}

const looks: Record<Status, { Icon: LucideIcon; look: string }> = {
  good: { Icon: Check, look: 'bg-ok-soft text-ok' },
  bad: { Icon: X, look: 'bg-danger-soft text-danger' },
  waiting: { Icon: Clock, look: 'bg-wait-soft text-wait' },
  neutral: { Icon: Minus, look: 'bg-soft text-ink' },
}
