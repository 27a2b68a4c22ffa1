import type { Attendance, attendance, State } from '#contract/attendance.ts'
import type { InputOf, OutputOf } from '#contract/operation.ts'
import type { students } from '#contract/students.ts'
import type * as z from 'zod/mini'

type Register = InputOf<typeof attendance.save>
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

/** The register as it was confirmed and is on its way. */
export const draftOnItsWay = ({ students, baseVersion }: Register): Draft => ({
  baseVersion: Number(baseVersion ?? 0),
  lines: new Map(
    students.map(({ studentId, state, minutesLate, note }) => [studentId, line(state, minutesLate, note)]),
  ),
})

/** A register as it is confirmed. */
export const registerOf = (
  classRoomId: string,
  date: string,
  draft: Draft,
  baseVersion = draft.baseVersion,
): Register => ({
  classRoomId,
  date,
  baseVersion,
  students: [...draft.lines].map(([studentId, said]) => ({ studentId, ...said })),
})

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

const lineOf = (mark: Mark | undefined): Line => line(mark?.state, mark?.minutesLate, mark?.note)

const line = (state?: State | null, minutesLate?: number | string | null, note?: string | null): Line => ({
  state: state ?? 'present',
  minutesLate: minutesLate == null ? null : Number(minutesLate),
  note: note ?? null,
})
