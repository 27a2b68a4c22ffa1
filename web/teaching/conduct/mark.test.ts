import { expect, test } from 'vitest'
import { marksToSave } from './mark.ts'

test('what a term begins with goes with the full mark, but not while that is typed anew', () => {
  expect(marksToSave({ fullMark: 20, startsAt: 8 })).toEqual({ fullMark: 20, startsAt: 8 })
  for (const fullMark of [null, 0])
    expect(marksToSave({ fullMark, startsAt: 8 })).toEqual({ fullMark: null, startsAt: null })
})
