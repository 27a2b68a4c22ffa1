import { expect, test } from 'vitest'
import { barEntries, jobs, mainMenu, shownEntries } from './menus.ts'

const keys = (hasClass: boolean) => shownEntries(mainMenu(), () => false, hasClass).map(({ key }) => key)

test('the classroom is in the menu of people who have a class in the default school', () => {
  expect(keys(true)).toContain('myClassroom')
  expect(keys(false)).not.toContain('myClassroom')
})

test('an entry with a key is shown to its holders', () => {
  const entries = [{ ...jobs[0]!, key: 'payments', needs: 'ViewPaymentsRequests' }]
  expect(shownEntries(entries, (key) => key === 'ViewPaymentsRequests', true)).toHaveLength(1)
  expect(shownEntries(entries, () => false, true)).toHaveLength(0)
})

test('the desk of absence is in the menu of people who handle absences, and of those who only decide excuses', () => {
  const shownTo = (...keys: string[]) =>
    shownEntries(mainMenu(), (one) => keys.includes(one), false).map(({ key }) => key)
  for (const key of ['HandleAbsence', 'DecideExcuses']) expect(shownTo(key)).toContain('absence')
  expect(shownTo('ViewExams')).not.toContain('absence')
})

test('the jobs come first, and the entries that everybody has after them, those of the platform between', () => {
  const payments = { ...jobs[0]!, key: 'paymentsRequest' }
  const keysOf = mainMenu([payments]).map(({ key }) => key)
  expect(keysOf.slice(0, 4)).toEqual(['home', 'students', 'classes', 'staff'])
  expect(keysOf.slice(-5)).toEqual(['schoolSettings', 'paymentsRequest', 'schools', 'myChildren', 'myClassroom'])
})

test('the people of a school are in the menu of holders of both keys, that of the list and that of its group', () => {
  const shown = (...held: string[]) => shownEntries(jobs, (key) => held.includes(key), false).map(({ key }) => key)
  expect(shown('ViewSchoolStudentsList', 'ViewTeachersList')).toEqual(['home', 'posts', 'messages', 'calendar'])
  expect(shown('ViewSchoolStudentsList', 'ViewClassesSettingSection')).toEqual([
    'home',
    'students',
    'posts',
    'messages',
    'calendar',
  ])
})

test('the bar of a phone has home, the own work of a person, and announcements', () => {
  const bar = (isParent: boolean, hasClass: boolean, ...held: string[]) =>
    barEntries(
      shownEntries(mainMenu(), (key) => held.includes(key), hasClass),
      isParent,
    ).map(({ key }) => key)
  expect(bar(false, true)).toEqual(['home', 'myClassroom', 'posts'])
  expect(bar(true, false)).toEqual(['home', 'myChildren', 'posts'])
  expect(bar(false, false, 'ViewSchoolStudentsList', 'ViewClassesSettingSection')).toEqual([
    'home',
    'students',
    'posts',
  ])
  expect(bar(false, false)).toEqual(['home', 'calendar', 'posts'])
})
