import { expect, test } from 'vitest'
import { hoursInWords } from './hours-in-words.ts'

const at = (weekday: string, from = '12:00', to = '14:00') => ({ weekday, from, to })

test('days in a row with the same hours are one span', () => {
  const week = ['Sunday', 'Monday', 'Tuesday'].map((day) => at(day))
  expect(hoursInWords([...week, at('Thursday', '08:00', '09:00')], 'en')).toEqual([
    { days: 'Sunday–Tuesday', from: '12:00', to: '14:00' },
    { days: 'Thursday', from: '08:00', to: '09:00' },
  ])
  expect(hoursInWords([at('Saturday')], 'ar')).toEqual([{ days: 'السبت', from: '12:00', to: '14:00' }])
})
