import type { Attendance, State } from '#contract/attendance.ts'
import type { OutputOf } from '#contract/operation.ts'
import type { students } from '#contract/students.ts'
import type * as z from 'zod/mini'

export type Student = OutputOf<typeof students.ofClass>[number]
export type Mark = z.output<typeof Attendance>

/** One student of the register as it stands on the screen. */
export type Line = { state: State; minutesLate: number | null; note: string | null }

/** A register being filled in: the version it was made from, and every student's line. */
export type Draft = { baseVersion: number; lines: ReadonlyMap<string, Line> }

/** What one more tap makes of a state. */
export const afterTap: Record<State, State> = { present: 'absent', absent: 'late', late: 'excused', excused: 'present' }

/** The register as it is stored; everyone without a mark is present until somebody says otherwise. */
export function draftOf(roll: Student[], marks: Mark[]): Draft {
  const stored = new Map(marks.map((mark) => [mark.studentId, mark]))
  return {
    baseVersion: marks[0]?.version ?? 0,
    lines: new Map(roll.map(({ id }) => [id, lineOf(stored.get(id))])),
  }
}

/** The same register after a tap on one student. What was said of the old state does not stand for the new one. */
export function tapped(draft: Draft, studentId: string): Draft {
  const line = draft.lines.get(studentId)
  if (!line) return draft
  return {
    ...draft,
    lines: new Map(draft.lines).set(studentId, { state: afterTap[line.state], minutesLate: null, note: null }),
  }
}

/** How many students are in each state. */
export function countOf(lines: Iterable<Line>): Record<State, number> {
  const count = { present: 0, absent: 0, late: 0, excused: 0 }
  for (const { state } of lines) count[state]++
  return count
}

/** Students whose state another person stored differently. */
export const differing = (draft: Draft, current: Mark[]) =>
  current.filter(({ studentId, state }) => (draft.lines.get(studentId)?.state ?? state) !== state)

const lineOf = (mark: Mark | undefined): Line =>
  mark
    ? { state: mark.state, minutesLate: mark.minutesLate, note: mark.note }
    : { state: 'present', minutesLate: null, note: null }
