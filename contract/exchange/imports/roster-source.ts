import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Id, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { Done } from '#contract/language/shapes.ts'
import { Import } from './import-shapes.ts'
import { SheetNumbers } from './sheet-numbers.ts'

const ofSchool = staff('AssignMultipleStudentsToSchool', { school: 'schoolId' }, 'wholeSchool')

/** The other service of a school; its secret is never answered. `version` 0, and nothing else, until one is entered. */
const RosterSource = z.object({
  rosterUrl: z.nullable(z.string()),
  tokenUrl: z.nullable(z.string()),
  clientId: z.nullable(z.string()),
  /** When it was read last. */
  readAt: z.nullable(z.string()),
  changedByName: z.nullable(z.string()),
  version: z.number(),
})

const Address = Text(10, 500)

/** Further operations (api.md §16): students, classes and staff that another service offers by OneRoster 1.2, read into an import. */
export const rosterSource = {
  get: operation({
    path: 'Import/GetRosterSource',
    access: ofSchool,
    input: z.strictObject({ schoolId: Id }),
    output: RosterSource,
  }),

  /** `clientSecret` may stay empty to keep the stored one, as long as both addresses stay at their hosts. */
  save: operation({
    path: 'Import/SaveRosterSource',
    access: ofSchool,
    input: z.strictObject({
      schoolId: Id,
      rosterUrl: Address,
      tokenUrl: Address,
      clientId: Text(1, 300),
      clientSecret: optional(Text(0, 500)),
      baseVersion: BaseVersion,
    }),
    output: RosterSource,
    writes: true,
    secret: true,
  }),

  remove: operation({
    path: 'Import/RemoveRosterSource',
    access: ofSchool,
    input: z.strictObject({ schoolId: Id }),
    output: Done,
    writes: true,
  }),

  /** Reads the other service now, into a draft like that of a folder. 409 with its schools as `sheets` until they are chosen. */
  read: operation({
    path: 'Import/FromRoster',
    access: ofSchool,
    input: z.strictObject({ schoolId: Id, sheets: optional(SheetNumbers) }),
    output: Import,
    writes: true,
    lasts: 60_000,
  }),
}
