import type { Permission } from '#contract/language/permissions.ts'
import type { ImportKind } from '#server/exchange/imports/imports.queries.ts'
import type { tableGround } from './courses.queries.ts'

/** What rows of staff and courses are read with. */
export type TableGround = Awaited<ReturnType<typeof tableGround>> & { roles: readonly { id: string; name: string }[] }

/** Kinds of imports that contain no students. */
export type TableKind = 'staff' | 'courses'

export const isTable = (kind: ImportKind): kind is TableKind => kind === 'staff' || kind === 'courses'

/** An import of a kind needs the same keys as doing this by hand. */
export const mayImportKind = (kind: ImportKind, may: (key: Permission) => boolean) =>
  kind === 'staff'
    ? may('LinkTeacherToSchool') && may('LinkTeacherToCourse&Class')
    : kind !== 'courses' || may('AddCourse') || may('AddMultipleCourses')
