import * as z from 'zod/mini'
import { platform, signedIn } from '#contract/language/access.ts'
import { Amount, BaseVersion, Bool, Id, kept, Money, optional, paging, Text } from '#contract/language/fields.ts'
import { operation } from '#contract/language/operation.ts'
import type { Permission } from '#contract/language/permissions.ts'
import { Language, RelationType, SchoolContactType, SchoolType } from './reference.ts'
import { roundTrip, wireNames } from '#contract/language/wire-names.ts'
import { NameOf } from '#contract/language/names.ts'

const dates = { createDate: z.string(), lastModifyDate: z.string(), version: z.number() }
const noted = { notes: ['notes', 'note'] } as const

/** A kind of coin; `value` is the price of one. */
export const CoinType = wireNames(
  z.object({ id: z.string(), name: z.string(), value: z.number(), notes: z.nullable(z.string()), ...dates }),
  noted,
)

/** A payment type; an inactive one is not offered for new requests. */
export const PaymentType = wireNames(
  z.object({ id: z.string(), name: z.string(), notes: z.nullable(z.string()), isActive: z.boolean(), ...dates }),
  noted,
)

const Name = NameOf(1, 100)
const Description = optional(Text(0, 500, { lines: true }))
const Price = Amount(0.01, 9_999_999.99)

/** A new row of any of these lists: a name and a description. */
export const NewEntry = z.strictObject({ name: Name, description: Description })
export const NewRelation = z.strictObject({ name: Name })
export const NewCoinType = wireNames(z.strictObject({ name: Name, value: Price, notes: Description }), noted)
export const NewPaymentType = wireNames(
  z.strictObject({ name: Name, notes: Description, isActive: optional(Bool) }),
  noted,
)

const EntryChange = () =>
  z.strictObject({ id: Id, name: kept(Name), description: Description, baseVersion: BaseVersion })
export const LanguageChange = roundTrip(EntryChange(), Language)
export const SchoolTypeChange = roundTrip(EntryChange(), SchoolType)
export const ContactTypeChange = roundTrip(EntryChange(), SchoolContactType)
export const RelationChange = roundTrip(z.strictObject({ id: Id, name: Name, baseVersion: BaseVersion }), RelationType)
export const CoinTypeChange = roundTrip(
  wireNames(
    z.strictObject({ id: Id, name: kept(Name), value: kept(Price), notes: Description, baseVersion: BaseVersion }),
    noted,
  ),
  CoinType,
)
export const PaymentTypeChange = roundTrip(
  wireNames(
    z.strictObject({ id: Id, name: kept(Name), notes: Description, isActive: kept(Bool), baseVersion: BaseVersion }),
    noted,
  ),
  PaymentType,
)

/** The platform maintains these lists; people with a list's key may change it. */
const written = <I extends z.ZodMiniObject, O extends z.ZodMiniObject>(
  path: string,
  key: Permission,
  input: I,
  output: O,
) => operation({ path, access: platform(key, 'reference'), input, output, writes: true })

const read = <I extends z.ZodMiniObject, O extends z.ZodMiniObject>(path: string, input: I, output: O) =>
  operation({ path, access: signedIn('reference'), input, output })

const found = <I extends z.ZodMiniObject, O extends z.ZodMiniObject>(path: string, input: I, shape: O) =>
  operation({ path, access: signedIn('reference'), input, output: z.array(shape), paging: 'whole' })

export const languageList = {
  add: written('Language/AddLanguage', 'CreateLanguage', NewEntry, Language),
  update: written('Language/UpdateLanguage', 'EditLanguage', LanguageChange, Language),
}

export const relationList = {
  get: read('RelationType/GetRelationType', z.strictObject({ relationTypeId: Id }), RelationType),
  add: written('RelationType/AddRelation', 'CreateRelations', NewRelation, RelationType),
  update: written('RelationType/UpdateRelation', 'EditRelations', RelationChange, RelationType),
}

export const schoolTypeList = {
  get: read('SchoolType/GetSchoolType', z.strictObject({ typeId: Id }), SchoolType),
  add: written('SchoolType/AddSchoolType', 'CreateSchoolType', NewEntry, SchoolType),
  update: written('SchoolType/UpdateSchoolType', 'ChangeSchoolType', SchoolTypeChange, SchoolType),
}

/** The icon of a contact type is uploaded with UploadImage. */
export const contactTypeList = {
  get: read('SchoolContactType/GetContactType', z.strictObject({ schoolContactTypeId: Id }), SchoolContactType),
  add: written('SchoolContactType/AddContactType', 'CreateSchoolContactType', NewEntry, SchoolContactType),
  update: written('SchoolContactType/UpdateContactType', 'EditSchoolContactType', ContactTypeChange, SchoolContactType),
}

const sought = { name: optional(Text(0, 100)), notes: optional(Text(0, 200)) }

export const coinTypeList = {
  list: found('CoinType/GetCoinTypesList', z.strictObject({ ...sought, value: optional(Money), ...paging }), CoinType),
  get: read('CoinType/getCoinType', z.strictObject({ coinTypeId: Id }), CoinType),
  add: written('CoinType/AddCoinType', 'CreateCoinType', NewCoinType, CoinType),
  update: written('CoinType/UpdateCoinType', 'EditCoinType', CoinTypeChange, CoinType),
}

/** Inactive types are listed only for people who maintain the list. */
export const paymentTypeList = {
  list: found('PaymentType/GetTypes', z.strictObject({ ...sought, isActive: optional(Bool), ...paging }), PaymentType),
  get: read('PaymentType/GetType', z.strictObject({ paymentTypeId: Id }), PaymentType),
  add: written('PaymentType/CreateType', 'CreatePaymentType', NewPaymentType, PaymentType),
  update: written('PaymentType/UpdateType', 'EditCoinType', PaymentTypeChange, PaymentType),
  activate: written(
    'PaymentType/ChangeTypeActivation',
    'EditCoinType',
    z.strictObject({ paymentTypeId: Id, isActive: Bool }),
    PaymentType,
  ),
}
