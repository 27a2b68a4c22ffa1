import { expect, test } from 'vitest'
import { AccountForm, accountOf, changedFields, combined, dayOf, type ProfilePerson } from './account.ts'

const person: ProfilePerson = {
  id: '0199a1b2-0000-7000-8000-00000000000a',
  userName: 'Nour',
  firstName: 'نور',
  middleName: null,
  lastName: 'الدين',
  phoneNumber: '01000000099',
  imageUrl: null,
  birthDay: '1990-05-23',
  address: null,
  city: null,
  region: null,
  country: null,
  email: null,
  latinName: null,
  version: 1,
}

const wrong = (changed: object) =>
  AccountForm.safeParse({ ...accountOf(person), ...changed }).error?.issues.map(({ path, message }) => [
    path[0],
    message,
  ])

test('a birth day is typed with slashes, dashes, nothing between or in Arabic digits', () => {
  for (const typed of ['1990/05/23', '1990-5-23', '19900523', '١٩٩٠/٠٥/٢٣', ' 1990.05.23 '])
    expect(dayOf(typed)).toBe('1990-05-23')
  expect(dayOf('soon')).toBe('soon')
})

test('an account says a name, a birth day of the past, and an address for mail only if it is one', () => {
  expect(wrong({})).toBeUndefined()
  expect(wrong({ firstName: undefined })).toEqual([['firstName', 'Required']])
  expect(wrong({ birthDay: '1990/02/30' })).toEqual([['birthDay', 'Invalid date']])
  expect(wrong({ birthDay: '2990/01/01' })).toEqual([['birthDay', 'Invalid date']])
  expect(wrong({ email: 'not an address' })).toEqual([['email', 'Invalid email format']])
})

test('only the fields in which two versions differ are shown', () => {
  const mine = { ...accountOf(person), city: 'Giza', firstName: 'نور ' }
  expect(changedFields(mine, accountOf(person))).toEqual(['city'])
})

test('changes of two people to different fields are combined, and only a field that both changed needs a choice', () => {
  const base = accountOf(person)
  const mine = { ...base, city: 'طنطا', country: 'مصر' }
  const alone = combined(base, mine, { ...base, firstName: 'مها' })
  expect(alone).toEqual({ both: { ...mine, firstName: 'مها' }, contested: [] })
  expect(combined(base, mine, { ...base, city: 'الجيزة' }).contested).toEqual(['city'])
  expect(combined(base, mine, { ...base, city: 'طنطا' }).contested).toEqual([])
})
