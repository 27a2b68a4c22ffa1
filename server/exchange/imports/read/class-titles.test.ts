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

test('a grade in the title stays, so that classes of two grades with one name are two', () => {
  const list = classesIn(
    ['الصف الرابع الابتدائي - شعبة (أ)'],
    ['الاسم', 'رقم الجلوس'],
    ['سليم حسن علي', '1'],
    ['الصف الخامس الابتدائي - شعبة (أ)'],
    ['تالا حسن علي', '2'],
  )
  expect(list.rows.map(([, , name]) => name)).toEqual([
    'الصف الرابع الابتدائي - شعبة (أ)',
    'الصف الخامس الابتدائي - شعبة (أ)',
  ])
})

test('a title in two cells is no student, and one beside an empty column of classes counts', () => {
  const people = [
    ['م', 'الاسم', 'الهاتف'],
    ['1', 'سليم حسن علي', '01012345678'],
  ]
  const inTwo = classesIn(['الفصل:', '4/أ', '', 'رائد الفصل:', 'سامي'], ...people, ['الفصل:', '5/أ'], ...people)
  expect(inTwo.rows.map(([, , name]) => name)).toEqual(['4/أ', '5/أ'])
  const beside = tableOf(['فصل 4أ'], ['الاسم', 'الفصل'], ['سليم حسن علي', ''], ['4/ب'], ['تالا حسن علي', ''])
  expect(beside.columns.map(({ meaning }) => meaning)).toEqual(['fullName', null, 'className'])
  expect(beside.rows.map(({ cells }) => cells[2])).toEqual(['فصل 4أ', '4/ب'])
})

test('headings that are repeated on each page are no rows', () => {
  const page = [
    ['الاسم', 'الفصل'],
    ['سليم حسن علي', '4/أ'],
  ]
  expect(tableOf(...page, ...page).rows.map(({ row }) => row)).toEqual([2, 4])
})

test('lists side by side have the class above them all, or each that above itself, whatever they call the name', () => {
  const beside = (...lines: string[][]) => {
    const { columns, rows } = tableIn({ rows: lines.map((cells, at) => ({ row: at + 1, cells })) }, { lists: 'all' })
    const at = columns.findIndex(({ meaning }) => meaning === 'className')
    const name = columns.findIndex(({ meaning }) => meaning === 'fullName')
    return rows.map(({ cells }) => [cells[name], cells[at]])
  }
  const names = ['1', 'سليم حسن علي', '2', 'تالا حسن علي', '3', 'هالة حسن علي']
  expect(beside(['الفصل: 4/أ'], ['م', 'الاسم', 'م', 'اسم الطالب', 'م', 'الاسم'], names)).toEqual([
    ['سليم حسن علي', 'الفصل 4/أ'],
    ['تالا حسن علي', 'الفصل 4/أ'],
    ['هالة حسن علي', 'الفصل 4/أ'],
  ])
  const upper = ['فصل 4أ / م', 'فصل 4أ / الاسم', 'فصل 5أ / م', 'فصل 5أ / الاسم']
  expect(beside(upper, names.slice(0, 4))).toEqual([
    ['سليم حسن علي', 'فصل 4أ'],
    ['تالا حسن علي', 'فصل 5أ'],
  ])
})
