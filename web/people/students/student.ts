import type { OutputOf } from '#contract/language/operation.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { stale } from '#web/lib/api.ts'
import { queryClient } from '#web/lib/query.ts'
import { useChange } from '#web/records/change.ts'

export type Student = OutputOf<typeof students.ofClass>[number]

export type OneStudent = OutputOf<typeof studentRecords.get>

export type ListedStudent = OutputOf<typeof studentRecords.list>[number]

type Turned = { active?: boolean; isPaid?: boolean }

/** First, middle and last name. */
export const studentName = ({
  firstName,
  middleName,
  lastName,
}: Pick<Student, 'firstName' | 'middleName' | 'lastName'>) =>
  [firstName, middleName, lastName].filter(Boolean).join(' ')

/** The words of whether a student is on the roll; `active`: as it is before it is turned. */
export const wordsOfState = (t: (key: string, values?: { name: string }) => string, active: boolean) => ({
  active: t('settings.students.active'),
  inactive: t('settings.students.inactive'),
  ask: (name: string) => t(active ? 'settings.students.stopAsk' : 'settings.students.goOnAsk', { name }),
})

/**
 * Turns a switch of a student. The new state is shown everywhere at once, and turned back if the server refuses it. Throws the
 * refusal.
 */
export function useTurn() {
  const change = useChange(studentRecords.update)
  return async (student: Student, turned: Turned) => {
    await queryClient.cancelQueries({ queryKey: family }) // An answer that is still on its way would show the old state.
    show(student.id, turned)
    try {
      await change({ id: student.id, baseVersion: student.version, ...turned })
    } catch (error) {
      const before = Object.keys(turned).map((name) => [name, Reflect.get(student, name)])
      show(student.id, Object.fromEntries(before) as Turned)
      void stale(studentRecords.list)
      throw error
    }
  }
}

const family = ['Student']

/** Writes the known state into all cached answers that contain the student: a single row, a list, or its pages. */
const show = (id: string, turned: Turned) =>
  queryClient.setQueriesData({ queryKey: family }, (kept: unknown) => written(kept, id, turned))

function written(kept: unknown, id: string, turned: Turned): unknown {
  if (Array.isArray(kept)) return kept.map((row) => written(row, id, turned))
  if (typeof kept !== 'object' || kept === null) return kept
  if ('pages' in kept) return { ...kept, pages: written(kept.pages, id, turned) }
  if ('rows' in kept) return { ...kept, rows: written(kept.rows, id, turned) }
  return 'code' in kept && 'id' in kept && kept.id === id ? { ...kept, ...turned } : kept
}
