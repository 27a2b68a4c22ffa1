import { expect, test } from 'vitest'
import { phoneOf } from '#contract/language/phones.ts'
import { fold, initials, money, numberTyped, plainDigits, wholeTyped } from './text.ts'

test('search finds a name however its alef, ya, ta marbuta and marks are written', () => {
  expect(fold('أحمد')).toBe(fold('احمد'))
  expect(fold('فاطمة')).toBe(fold('فاطمه'))
  expect(fold('مُصطفى')).toBe(fold('مصطفي'))
  expect(fold('مـحـمـد')).toBe('محمد')
  expect(fold('فصل ٣')).toBe(fold('فصل 3'))
  expect(fold('Nile SCHOOL ')).toBe('nile school')
})

test('a phone number typed in any digits is the number stored', () => {
  expect(plainDigits('۰۱٢')).toBe('012')
  expect(phoneOf('٠١٠ ٠٠٠٠-٠٠٠٤')).toBe('01000000004')
  expect(phoneOf('+201000000004')).toBe('01000000004')
  expect(phoneOf('00201000000004')).toBe('01000000004')
})

test('a person without a picture has initials, of which Arabic ones stay apart', () => {
  expect(initials('Mona', 'Said')).toBe('MS')
  expect(initials('منى', 'السيد')).toBe('م\u200cس')
  expect(initials('omar', null)).toBe('O')
  expect(initials('', undefined)).toBe('')
})

test('a number is read in digits of either language, and what is none is no number', () => {
  expect(numberTyped('١٢٬٣٤٥٫٥')).toBe(12345.5)
  expect(numberTyped('30.5')).toBe(30.5)
  expect(['', 'x', '1x'].map(numberTyped)).toEqual([NaN, NaN, NaN])
  expect(['٤٥', '4x5', ''].map(wholeTyped)).toEqual([45, 45, 0])
})

test('money has its decimals only where it has some', () => {
  expect([1500, 1500.5, -30, 0.25].map(money)).toEqual(['1,500', '1,500.50', '-30', '0.25'])
})
