import type { Permission } from '#contract/language/permissions.ts'
import type { Db } from '#server/db/db.ts'
import { phoneOf } from './check/names.queries.ts'
import type { Rights } from './imports.queries.ts'

type May = (key: Permission) => boolean

/** The keys of single operations apply to a row of a table too. */
export const rightsToImport = async (db: Db, personId: string, may: May): Promise<Rights> => ({
  change: may('UpdateStudentInfo'),
  link: mayImportLinks(may),
  record: may('EditStudentRecord'),
  religion: may('ViewStudentReligion'),
  health: may('ViewStudentHealth'),
  ownPhone: may('ViewSchoolStudentsList') ? null : await phoneOf(db, personId),
})

export const mayImportLinks = (may: May) => may('LinkParentToStudent') || may('UpdateStudentInfo')
