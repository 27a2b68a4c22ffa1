import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { ownNumberOf } from './check/names.queries.ts'
import type { Rights } from './imports.queries.ts'

type May = (key: Permission) => boolean

/** A row of a table needs the same keys as the operation for a single student. */
export const rightsToImport = async (db: Db, personId: string, may: May): Promise<Rights> => ({
  change: may('UpdateStudentInfo'),
  link: mayImportLinks(may),
  record: may('EditStudentRecord'),
  readsRecord: may('ViewStudentRecord') || may('EditStudentRecord'),
  religion: may('ViewStudentReligion'),
  health: may('ViewStudentHealth'),
  ownPhone: may('ViewSchoolStudentsList') ? null : await ownNumberOf(db, personId),
})

export const mayImportLinks = (may: May) => may('LinkParentToStudent') || may('UpdateStudentInfo')
