import { useTranslation } from '#web/lib/i18n.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { cx } from '#web/ui/cx.ts'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { AskFirst } from '#web/ui/AskFirst.tsx'

type Props = {
  name: string
  active: boolean
  /** Other words than the usual ones for the two states, and for the question. */
  words?: { active: string; inactive: string; ask: (name: string) => string }
  /** What it means to be inactive; shown before the row is deactivated. */
  means?: string
  /** Another question than the usual one, which names the row. */
  ask?: string
  turn?: (() => Promise<unknown>) | undefined
  /** Whether the question is open at once, and what to do when it is over. */
  opened?: boolean
  onClosed?: () => void
  /** Instead of `turn`: opens a form that must be filled in first. */
  open?: (() => void) | undefined
}

/** Whether a row is active; with `turn` it is a switch that asks for confirmation. */
export function ActivationSwitch({ name, active, words, means, ask: question, opened, onClosed, turn, open }: Props) {
  const { t } = useTranslation()
  const { active: on, inactive: off } = words ?? { active: t('settings.active'), inactive: t('settings.inactive') }
  const word = active ? on : off
  const drawn = (press: () => void, busy: boolean) => (
    <button
      type="button"
      role="switch"
      aria-checked={active}
      aria-label={`${on}: ${name}`}
      disabled={busy}
      onClick={press}
      className="flex min-h-11 items-center gap-2 rounded-full px-1 text-sm font-medium disabled:opacity-60"
    >
      <span
        className={cx('flex h-6 w-11 items-center rounded-full border p-1', active ? track.on : track.off)}
        aria-hidden="true"
      >
        <span className={cx('size-4.5 rounded-full transition-[margin]', active ? knob.on : knob.off)} />
      </span>
      <span className={active ? 'text-ok' : 'text-muted'}>{word}</span>
    </button>
  )
  if (open) return drawn(open, false)
  if (!turn) return <StatusBadge status={active ? 'good' : 'neutral'} word={word} />
  const meansOfTurn = active ? means : undefined
  const description = question ? isolated(name) : meansOfTurn
  return (
    <AskFirst
      title={
        question ??
        words?.ask(isolated(name)) ??
        t(active ? 'settings.deactivateAsk' : 'settings.activateAsk', { name: isolated(name) })
      }
      {...(description && { description })}
      {...(opened && { opened })}
      {...(onClosed && { onClosed })}
      submit={t('common.confirm')}
      run={turn}
    >
      {drawn}
    </AskFirst>
  )
}

const track = { on: 'border-ok bg-ok', off: 'border-muted bg-transparent' }
const knob = { on: 'ms-auto bg-bg', off: 'ms-0 bg-muted' }
