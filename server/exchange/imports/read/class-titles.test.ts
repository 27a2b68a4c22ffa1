import { expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'

const tableOf = (...lines: string[][]) =>
  tableIn({ rows: lines.map((cells, at) => ({ row: at + 1, cells })).filter(({ cells }) => cells.length > 0) })
const classesIn = (...lines: string[][]) => {
  const { columns, rows } = tableOf(...lines)
  const at = columns.findIndex(({ meaning }) => meaning === 'className')
  return { guess: columns[at]?.guess, rows: rows.map(({ row, cells }) => [row, cells[0], cells[at]]) }
}

test('the class above each block of a list counts for its rows, with and without headings again', () => {
  const list = classesIn(
    ['مدرسة النيل'],
    ['كشف طلاب الفصل: 4/أ'],
    ['الاسم', 'تاريخ الميلاد'],
    ['سليم حسن علي', '2016-05-05'],
    ['عدد طلاب الفصل 1'],
    ['4/ب'],
    ['الاسم', 'تاريخ الميلاد'],
    ['تالا حسن علي', '2016-05-06'],
    ['فصل 5/أ'],
    ['هالة حسن علي', '2016-05-07'],
  )
  expect(list).toEqual({
    guess: 'near',
    rows: [
      [4, 'سليم حسن علي', 'الفصل 4/أ'],
      [5, 'عدد طلاب الفصل 1', 'الفصل 4/أ'],
      [8, 'تالا حسن علي', '4/ب'],
      [10, 'هالة حسن علي', 'فصل 5/أ'],
    ],
  })
})

test('a title that names no class is no class, and a column of classes counts before titles', () => {
  expect(classesIn(['كشف الفصل الدراسي الأول'], ['الاسم'], ['سليم حسن علي']).guess).toBeUndefined()
  expect(classesIn(['فصل 4/أ'], ['الاسم', 'الفصل'], ['سليم حسن علي', '4/ب']).rows).toEqual([[3, 'سليم حسن علي', '4/ب']])
})

test('a track belongs to the class where the same section is in two of them', () => {
  const meanings = (...rows: string[][]) =>
    tableOf(['الاسم', 'الصف', 'المسار', 'الشعبة'], ...rows).columns.map(
      ({ meaning, guess }) => meaning && `${meaning} ${guess}`,
    )
  const one = ['سليم حسن علي', 'الأول', 'علمي', 'أ']
  expect(meanings(one, ['تالا حسن علي', 'الأول', 'علمي', 'ب'])[2]).toBeNull()
  expect(meanings(one, ['تالا حسن علي', 'الأول', 'أدبي', 'أ'])[2]).toBe('classTrack near')
})

test('the whole name in the column of the first name is read as one', () => {
  const { columns } = tableOf(
    ['First Name', 'Last Name', 'Class'],
    ['Omar Adel Habib', 'Habib', '4A'],
    ['Mona Karim Nasser', 'Nasser', '4A'],
  )
  expect(columns.map(({ meaning, guess }) => meaning && `${meaning} ${guess}`)).toEqual([
    'fullName near',
    null,
    'className exact',
  ])
})
