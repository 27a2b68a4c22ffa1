import * as z from 'zod/mini'
import { staff } from '#contract/language/access.ts'
import { BaseVersion, Bool, Id, optional, paging } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { proofAgain } from './program-keys.ts'

/** For how many days it is listed what programs asked for by OneRoster. */
export const rosterUsesOfDays = 14

/** Whether programs reach the school by OneRoster; `version` 0 until somebody switched it. */
const RosterConnection = z.object({
  isOn: z.boolean(),
  changedByName: z.nullable(z.string()),
  lastModifyDate: z.nullable(z.string()),
  /** The last call of any program by OneRoster. */
  lastUsedAt: z.nullable(z.string()),
  version: z.number(),
})

/** What a key asked for on one day (UTC), by the form of the address and how it was answered. */
const RosterUse = z.object({
  keyId: z.string(),
  keyName: z.string(),
  madeByName: z.string(),
  date: z.string(),
  address: z.string(),
  answerStatus: z.number(),
  dayCalls: z.number(),
  /** How many rows were read or written. */
  rosterRows: z.number(),
  lastUsedAt: z.string(),
})

const managers = staff('ManageConnections', { school: 'schoolId' }, 'wholeSchool')

/** Further operations (api.md §16): OneRoster of a school, switched on and off, and what programs did by it. */
export const rosterConnection = {
  get: operation({
    path: 'Connection/GetRoster',
    access: managers,
    input: z.strictObject({ schoolId: Id }),
    output: RosterConnection,
  }),

  /** Off, every address of OneRoster refuses from the next call on. To switch it on again takes a proof. */
  switch: operation({
    path: 'Connection/SwitchRoster',
    access: managers,
    input: z.strictObject({ schoolId: Id, isOn: Bool, ...proofAgain, baseVersion: BaseVersion }),
    output: RosterConnection,
    writes: true,
    // Because of the proof.
    secret: true,
  }),

  uses: operation({
    path: 'Connection/GetRosterUses',
    access: managers,
    /** `refused`: only calls that were refused. */
    input: z.strictObject({ schoolId: Id, refused: optional(Bool), ...paging }),
    output: z.array(RosterUse),
    paging: 'paged',
  }),
}
