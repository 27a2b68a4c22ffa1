import type { AttendanceState } from '#contract/teaching/attendance/attendance.ts'

export type LessonMark = { number: number; state: AttendanceState; minutesLate: number | null; leftAt: string | null }

export const rules = ['first', 'missed', 'share'] as const
export type Rule = (typeof rules)[number]

/** How a day follows from its lessons, read one after another as a person would (the oracle of `days_by_lessons`). */
export function dayOf(marks: LessonMark[], { rule, share }: { rule: Rule; share: number | null }) {
  const inOrder = marks.toSorted((one, other) => one.number - other.number)
  const state = rule === 'first' ? inOrder[0]!.state : stateBy(inOrder, rule, share ?? 0)
  let leftAt: string | null = null
  for (const mark of inOrder) if (isAttended(mark)) leftAt = mark.leftAt
  return {
    state,
    minutesLate: state === 'late' ? minutesOf(inOrder, rule) : null,
    leftAt: state === 'present' || state === 'late' ? leftAt : null,
  }
}

const isAttended = ({ state }: LessonMark) => state === 'present' || state === 'late'

function stateBy(marks: LessonMark[], rule: Rule, share: number): AttendanceState {
  const owed = marks.filter(({ state }) => state !== 'excused')
  if (owed.length === 0) return 'excused'
  const attended = owed.filter(isAttended).length
  if (rule === 'missed' ? attended < owed.length : (attended / owed.length) * 100 < share - 1e-9) return 'absent'
  return owed.some(({ state }) => state === 'late') ? 'late' : 'present'
}

function minutesOf(marks: LessonMark[], rule: Rule) {
  if (rule === 'first') return marks[0]!.minutesLate
  const known = marks.flatMap(({ minutesLate }) => minutesLate ?? [])
  return known.length === 0
    ? null
    : Math.min(
        600,
        known.reduce((sum, one) => sum + one, 0),
      )
}
