import { useTranslation } from '#web/lib/i18n.ts'
import { StackedBar } from './StackedBar.tsx'
import { type Status, StatusBadge } from './StatusBadge.tsx'

/** How many students were in each attendance state. */
export type CountsOf = { present: number; late: number; absent: number; excused: number }

type State = keyof CountsOf

/** Numbers of present, late, absent and excused students: a bar, and the same in words. */
export function Counts({ counts }: { counts: CountsOf }) {
  const { t } = useTranslation()
  return (
    <div className="mt-2">
      <StackedBar parts={partsOf(counts)} className="h-3" />
      <ul className="mt-2 flex flex-wrap gap-2">
        {statesIn(counts).map((state) => (
          <li key={state}>
            <StatusBadge status={looks[state]} word={t(counted[state], { count: counts[state] })} />
          </li>
        ))}
      </ul>
    </div>
  )
}

/** The states with at least one student; present is always included. */
export const statesIn = (counts: CountsOf) => inOrder.filter((state) => state === 'present' || counts[state] > 0)

/** The same as parts of a bar. */
export const partsOf = (counts: CountsOf) => inOrder.map((state) => ({ tone: looks[state], value: counts[state] }))

/** The sum of several counts. */
export const sumOf = (all: CountsOf[]): CountsOf =>
  all.reduce(
    (sum, { present, late, absent, excused }) => ({
      present: sum.present + present,
      late: sum.late + late,
      absent: sum.absent + absent,
      excused: sum.excused + excused,
    }),
    { present: 0, late: 0, absent: 0, excused: 0 },
  )

/** The colour and icon of a state. */
export const looks: Record<State, Status> = { present: 'good', absent: 'bad', late: 'waiting', excused: 'neutral' }

/** Keys of a count in words. */
export const counted: Record<State, string> = {
  present: 'attendance.countPresent',
  late: 'attendance.countLate',
  absent: 'attendance.countAbsent',
  excused: 'attendance.countExcused',
}

export const inOrder: State[] = ['present', 'late', 'excused', 'absent']
