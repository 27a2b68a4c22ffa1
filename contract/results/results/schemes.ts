import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { Amount, BaseVersion, Bool, FullMark, Id, List, optional, Text } from '#contract/language/fields.ts'
import { NameOf } from '#contract/language/names.ts'
import { operation } from '#contract/language/operation.ts'
import { schemeRules, StoredRules } from './scheme-rules.ts'

const Source = optional(Text(0, 500))

/** A scheme for computing a course's mark, in its newest version. `uses`: in how many grades and courses of terms it applies. */
export const Scheme = z.object({
  id: z.string(),
  name: z.string(),
  source: z.nullable(z.string()),
  version: z.number(),
  ...StoredRules.shape,
  uses: z.number(),
})

/** Rules of a ministry as they were collected; a school saves what it needs of them. */
export const SchemePreset = z.object({
  key: z.string(),
  country: z.enum(['EG', 'SA']),
  name: z.string(),
  nameAr: z.string(),
  collectedIn: z.number(),
  source: z.string(),
  contradicts: z.nullable(z.string()),
  contradictsAr: z.nullable(z.string()),
  fullMark: z.number(),
  passMark: z.number(),
  ...StoredRules.shape,
})

const useShape = {
  gradeId: z.string(),
  courseId: z.nullable(z.string()),
  schemeId: z.string(),
  fullMark: z.number(),
  passMark: z.number(),
  inTotal: z.boolean(),
}

/** Which scheme applies where. `courseId` null: every course of the grade that is not listed itself. */
export const SchemeUses = z.object({
  schoolId: z.string(),
  termId: z.string(),
  uses: z.array(z.object({ ...useShape, schemeVersion: z.number(), closed: z.boolean() })),
  /** The version of all uses together, from which a change is made. */
  version: z.number(),
})

const manages = staff('ManageResults', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): schemes of results and where they apply. */
export const resultSchemes = {
  list: operation({
    path: 'Result/GetSchemes',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(Scheme),
  }),

  presets: operation({
    path: 'Result/GetPresets',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: z.array(SchemePreset),
  }),

  /** A changed scheme gets a new version, which applies to terms that are not closed. */
  save: operation({
    path: 'Result/SaveScheme',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      id: optional(Id),
      name: NameOf(1, 100),
      source: Source,
      ...schemeRules,
      baseVersion: BaseVersion,
    }),
    output: Scheme,
    writes: true,
  }),

  copy: operation({
    path: 'Result/CopyScheme',
    access: manages,
    input: z.strictObject({ schoolId: Id, schemeId: Id, name: NameOf(1, 100) }),
    output: Scheme,
    writes: true,
  }),

  remove: operation({
    path: 'Result/RemoveScheme',
    access: manages,
    input: z.strictObject({ schoolId: Id, schemeId: Id }),
    output: z.array(Scheme),
    writes: true,
  }),

  uses: operation({
    path: 'Result/GetUses',
    access: manages,
    input: z.strictObject({ schoolId: Id, termId: Id }),
    output: SchemeUses,
  }),

  /** Saves all uses of a term together; those of closed grades must be sent unchanged. */
  saveUses: operation({
    path: 'Result/SaveUses',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      termId: Id,
      uses: List(
        z.strictObject({
          gradeId: Id,
          courseId: optional(Id),
          schemeId: Id,
          fullMark: FullMark,
          passMark: Amount(0, 9999.99),
          inTotal: Bool,
        }),
        0,
        500,
      ),
      baseVersion: BaseVersion,
    }),
    output: SchemeUses,
    writes: true,
  }),
}
