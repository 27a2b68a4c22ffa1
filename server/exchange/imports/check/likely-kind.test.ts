import { expect, test } from 'vitest'
import { likelyKind } from './likely-kind.ts'

/** A table sent as one of students: headings, and the values of each column of the first rows. */
const kindOf = (headings: string, ...rows: string[]) =>
  likelyKind({
    kind: 'students',
    source: 'table',
    state: 'draft',
    columns: headings.split(', ').map((heading, at) => ({
      heading,
      meaning: null,
      samples: rows.map((row) => row.split(', ')[at] ?? '').filter(Boolean),
    })),
  })

test.each([
  ['marks', 'اسم الطالب, الفصل, المجموع, النسبة المئوية'],
  ['marks', 'Student name, Course, Mark, Date'],
  ['attendance', 'اسم الطالب, الفصل, التاريخ, الحالة'],
  ['attendance', 'Student, Class, 1, 2, 3, 4, 5'],
  ['balances', 'اسم الطالب, الفصل, المطلوب, المسدد, المتبقي'],
  ['balances', 'Name, Class, Phone, Amount due, Amount paid'],
  ['staff', 'اسم المعلم, رقم الهاتف, المادة, الفصل'],
  ['staff', 'الاسم, الوظيفة, رقم الهاتف'],
  ['staff', 'First name, Last name, Email, Subject'],
  ['courses', 'المادة, اللغة, الوصف'],
  ['guardians', 'اسم الطالب, ولي الأمر, صلة القرابة, رقم الهاتف'],
])('a list of %s that was sent as one of students is seen: %s', (kind, headings) => {
  expect(kindOf(headings)).toBe(kind)
})

test('columns of courses are seen by the marks in them, and columns of days are none', () => {
  expect(kindOf('الاسم, الرياضيات (50), العلوم, اللغة العربية', 'عمر كريم, 45, 60, 70')).toBe('marks')
  expect(kindOf('الاسم, 1, 2, 3, 4, 5', 'عمر كريم, 1, 0, 1, 1, 1')).toBe('attendance')
})

test.each([
  'اسم الطالب, الفصل, تاريخ الميلاد, هاتف ولي الأمر, المعدل',
  'Name, Class, Email',
  'Student name, Class, Teacher',
  'Student name, Class, Status, Notes',
  'First name, Last name, Class, Homeroom teacher, Paid',
  'الاسم, الفصل, ولي الأمر, الوظيفة, الهاتف, المصروفات',
  'الاسم, الهاتف',
])('a list of students stays one: %s', (headings) => {
  expect(kindOf(headings)).toBeNull()
})
