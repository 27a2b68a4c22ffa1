import { ArrowUpDown } from 'lucide-react'
import { type FocusEvent, type KeyboardEvent, type ReactNode, useState } from 'react'
import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { KeyHints } from '#web/ui/KeyHints.tsx'

type Does = {
  onState: (id: string, state: AttendanceState) => void
  onMore: (id: string) => void
  onConfirm: () => void
}

/** The digits stand on every keyboard, whatever alphabet is typed on it. */
const stateOf: Record<string, AttendanceState> = { 1: 'present', 2: 'absent', 3: 'late', 4: 'excused' }
const more = '5'

/**
 * A register by keys: the list is one stop of Tab, up and down go from student to student, left and right among what a
 * line holds, digits say how a student was.
 */
export function useRegisterKeys(ids: string[], does: Does) {
  const [last, setLast] = useState<string | null>(null)
  const current = last !== null && ids.includes(last) ? last : ids[0]

  function onKeyDown(event: KeyboardEvent<HTMLElement>) {
    const line = (event.target as HTMLElement).closest('li')
    const id = line?.dataset.student
    if (!line || !id || event.nativeEvent.isComposing) return
    const digit = /^(?:Digit|Numpad)(\d)$/.exec(event.code)?.[1]
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) does.onConfirm()
    else if (event.ctrlKey || event.metaKey || event.altKey) return
    else if (digit && stateOf[digit]) does.onState(id, stateOf[digit])
    else if (digit === more) does.onMore(id)
    else if (!moved(event, line)) return
    event.preventDefault()
  }

  const onFocus = ({ target }: FocusEvent<HTMLElement>) => setLast(target.closest('li')?.dataset.student ?? null)

  return { current, onFocus, onKeyDown }
}

/** Whether the key was one that moves the focus. */
function moved({ key, target }: KeyboardEvent<HTMLElement>, line: HTMLElement): boolean {
  const lines = [...(line.parentElement?.children ?? [])]
  const vertical = {
    ArrowDown: lines.indexOf(line) + 1,
    ArrowUp: lines.indexOf(line) - 1,
    Home: 0,
    End: lines.length - 1,
  }
  if (key in vertical) {
    lines[vertical[key as keyof typeof vertical]]?.querySelector<HTMLElement>('[data-mark]')?.focus()
    return true
  }
  if (key !== 'ArrowLeft' && key !== 'ArrowRight') return false
  const parts = [...line.querySelectorAll<HTMLElement>('a, button')]
  const forward = line.matches(':dir(rtl)') ? 'ArrowLeft' : 'ArrowRight'
  parts[parts.indexOf(target as HTMLElement) + (key === forward ? 1 : -1)]?.focus()
  return true
}

/** The keyboard shortcuts of a register. */
export function RegisterKeys({ id }: { id: string }) {
  const { t } = useTranslation()
  const keys: { words: string; key: ReactNode }[] = [
    { words: t('attendance.keyMove'), key: <ArrowUpDown className="size-4" aria-label="ArrowUp ArrowDown" /> },
    ...Object.entries(stateOf).map(([digit, state]) => ({ words: t(`attendance.${state}`), key: digit })),
    { words: t('attendance.details'), key: more },
    { words: t('attendance.keyConfirm'), key: 'Ctrl Enter' },
  ]
  return <KeyHints id={id} keys={keys} />
}
