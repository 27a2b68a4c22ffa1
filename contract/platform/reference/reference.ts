import * as z from 'zod/mini'
import { anyone } from '#contract/language/access.ts'
import { paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'

const row = { id: z.string(), name: z.string() }
const dates = { createDate: z.string(), lastModifyDate: z.string(), version: z.number() }
const description = z.nullable(z.string())

export const Language = z.object({ ...row, description, ...dates })
export const SchoolType = z.object({ ...row, description, ...dates })
export const RelationType = z.object({ ...row, ...dates })
export const SchoolContactType = z.object({ ...row, description, iconUrl: z.nullable(z.string()), ...dates })

const everybodysList = <O extends z.ZodMiniObject>(path: string, shape: O) =>
  operation({
    path,
    method: 'GET',
    access: anyone('reference'),
    input: z.strictObject(paging),
    output: z.array(shape),
    paging: 'whole',
  })

/** The shared lists that everybody may read. */
export const reference = {
  languages: everybodysList('Language/GetAll', Language),
  relations: everybodysList('RelationType/GetAllTypes', RelationType),
  schoolTypes: everybodysList('SchoolType/GetAll', SchoolType),
  contactTypes: everybodysList('SchoolContactType/GetAll', SchoolContactType),
}
