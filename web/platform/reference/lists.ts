import type { ZodMiniType } from 'zod/mini'
import type { Operation } from '#contract/language/operation.ts'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  NewCoinType,
  NewEntry,
  NewPaymentType,
  NewRelation,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from '#contract/platform/reference/reference-lists.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import {
  coinTypeName,
  contactTypeName,
  languageName,
  paymentTypeName,
  relationName,
  schoolTypeName,
} from '#web/lib/reference.ts'
import type { Field } from '#web/records/fields.ts'

/** A row of any of the lists; what a list lacks is absent. */
export type ReferenceEntry = {
  id: string
  name: string
  version: number
  description?: string | null
  notes?: string | null
  value?: number
  isActive?: boolean
  iconUrl?: string | null
}

/** One list of the platform, defined once; its texts are `settings.<of>.*`. */
export type List = {
  of: string
  list: Operation
  add: Operation
  update: Operation
  schema: ZodMiniType
  fields: Field[]
  /** The name of an entry as people read it. */
  named: (t: (key: string) => string, name: string) => string
}

const name: Field = { name: 'name' }
const description: Field = { name: 'description', kind: 'lines' }
const notes: Field = { name: 'notes', kind: 'lines' }
const described = { schema: NewEntry, fields: [name, description] }

/** Each list by the last word of its address. */
export const lists: Record<string, List> = {
  'language-admin': { of: 'languages', list: reference.languages, ...languageList, ...described, named: languageName },
  relations: {
    of: 'relations',
    list: reference.relations,
    ...relationList,
    schema: NewRelation,
    fields: [name],
    named: relationName,
  },
  'school-type': {
    of: 'schoolTypes',
    list: reference.schoolTypes,
    ...schoolTypeList,
    ...described,
    named: schoolTypeName,
  },
  'school-contact-type': {
    of: 'contactTypes',
    list: reference.contactTypes,
    ...contactTypeList,
    ...described,
    named: contactTypeName,
  },
  'coins-type': {
    of: 'coinTypes',
    ...coinTypeList,
    schema: NewCoinType,
    fields: [name, { name: 'value', kind: 'number', hint: 'settings.coinTypes.valueHint' }, notes],
    named: coinTypeName,
  },
  'payment-type': {
    of: 'paymentTypes',
    ...paymentTypeList,
    schema: NewPaymentType,
    fields: [name, notes],
    named: paymentTypeName,
  },
}
