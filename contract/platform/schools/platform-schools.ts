import * as z from 'zod/mini'
import { platform, staff } from '#contract/language/access.ts'
import { Bool, Id, Int, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { School } from './schools.ts'
import { ignoring } from '#contract/language/wire-names.ts'

const school = { school: 'schoolId' } as const

/** Coins given by hand, or, below zero, such coins taken back; also used as the form's schema. */
export const CoinsByHand = z.strictObject({
  schoolId: Id,
  coinsCount: Int(-1_000_000, 1_000_000, { zero: false }),
  reason: optional(Text(0, 500)),
})

/** What the platform decides about a school, and the hours in which a school allows it to look. */
export const platformSchools = {
  addCoins: operation({
    path: 'api/School/AddCoinsToSchool',
    access: platform('AssignCoinsToSchool', 'platform', school),
    input: CoinsByHand,
    output: School,
    writes: true,
  }),

  changeActivation: operation({
    path: 'api/School/ChangeActivation',
    access: platform('ChangeSchoolActivation', 'platform', school),
    input: z.strictObject({ schoolId: Id, active: Bool }),
    output: School,
    writes: true,
  }),

  /** Gives a school its coin type and opens it, once. */
  activateNew: operation({
    path: 'api/School/ActivateNewSchool',
    access: platform('ChangeSchoolActivation', 'platform', school),
    input: ignoring(z.strictObject({ schoolId: Id, coinTypeId: Id }), ['active']),
    output: School,
    writes: true,
  }),

  openSupport: operation({
    path: 'api/School/OpenSupportWindow',
    access: staff('AddUserPermission', school, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id, hours: Int(1, 4) }),
    output: School,
    writes: true,
    whileInactive: true,
  }),

  closeSupport: operation({
    path: 'api/School/CloseSupportWindow',
    access: staff('AddUserPermission', school, 'wholeSchool'),
    input: z.strictObject({ schoolId: Id }),
    output: School,
    writes: true,
    whileInactive: true,
  }),
}
