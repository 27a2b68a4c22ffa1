import { expect, test } from 'vitest'
import { countryOfDevice, countryShown } from './phones.ts'

test('a visitor begins with the region of the device, if its numbers are known, else with Egypt', () => {
  expect(countryOfDevice(['ar-SA', 'en-US'])).toBe('SA')
  expect(countryOfDevice(['en-US', 'ar-KW'])).toBe('KW')
  expect(countryOfDevice(['en-GB', 'ar'])).toBe('EG')
})

test('a country has its name in the language of the page, and a calling code stays as it is', () => {
  expect(countryShown('KW', 'en')).toBe('Kuwait')
  expect(countryShown('KW', 'ar')).toBe('الكويت')
  expect(countryShown('+49', 'ar')).toBe('+49')
})
