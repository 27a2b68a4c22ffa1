import { expect, test } from 'vitest'
import { monthOn } from './months.ts'

const october = { id: 'october', startDate: '2026-10-01', endDate: '2026-10-31' }
const november = { id: 'november', startDate: '2026-11-01', endDate: '2026-11-30' }
const june = { id: 'june', startDate: '2027-06-01', endDate: '2027-06-30' }

test('the month of an exam is the one its day lies in, not the last one', () => {
  const months = [october, november, june]
  expect(monthOn(months, '2026-10-31')).toBe('october')
  expect(monthOn(months, '2026-11-01')).toBe('november')
  expect(monthOn(months, '2026-12-01')).toBe('')
})

test('where no month is dated it is the last one, and none where there is none', () => {
  expect(
    monthOn(
      [
        { id: 'first', startDate: null, endDate: null },
        { id: 'last', startDate: null, endDate: '2026-10-31' },
      ],
      '2026-10-01',
    ),
  ).toBe('last')
  expect(monthOn([], '2026-10-01')).toBe('')
})
