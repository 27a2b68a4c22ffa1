import type { Permission } from '#contract/language/permissions.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { tableGround } from './courses.queries.ts'

/** What rows of staff and courses are read with; `fees`: what balances are read with. */
export type TableGround = Awaited<ReturnType<typeof tableGround>> & {
  roles: readonly { id: string; name: string }[]
  fees: { decimals: number; items: readonly { id: string; name: string; active: boolean }[]; dueHeading: string } | null
}

/** Kinds of imports that change no students. */
export type TableKind = 'staff' | 'courses' | 'balances'

export const isTable = (kind: ImportKind): kind is TableKind =>
  kind === 'staff' || kind === 'courses' || kind === 'balances'

/** Guardians, marks and attendance are of students who are there already; former marks also of those who have left. */
export const ofKind = (kind: ImportKind) => ({
  ofGuardians: kind === 'guardians' || bringsOfStudents(kind),
  ofLeavers: kind === 'marks',
})

/** Kinds that bring something of students beside their records. */
export const bringsOfStudents = (kind: ImportKind) => kind === 'marks' || kind === 'attendance'

/** An import of a kind needs the same keys as doing this by hand. */
export function mayImportKind(kind: ImportKind, may: (key: Permission) => boolean) {
  if (kind === 'staff') return may('LinkTeacherToSchool') && may('LinkTeacherToCourse&Class')
  if (kind === 'marks') return may('ManageResults')
  if (kind === 'attendance') return may('AttendanceAction')
  if (kind === 'courses') return may('AddCourse') || may('AddMultipleCourses')
  return kind !== 'balances' || may('ManageFees')
}
