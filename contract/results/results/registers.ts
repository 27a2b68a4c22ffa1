import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Id, List, OneOf } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { registerColumns } from './register-columns.ts'

/** The columns of a school's register in their order. `version` 1: the school has chosen none, and a published order applies. */
export const ResultRegister = z.object({
  schoolId: z.string(),
  columns: z.array(z.enum(registerColumns)),
  version: z.number(),
})

const manages = staff('ManageResults', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): the register of marks and absence in the form that the school's authorities require. */
export const resultRegisters = {
  get: operation({
    path: 'Result/GetRegister',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: ResultRegister,
  }),

  /** Applies to all screens, papers and files of the school from then on. A column that is listed twice counts at its first position. */
  save: operation({
    path: 'Result/SaveRegister',
    access: manages,
    input: z.strictObject({
      schoolId: Id,
      columns: List(OneOf(registerColumns), 1, registerColumns.length),
      baseVersion: BaseVersion,
    }),
    output: ResultRegister,
    writes: true,
  }),
}
