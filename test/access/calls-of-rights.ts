import { coinType, paymentType } from './lists.ts'

/** What ids of the lists the platform keeps can point at. */
export const thingsOfRights = (nowhere: Record<string, string>) => ({
  coinType: { ...coinType, ...nowhere },
  paymentType: { ...paymentType, ...nowhere },
})

export const kindsOfRights = {
  coinTypeId: 'coinType',
  paymentTypeId: 'paymentType',
  relationTypeId: 'relation',
  typeId: 'schoolType',
}

/** What an "id" is of that places no call. */
export const kindOfId: Record<string, string> = {
  'Language/UpdateLanguage': 'language',
  'RelationType/UpdateRelation': 'relation',
  'SchoolType/UpdateSchoolType': 'schoolType',
  'SchoolContactType/UpdateContactType': 'contactType',
  'CoinType/UpdateCoinType': 'coinType',
  'PaymentType/UpdateType': 'paymentType',
}

const name = { name: 'a name of its own' }

/** What these operations need besides ids. */
export const plainOfRights = {
  'Language/AddLanguage': name,
  'RelationType/AddRelation': name,
  'RelationType/UpdateRelation': name,
  'SchoolType/AddSchoolType': name,
  'SchoolContactType/AddContactType': name,
  'CoinType/AddCoinType': { ...name, value: 2.5 },
  'PaymentType/CreateType': name,
  'PaymentType/ChangeTypeActivation': { isActive: false },
}
