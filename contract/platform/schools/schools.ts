import * as z from 'zod/mini'
import { alsoWithProvider, anyone, self } from '#contract/language/access.ts'
import { Bool, Id, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import { ignoring, wireNames } from '#contract/language/wire-names.ts'

const text = z.nullable(z.string())

/** A school. Visitors get the public fields; all other fields are null for them. */
export const School = wireNames(
  z.object({
    id: z.string(),
    name: z.string(),
    about: z.string(),
    vision: z.string(),
    imageUrl: text,
    active: z.boolean(),
    schoolTypeId: text,
    schoolTypeName: text,
    adminId: text,
    adminName: text,
    coinTypeId: text,
    coinTypeName: text,
    availableCoins: z.nullable(z.number()),
    timeZone: z.string(),
    /** Whose numbers are typed there as at home; until the school chose one, that of its time zone. */
    country: z.string(),
    /** The further countries to whose numbers the school sends messages. */
    phoneCountries: z.nullable(z.array(z.string())),
    supportUntil: text,
    /** The keys that the caller has there; null except in Login, Me and GetUserSchools. */
    permissions: z.nullable(z.array(z.string())),
    version: z.nullable(z.number()),
    /**
     * What the caller may do with it; `credit`: add payments and coins. Null except in GetById, UpdateSchool and what GetAll answers to the
     * platform.
     */
    may: z.nullable(
      z.object({ update: z.boolean(), handOver: z.boolean(), openSupport: z.boolean(), credit: z.boolean() }),
    ),
  }),
  { vision: 'vesion', adminId: 'schoolAdminId', adminName: 'schoolAdminName' },
)

export const SchoolContact = wireNames(
  z.object({
    id: z.string(),
    schoolId: z.string(),
    contactTypeId: z.string(),
    value: z.string(),
    typeName: z.string(),
    typeIcon: text,
    typeDescription: text,
    version: z.number(),
  }),
  { contactTypeId: ['contactTypeId', 'schoolContactTypeId'], value: ['schoolContactValue', 'value'] },
)

const SchoolFilter = wireNames(
  z.strictObject({
    name: optional(Text(0, 200)),
    active: optional(Bool),
    schoolTypeId: optional(Id),
    coinTypeId: optional(Id),
    adminId: optional(Id),
    newSchools: optional(Bool),
    ...paging,
  }),
  { adminId: 'schoolAdminId' },
)

export const schools = {
  list: operation({
    path: 'api/School/GetAll',
    access: anyone('public'),
    input: SchoolFilter,
    output: z.array(School),
    paging: 'paged',
  }),

  get: operation({
    path: 'api/School/GetById',
    access: anyone('public'),
    input: z.strictObject({ schoolId: Id }),
    output: School,
  }),

  mine: operation({
    path: 'api/School/GetUserSchools',
    access: alsoWithProvider(self),
    input: ignoring(z.strictObject({ active: optional(Bool), ...paging }), ['userId']),
    output: z.array(School),
    paging: 'whole',
  }),

  contacts: operation({
    path: 'SchoolContact/GetSchoolContacts',
    access: anyone('public', { school: 'schoolId' }),
    input: z.strictObject({ schoolId: Id, ...paging }),
    output: z.array(SchoolContact),
    paging: 'whole',
  }),
}
