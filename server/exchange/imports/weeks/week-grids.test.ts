import { describe, expect, test } from 'vitest'
import { rowsOfGrids } from './week-grids.rules.ts'

const rows = (text: string) =>
  text
    .split('\n')
    .map((line, at) => ({ row: at + 1, cells: line.split('|').map((cell) => cell.replaceAll('↵', '\n')) }))
const read = (text: string, sheet = 'Sheet1') =>
  rowsOfGrids(rows(text), sheet).rows.map(({ className, weekday, number, courseName, teacherName, roomName }) =>
    [className, weekday, number, courseName, teacherName, roomName].filter((one) => one !== undefined).join(' · '),
  )

describe('a week that is drawn is read', () => {
  test('with days down and numbers across, a title above each class, breaks left out, and teachers in the cells', () => {
    const week = [
      'جدول حصص فصل 4أ|||||',
      'اليوم|الحصة الأولى↵8:00|الحصة الثانية|الفسحة|الحصة الثالثة|الرابعة',
      'الأحد|رياضيات↵حسام البرعي|عربي / أ. منى||Art (Ms Hala)|-',
      'الاثنين|علوم - هبة جلال|دين|فسحة|علوم↵هبة جلال↵معمل 1|',
      'رائد الفصل: منى سعيد|||||',
      'فصل 4ب|||||',
      '|١|٢||٣|٤',
      'يوم الثلاثاء|||فسحة|كيمياء|استراحة',
    ].join('\n')
    expect(read(week)).toEqual([
      'فصل 4أ · Sunday · 1 · رياضيات · حسام البرعي',
      'فصل 4أ · Sunday · 2 · عربي · منى',
      'فصل 4أ · Sunday · 3 · Art · Hala',
      'فصل 4أ · Monday · 1 · علوم · هبة جلال',
      'فصل 4أ · Monday · 2 · دين',
      'فصل 4أ · Monday · 3 · علوم · هبة جلال · معمل 1',
      'فصل 4ب · Tuesday · 3 · كيمياء',
    ])
  })

  test('with days across, and the name of its sheet as the class', () => {
    const week = 'Period|Mon|Tue|Wed\n1st|Maths|Maths|\n08:00-08:45|||\nPeriod 2|English|Break|Free\n3|PE|PE|PE'
    expect(read(week, '4A')).toEqual([
      '4A · Monday · 1 · Maths',
      '4A · Tuesday · 1 · Maths',
      '4A · Monday · 2 · English',
      '4A · Monday · 3 · PE',
      '4A · Tuesday · 3 · PE',
      '4A · Wednesday · 3 · PE',
    ])
  })

  test('of all classes below each other, with days above numbers, written once or above each', () => {
    for (const days of ['الأحد||الاثنين||الثلاثاء|', 'الأحد|الأحد|الاثنين|الاثنين|الثلاثاء|الثلاثاء'])
      expect(read(`الفصل|${days}\n|1|2|1|2|1|2\n4أ|عربي|دين||علوم|رسم|\n4ب|دين|||||عربي`)).toEqual([
        '4أ · Sunday · 1 · عربي',
        '4أ · Sunday · 2 · دين',
        '4أ · Monday · 2 · علوم',
        '4أ · Tuesday · 1 · رسم',
        '4ب · Sunday · 1 · دين',
        '4ب · Tuesday · 2 · عربي',
      ])
  })

  test('with a column for the class', () => {
    expect(read('Class|Day|1|2|3\n4A|Sunday|Maths||Art\n4B|Sunday|Art|Maths|')).toEqual([
      '4A · Sunday · 1 · Maths',
      '4A · Sunday · 3 · Art',
      '4B · Sunday · 1 · Art',
      '4B · Sunday · 2 · Maths',
    ])
  })

  test('and lessons below no class are counted', () => {
    expect(rowsOfGrids(rows('Day|1|2|3\nSunday|Maths|Art|Art'), 'Sheet1')).toEqual({ rows: [], unnamed: 3 })
  })
})

test('a list of people is no week', () => {
  expect(rowsOfGrids(rows('م|الاسم|الهاتف\n1|سليم|0100\n2|تالا|0101\n3|عمر|0102'), 'فصل 4أ').rows).toEqual([])
})
