import { expect, test } from 'vitest'
import { nextName, pastedPlaces, standingOf } from './promotion.ts'

test('the name of the next year counts on', () => {
  expect(nextName('2026/2027')).toBe('2027/2028')
  expect(nextName('العام الدراسي 2026')).toBe('العام الدراسي 2027')
  expect(nextName('First year')).toBe('First year')
})

test('the last promotion counts; where it was taken back, the one that was done before between the same years', () => {
  const of = (id: string, fromYearName: string, toYearName: string, state: 'done' | 'undone' | 'draft') => ({
    id,
    fromYearName,
    toYearName,
    state,
  })
  const all = of('all', '2025', '2026', 'done')
  const again = of('again', '2026', '2027', 'undone')
  expect(standingOf([])).toBeUndefined()
  expect(standingOf([all])).toBe(all)
  expect(standingOf([of('waited', '2025', '2026', 'draft'), all])).toMatchObject({ id: 'waited' })
  expect(standingOf([of('waited', '2025', '2026', 'undone'), of('before', '2025', '2026', 'undone'), all])).toBe(all)
  expect(standingOf([again, all])).toBeUndefined()
})

test('a pasted list is read from a sheet and from lines that were typed, and keeps the lines that say too little', () => {
  expect(pastedPlaces('ST01\tفصل 5أ\nST02 , 5B\n\nST03\nST04؛ ٥ب')).toEqual({
    lines: [
      { code: 'ST01', toClassName: 'فصل 5أ' },
      { code: 'ST02', toClassName: '5B' },
      { code: 'ST04', toClassName: '٥ب' },
    ],
    left: ['ST03'],
  })
})
