import { type State, states } from '#contract/attendance.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { StackedBar } from '#web/ui/StackedBar.tsx'
import { StatusBadge } from '#web/ui/StatusBadge.tsx'
import { looks } from './StateBadge.tsx'

export type CountsOf = Record<State, number>

/** How many were present, late, absent and excused: a bar, and the same in words. */
export function Counts({ counts }: { counts: CountsOf }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2">
      <StackedBar parts={partsOf(counts)} className="h-3" />
      <ul className="mt-2.5 flex flex-wrap gap-2">
        {statesIn(counts).map((state) => (
          <li key={state}>
            <StatusBadge status={looks[state]} word={t(counted[state], { count: counts[state] })} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The states somebody was in; present always. */
export const statesIn = (counts: CountsOf) => inOrder.filter((state) => state === 'present' || counts[state] > 0)

export const partsOf = (counts: CountsOf) => inOrder.map((state) => ({ tone: looks[state], value: counts[state] }))

/** Several sheets in one count. */
export const sumOf = (all: CountsOf[]): CountsOf =>
  Object.fromEntries(states.map((state) => [state, all.reduce((sum, counts) => sum + counts[state], 0)])) as CountsOf

/** Keys of a count in words. */
export const counted: Record<State, string> = {
  present: 'attendance.countPresent',
  late: 'attendance.countLate',
  absent: 'attendance.countAbsent',
  excused: 'attendance.countExcused',
}

const inOrder: State[] = ['present', 'late', 'excused', 'absent']
