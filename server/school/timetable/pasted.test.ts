import { expect, test } from 'vitest'
import { readPastedWeek } from '#contract/school/timetable/pasted.ts'

test('a pasted week is read with its headings left out, in both languages and any digits', () => {
  const text =
    'الفصل\tاليوم\tالحصة\tالمادة\tالمعلم\nفصل 4أ\tالأحد\t١\tاللغة العربية\tمنى سعيد\n4A,Monday,2,Maths,,Lab 1\n\n4A;Tue;3;Art'
  expect(readPastedWeek(text)).toEqual({
    rows: [
      { className: 'فصل 4أ', weekday: 'Sunday', number: 1, courseName: 'اللغة العربية', teacherName: 'منى سعيد' },
      { className: '4A', weekday: 'Monday', number: 2, courseName: 'Maths', roomName: 'Lab 1' },
      { className: '4A', weekday: 'Tuesday', number: 3, courseName: 'Art' },
    ],
    unread: 1,
  })
  expect(readPastedWeek('4A\tSunday\t21\tMaths')).toEqual({ rows: [], unread: 1 })
})
