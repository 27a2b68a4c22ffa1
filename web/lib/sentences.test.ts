import { expect, test } from 'vitest'
import { translatedBy } from './sentences.ts'

const arabic = {
  'Please sign in': 'يُرجى تسجيل الدخول',
  'Your one-time password must be 5 characters.': 'يجب أن يتكون رمز التأكيد من 5 أرقام.',
  'String must contain at least {n} character(s)': 'يجب ألا يقل النص عن {n} من الأحرف',
  'Expected {type}, received {type}': 'المتوقع {type} والمستلم {type}',
  'Unrecognized key(s) in object: {names}': 'حقول غير معروفة: {names}',
}

test('a refusal is its own key', () => {
  expect(translatedBy(arabic, 'Please sign in')).toBe('يُرجى تسجيل الدخول')
  expect(translatedBy(arabic, 'Your one-time password must be 5 characters.')).toContain('5')
})

test('numbers, kinds and names of a refusal move into its translation', () => {
  expect(translatedBy(arabic, 'String must contain at least 3 character(s)')).toBe('يجب ألا يقل النص عن 3 من الأحرف')
  expect(translatedBy(arabic, 'Expected string, received number')).toBe('المتوقع string والمستلم number')
  expect(translatedBy(arabic, "Unrecognized key(s) in object: 'a', '$&'")).toBe("حقول غير معروفة: 'a', '$&'")
  expect(translatedBy(arabic, 'Expected string, received number', (kind) => (kind === 'string' ? 'نص' : kind))).toBe(
    'المتوقع نص والمستلم number',
  )
})

test('a sentence nobody translated is shown as it came', () => {
  expect(translatedBy(arabic, 'toString')).toBe('toString')
})
