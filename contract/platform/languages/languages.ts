import * as z from 'zod/mini'
import { member, platform, staff } from '#contract/language/access.ts'
import { Id, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Language } from '#contract/platform/reference/reference.ts'
import { School } from '#contract/platform/schools/schools.ts'
import { Done } from '#contract/language/shapes.ts'
import { wireNames } from '#contract/language/wire-names.ts'

/** A language a school teaches in. */
export const SchoolLanguage = z.object({
  schoolId: z.string(),
  languageId: z.string(),
  name: z.string(),
  description: z.nullable(z.string()),
})

export const AssignedLanguage = wireNames(z.strictObject({ schoolId: Id, languageId: Id }), {
  languageId: ['languageID', 'languageId'],
})

export const languages = {
  schools: operation({
    path: 'SchoolLanguage/GetLanguageSchools',
    access: platform('ViewLanguages', 'platform'),
    input: z.strictObject({ languageId: Id, ...paging }),
    output: z.array(School),
    paging: 'whole',
    bare: 'languageId',
  }),

  list: operation({
    path: 'SchoolLanguage/GetSchoolLanguages',
    access: member({ school: 'schoolId' }, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(Language),
    paging: 'whole',
  }),

  assign: operation({
    path: 'SchoolLanguage/AssignLanguage',
    access: staff('AddLanguageToSchool', { school: 'schoolId' }, 'wholeSchool'),
    input: AssignedLanguage,
    output: SchoolLanguage,
    writes: true,
    whileInactive: true,
  }),

  remove: operation({
    path: 'SchoolLanguage/RemoveLanguage',
    access: staff('AddLanguageToSchool', { school: 'schoolId' }, 'wholeSchool'),
    input: AssignedLanguage,
    output: Done,
    writes: true,
    whileInactive: true,
  }),
}
