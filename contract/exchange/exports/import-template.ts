import * as z from 'zod/mini'
import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { staff } from '#contract/language/access.ts'
import { Id, OneOf, optional } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { csv, FileFormat, FileLanguage, xlsx } from './exports.ts'

/** An empty table to start an import with, containing the school's classes and the relations to copy from. */
export const importTemplate = operation({
  path: 'Import/GetTemplate',
  access: staff('AssignMultipleStudentsToSchool', { school: 'schoolId' }, 'wholeSchool'),
  input: z.strictObject({
    schoolId: Id,
    format: FileFormat,
    language: FileLanguage,
    kind: optional(OneOf(importKinds)),
  }),
  output: z.string(),
  gives: [csv, xlsx],
})
