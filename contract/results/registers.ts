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

/** Further operations (api.md §16): the register of marks and absence as the authorities of a school want it. */
export const resultRegisters = {
  get: operation({
    path: 'Result/GetRegister',
    access: manages,
    input: z.strictObject({ schoolId: Id }),
    output: ResultRegister,
  }),

  /** On every screen, paper and file of the school from then on; a column that is listed again stands at its first place. */
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
