import { expect, test } from 'vitest'
import { classesNamed } from './class-names.ts'

const grades = ['الصف الأول الابتدائي', 'الصف الثاني الابتدائي', 'الصف الأول الإعدادي', 'KG 1']
const room = (id: string, name: string, grade: number) => ({ id, name, gradeName: grades[grade]!, active: true })
const ground = (classes: ReturnType<typeof room>[], names: object[] = []) =>
  ({ classes, names }) as unknown as Parameters<typeof classesNamed>[0]
/** What rows with a grade find if the only class with the name belongs to the grade `gradeName`. */
const idsIn = (gradeName: string, grade: string) =>
  classesNamed(ground([{ ...room('one', 'أ', 0), gradeName }]))('أ', grade).map(({ id }) => id)

test('a class of another grade than the row names is not meant, though it alone is called so', () => {
  const found = classesNamed(ground([room('1a', 'فصل أ', 0), room('2b', 'فصل ب', 1)]))
  const ids = (name: string, grade: string) => found(name, grade).map(({ id }) => id)
  for (const grade of ['', '1', '01', 'Grade 1', 'الأول', 'الصف الأول الابتدائى', 'أولى ابتدائي', 'الزهور'])
    expect(ids('أ', grade), grade).toEqual(['1a'])
  for (const grade of ['2', '02', 'الثاني', 'الصف الأول الإعدادي', 'أولى إعدادي', '7', 'KG 1'])
    expect(ids('أ', grade), grade).toEqual([])
  expect(ids('فصل أ', 'الصف الثاني الابتدائي')).toEqual([])
  const prep = classesNamed(ground([room('p', '1/1', 2)]))
  for (const grade of ['7', '07', '1', 'أول إعدادي']) expect(prep('1/1', grade), grade).toHaveLength(1)
})

test('grades are understood as schools write them: with the article or without, of either gender', () => {
  const first = ['أول', 'أول ابتدائي', 'الأولى', 'السنة الأولى الابتدائية', 'اولى ابتدائى']
  const others = ['ثاني ابتدائي', 'ثالث', 'رابع أ', 'الثانية الابتدائية', 'خامسة', 'ثاني عشر', 'حادي عشر', 'أول متوسط']
  for (const grade of first) expect(idsIn('الصف الأول الابتدائي', grade), grade).toEqual(['one'])
  for (const grade of others) expect(idsIn('الصف الأول الابتدائي', grade), grade).toEqual([])
  expect(idsIn('الثانية المتوسطة', 'ثاني متوسط')).toEqual(['one'])
  expect(idsIn('الثانية المتوسطة', 'ثاني ابتدائي')).toEqual([])
})

test('a nursery is another grade than one of a school, though both are the first', () => {
  for (const grade of ['KG 1', 'KG1', 'رياض الأطفال 1', 'روضة']) expect(idsIn('Grade 1', grade), grade).toEqual([])
  for (const grade of ['Grade 1', '1', 'الأول']) expect(idsIn('KG 1', grade), grade).toEqual([])
  for (const grade of ['KG 1', 'الروضة الأولى', 'روضة', 'الزهور']) expect(idsIn('KG 1', grade), grade).toEqual(['one'])
  expect(idsIn('الزهور', 'KG 1')).toEqual(['one'])
})

test('a grade is the same however it is counted, within its stage or through all of them', () => {
  for (const [gradeName, grade] of [
    ['Grade 7', 'الأول الإعدادي'],
    ['Grade 10', 'الأول الثانوي'],
    ['الصف الأول الإعدادي', 'Grade 7'],
    ['الثالث الثانوي', '12'],
  ] as const)
    expect(idsIn(gradeName, grade), grade).toEqual(['one'])
  for (const [gradeName, grade] of [
    ['Grade 1', 'الأول الإعدادي'],
    ['KG 3', 'KG 2'],
    ['Grade 10', 'الثاني الثانوي'],
    ['Grade 7', 'الأول الثانوي'],
    ['الصف الثاني الإعدادي', 'Grade 7'],
  ] as const)
    expect(idsIn(gradeName, grade), grade).toEqual([])
  const seventh = classesNamed(ground([{ ...room('7a', '7A', 0), gradeName: 'Grade 7' }]))
  expect(seventh('7A', 'الأول الإعدادي').map(({ id }) => id)).toEqual(['7a'])
})

test('of classes of one name the one with its grade before it is meant', () => {
  const found = classesNamed(
    ground([room('1a', 'فصل أ', 0), room('2a', 'فصل أ', 1), room('1b', 'ب', 0), room('2b', 'ب', 1)]),
  )
  const ids = (name: string) => found(name, '').map(({ id }) => id)
  expect(ids('الصف الثاني الابتدائي فصل أ')).toEqual(['2a'])
  expect(ids('الصف الأول الابتدائي ب')).toEqual(['1b'])
})

test('a name is matched for one grade, or for all rows without a choice of their own', () => {
  const classes = [room('1a', 'الزهور', 0), room('2a', 'النيل', 1)]
  const named = { kind: 'class', name: 'أ' }
  const found = classesNamed(
    ground(classes, [
      { ...named, grade: '2', id: '2a' },
      { ...named, grade: null, id: '1a' },
    ]),
  )
  expect(['', '1', '2'].map((grade) => found('أ', grade)[0]!.id)).toEqual(['1a', '1a', '2a'])
  const alone = classesNamed(ground(classes, [{ ...named, grade: '2', id: '2a' }]))
  expect(['1', '2'].map((grade) => alone('أ', grade).length)).toEqual([0, 1])
})

test('a match without a grade takes no row that finds its class by itself, and none of another grade', () => {
  const classes = [room('1a', 'فصل أ', 0), room('2a', 'فصل أ', 1), room('1n', 'النيل', 0)]
  const general = (name: string, id: string) => ({ kind: 'class', name, grade: null, id })
  const found = classesNamed(ground(classes, [general('فصل أ', '1a'), general('ب', '1n')]))
  const ids = (name: string, grade: string) => found(name, grade).map(({ id }) => id)
  expect(ids('فصل أ', '')).toEqual(['1a'])
  expect(ids('فصل أ', '2')).toEqual(['2a'])
  expect(ids('ب', '')).toEqual(['1n'])
  expect(ids('ب', '1')).toEqual(['1n'])
  // For this grade the name was left unmatched, while the name without a grade was matched with a class.
  expect(ids('ب', '5')).toEqual([])
  // Several classes have the name, and the grade cannot be compared, so the match decides.
  expect(ids('فصل أ', 'الزهور')).toEqual(['1a'])
})

test('a class is found by a title that names its grade too, and not the one of another grade', () => {
  const found = classesNamed(ground([room('1a', 'أ', 0), room('2a', 'أ', 1)]))
  const ids = (name: string) => found(name, '').map(({ id }) => id)
  for (const [title, id] of [
    ['الصف الأول - فصل أ', '1a'],
    ['الصف الثاني الابتدائي - شعبة (أ)', '2a'],
    ['الصف الثاني / أ', '2a'],
    ['Grade 1 - أ', '1a'],
  ] as const)
    expect(ids(title), title).toEqual([id])
  for (const title of ['الصف الثالث - فصل أ', 'الصف الثاني - فصل ج']) expect(ids(title), title).toEqual([])
})
