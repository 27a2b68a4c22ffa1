import { expect, test } from 'vitest'
import { isSeveral, placed } from './pasting.ts'
import { absent, notMarked, readMark, shownMark } from './reading.ts'

const resultOf = (typed: string, full = 20) => readMark(typed, full)

test('a share of the full mark is read as the mark', () => {
  expect(readMark('85%', 20)).toEqual({ rating: { result: 17, tookPart: true } })
  expect(readMark('٣٣٫٣٪', 30)).toEqual({ rating: { result: 9.99, tookPart: true } })
  expect(readMark('101%', 20)).toHaveProperty('sentence')
  expect(readMark('%', 20)).toHaveProperty('sentence')
})

test('a mark is read in any digits, with a point, a comma or ٫', () => {
  for (const typed of ['15.5', '15,5', '١٥٫٥', '۱۵٫۵', ' ١٥،٥ ', '15.50', '\u200f15.5', "'15.5"])
    expect(resultOf(typed), typed).toEqual({ rating: { result: 15.5, tookPart: true } })
  expect(resultOf('0')).toEqual({ rating: { result: 0, tookPart: true } })
  expect(resultOf('.5')).toEqual({ rating: { result: 0.5, tookPart: true } })
})

test('a letter says absent in either language, however it is written', () => {
  for (const typed of ['a', 'A', 'abs', 'غ', 'غائب', 'غائبة', 'لم يسلم'])
    expect(resultOf(typed), typed).toEqual({ rating: absent })
  expect(shownMark(absent, 'غ')).toBe('غ')
})

test('nothing typed is no mark', () => {
  expect(resultOf('  ')).toEqual({ rating: notMarked })
  expect(shownMark(notMarked, 'a')).toBe('')
})

test('an invalid mark is refused in the words of the server', () => {
  expect(resultOf('20.01')).toEqual({ sentence: 'The result is above the full mark' })
  expect(resultOf('-1')).toEqual({ sentence: 'Number must be greater than or equal to 0' })
  expect(resultOf('1.234')).toEqual({ sentence: 'At most 2 decimals' })
  for (const typed of ['x', '1.2.3', '5/10', 'NaN', '1e1'])
    expect(resultOf(typed), typed).toEqual({ sentence: 'Expected number, received string' })
})

const students = ['عُمر كريم', 'نادين هاني', 'بسام جابر', 'ياسمين مصطفى'].map((name, i) => ({ id: `s${i}`, name }))
const paste = (text: string, from = 's0') => placed(text, students, from, 20)

test('a column goes down from the cell it is pasted into; an empty cell leaves its student unchanged', () => {
  expect(paste('١٥٫٥\r\n\r\n20\r\n')).toEqual({
    typed: [
      ['s0', '١٥٫٥'],
      ['s2', '20'],
    ],
    left: 0,
  })
  expect(paste('1\n2\n3\n4', 's2')).toEqual({
    typed: [
      ['s2', '1'],
      ['s3', '2'],
    ],
    left: 2,
  })
})

test('a heading above the marks is left out, a wrong mark between them is not', () => {
  expect(paste('الدرجة\n10\n11').typed).toEqual([
    ['s0', '10'],
    ['s1', '11'],
  ])
  expect(paste('99\n1o\n12').typed.map(([, cell]) => cell)).toEqual(['99', '1o', '12'])
})

test('beside names, marks go to whom they name, in any order and spelling', () => {
  const table = 'م\tالاسم\tالدرجة\n1\tبسام جابر\t12\n2\tعمر كريم\t18\n3\tفلان\t9\n4\tنادين هانى\tغ'
  expect(paste(table, 's3')).toEqual({
    typed: [
      ['s2', '12'],
      ['s0', '18'],
      ['s1', 'غ'],
    ],
    left: 1,
  })
})

test('only more than one cell is a column', () => {
  expect(isSeveral('15')).toBe(false)
  expect(isSeveral('15\n')).toBe(false)
  expect(isSeveral('15\n16')).toBe(true)
})
