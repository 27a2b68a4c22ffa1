import { expect, test } from 'vitest'
import { pastedRemarks } from './pasted-remarks.ts'

const student = (code: string, studentName: string, more: object = {}) => ({
  studentId: code,
  code,
  studentName,
  latinName: null,
  firstName: studentName.split(' ')[0]!,
  sex: 'male' as string | null,
  ...more,
})
const class4a = [
  student('N-1', 'عمر سامي الخياط', { latinName: 'Omar Samy Elkhayat' }),
  student('N-2', 'عمر سامي الحداد'),
  student('N-3', 'ليلى حسن نور', { sex: 'female' }),
  student('N-4', 'نور علي', { sex: null }),
]
const read = (rows: string[][]) =>
  pastedRemarks(rows.map((cells) => cells.join('\t')).join('\r\n'), class4a).map(({ key, body, student, leftOut }) => [
    key,
    student?.code ?? null,
    leftOut ?? body,
  ])

test('remarks go to whom a name or a code means, in any order, past numbers, marks and a heading', () => {
  expect(
    read([
      ['م', 'اسم الطالب', 'الملاحظة', 'الدرجة'],
      ['1', 'ليلي  حسن نور', 'تقرأ بطلاقة', '19'],
      ['2', 'عُمر سامي الخيّاط', 'خطه جميل', '18'],
    ]),
  ).toEqual([
    ['ليلي  حسن نور', 'N-3', 'تقرأ بطلاقة'],
    ['عُمر سامي الخيّاط', 'N-1', 'خطه جميل'],
  ])
  expect(
    read([
      ['N-4', 'هادئ'],
      ['n-2', 'ينصت جيدًا'],
    ]),
  ).toEqual([
    ['N-4', 'N-4', 'هادئ'],
    ['n-2', 'N-2', 'ينصت جيدًا'],
  ])
  expect(read([['Omar Samy Elkhayat', 'Reads well']])).toEqual([['Omar Samy Elkhayat', 'N-1', 'Reads well']])
})

test('a shortened name means one student or several, and an unknown one nobody', () => {
  expect(
    read([
      ['عمر الحداد', 'أول'],
      ['عمر سامي', 'ثان'],
      ['سامي الخياط', 'ثالث'],
      ['نور علي', ''],
    ]),
  ).toEqual([
    ['عمر الحداد', 'N-2', 'أول'],
    ['عمر سامي', null, 'several'],
    ['سامي الخياط', null, 'unknown'],
    ['نور علي', 'N-4', 'empty'],
  ])
})

test('two rows of one student and a text that is too long are left out; a cell may have several lines', () => {
  expect(
    read([
      ['نور علي', '"سطر\nوسطر ""ثان"""'],
      ['ليلى حسن نور', 'أ'.repeat(601)],
      ['N-1', 'أول'],
      ['N-2', 'أ'.repeat(600)],
      ['عمر سامي الخياط', 'ثان'],
    ]),
  ).toEqual([
    ['نور علي', 'N-4', 'سطر\nوسطر "ثان"'],
    ['ليلى حسن نور', 'N-3', 'long'],
    ['N-1', 'N-1', 'twice'],
    ['N-2', 'N-2', 'أ'.repeat(600)],
    ['عمر سامي الخياط', 'N-1', 'twice'],
  ])
})

test('the first name and the words for a girl are filled in; where the record says no sex, both stay to be chosen', () => {
  expect(
    read([
      ['ليلى حسن نور', '{first} {طالب مجتهد|طالبة مجتهدة}'],
      ['نور علي', '{first} {هادئ|هادئة}'],
    ]),
  ).toEqual([
    ['ليلى حسن نور', 'N-3', 'ليلى طالبة مجتهدة'],
    ['نور علي', 'N-4', '{first} {هادئ|هادئة}'],
  ])
})

test('a text without any student of the class is no table of remarks', () => {
  expect(read([['شخص', 'كلام']])).toEqual([])
  expect(read([['']])).toEqual([])
})
