import { expect, test } from 'vitest'
import { guardianMayIn } from './guardian-may.ts'
import { recognised } from './headings.ts'

const meaningOf = (heading: string) => recognised([heading])[0]?.meaning ?? null

test('a heading with a slip is recognised, and a short other word is not', () => {
  expect(meaningOf('الاول')).toBe('firstName')
  expect(meaningOf('تاريخ الميلد')).toBe('birthDate')
  expect(meaningOf('الرقم القومى')).toBe('nationalNumber')
  for (const other of ['الطول', 'الوزن', 'السن', 'النوم']) expect(meaningOf(other), other).toBeNull()
})

test('what a guardian may is read from folders of this product and from the words of a school', () => {
  expect(guardianMayIn('livesWith yes, mayFetch no')).toEqual({ livesWith: 'yes', mayFetch: 'no' })
  expect(guardianMayIn('يقيم مع الطالب، لا يستلم')).toEqual({ livesWith: 'yes', mayFetch: 'no' })
  expect(guardianMayIn('يتابع لا؛ يستلم نعم')).toEqual({ maySee: 'no', mayFetch: 'yes' })
  expect(guardianMayIn('يسافر معه')).toBeNull()
})
