import { expect, test } from 'vitest'
import { mainMenu, shownEntries } from './menus.ts'

const keys = (hasClass: boolean) => shownEntries(mainMenu, () => false, hasClass).map(({ key }) => key)

test('the classroom is in the menu of people who have a class in the default school', () => {
  expect(keys(true)).toContain('myClassroom')
  expect(keys(false)).not.toContain('myClassroom')
})

test('an entry with a key is shown to its holders', () => {
  const entries = [{ ...mainMenu[0]!, key: 'payments', needs: 'ViewPaymentsRequests' }]
  expect(shownEntries(entries, (key) => key === 'ViewPaymentsRequests', true)).toHaveLength(1)
  expect(shownEntries(entries, () => false, true)).toHaveLength(0)
})

test('the desk of absence is in the menu of people who handle absences, and of those who only decide excuses', () => {
  const shownTo = (...keys: string[]) =>
    shownEntries(mainMenu, (one) => keys.includes(one), false).map(({ key }) => key)
  for (const key of ['HandleAbsence', 'DecideExcuses']) expect(shownTo(key)).toContain('absence')
  expect(shownTo('ViewExams')).not.toContain('absence')
})
