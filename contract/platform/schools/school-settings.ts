import * as z from 'zod/mini'
import { signedIn, staff } from '#contract/language/access.ts'
import { BaseVersion, Id, kept, List, optional, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { HomeCountry, PhoneCountry, TimeZone } from './school-fields.ts'
import { School } from './schools.ts'
import { ignoring, roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

const name = NameOf(1, 200, { missing: 'School Name is required' })
const about = Text(1, 4000, { lines: true, missing: 'About School is required' })
const vision = Text(1, 2000, { lines: true, missing: 'School Vision is required' })

/** The input of submitting a school, also used as the form's schema. */
export const NewSchool = ignoring(
  wireNames(
    z.strictObject({
      name,
      about,
      vision,
      schoolTypeId: optional(Id),
      timeZone: optional(TimeZone),
      country: optional(HomeCountry),
    }),
    {
      name: ['schoolName', 'name'],
      vision: 'vesion',
    },
  ),
  ['schoolAdminId'],
)

/** A different `adminId` hands the school over. */
export const SchoolChange = roundTrip(
  wireNames(
    z.strictObject({
      id: Id,
      name: kept(name),
      about: kept(about),
      vision: kept(vision),
      schoolTypeId: optional(Id),
      timeZone: kept(TimeZone),
      country: kept(HomeCountry),
      phoneCountries: kept(List(PhoneCountry, 0, 30)),
      adminId: optional(Id),
      baseVersion: BaseVersion,
    }),
    { name: ['schoolName', 'name'], vision: 'vesion', adminId: 'schoolAdminId' },
  ),
  School,
)

export const schoolSettings = {
  add: operation({
    path: 'api/School/AddSchool',
    access: signedIn('own', 'CreateSchool'),
    input: NewSchool,
    output: School,
    writes: true,
  }),

  update: operation({
    path: 'api/School/UpdateSchool',
    access: staff('UpdateSchoolData', { school: 'id' }, 'wholeSchool'),
    input: SchoolChange,
    output: School,
    writes: true,
    whileInactive: true,
  }),
}
