import { expect, test } from 'vitest'
import { NewGrade } from '#contract/school/grades/grades.ts'
import { contested, differences, type Field, merged, readPasted, type Values } from './fields.ts'
import { classItems } from '#web/ui/class-name.ts'
import { cellsOf, checked, following, isBlank, type DraftLine, lineAfter, pasted, refused, withValue } from './lines.ts'

const fields: Field[] = [
  { name: 'name' },
  { name: 'gradeId', kind: 'choice', repeats: true, items: [{ value: 'g4', label: 'الصف الرابع' }] },
  { name: 'notes' },
]
const lines = (): DraftLine[] => {
  const first = lineAfter(undefined, fields, { gradeId: 'g4' })
  return [first, lineAfter(first, fields)]
}
const paste = (text: string, name = 'name', into = lines()) =>
  pasted(into, { key: into[0]!.key, name, text, fields, labels: ['Name', 'Grade', 'Notes'] })
const of = (all: DraftLine[], name: string) => all.map(({ values }) => values[name])

test('rows of a spreadsheet fill the lines from the cell they are pasted into, and make further lines', () => {
  const all = paste('4أ\tالصف الرابع\tfirst\n4ب\tالصف الرابع\n4ج\n')
  expect(of(all, 'name')).toEqual(['4أ', '4ب', '4ج'])
  expect(of(all, 'notes')).toEqual(['first', '', ''])
  expect(new Set(all.map(({ key }) => key)).size).toBe(3)
})

test('repeated values are taken from the line above, and a column of names is enough', () => {
  expect(of(paste('4أ\n4ب\n4ج'), 'gradeId')).toEqual(['g4', 'g4', 'g4'])
})

test('a choice is found by its label however it is written; an unknown one stays to be refused', () => {
  expect(readPasted(fields[1]!, ' الصف الرّابع ')).toBe('g4')
  expect(readPasted(fields[1]!, 'الصف التاسع')).toBe('الصف التاسع')
})

test('the heading of a table is left out', () => {
  expect(of(paste('Name\tGrade\tNotes\n4أ\tالصف الرابع\t'), 'name')).toEqual(['4أ', ''])
})

test('a cell may hold line breaks and quotes', () => {
  expect(cellsOf('a\t"one\ntwo ""three"""\r\nb\t\r\n')).toEqual([
    ['a', 'one\ntwo "three"'],
    ['b', ''],
  ])
})

test('no more than two hundred lines are taken', () => {
  const rows = Array.from({ length: 300 }, (_, i) => `class ${i}`).join('\n')
  expect(paste(rows)).toHaveLength(200)
})

test('a line with nothing but what repeats is blank', () => {
  const [line] = lines()
  expect(isBlank(line!, fields)).toBe(true)
  expect(isBlank(withValue([line!], line!.key, 'name', 'x')[0]!, fields)).toBe(false)
})

const gradeFields: Field[] = [{ name: 'name' }, { name: 'notes' }]
const start = { schoolId: '01900000-0000-7000-8000-000000000001' }
const gradeLine = (key: number, name: string): DraftLine => ({ key, values: { name, notes: '' }, errors: {} })

test('every line is checked with the sentences the server would say, and a blank one is not', () => {
  const read = checked([gradeLine(1, 'Grade 1'), gradeLine(2, ''), gradeLine(3, 'G')], gradeFields, NewGrade, start)
  expect(read.map(({ errors }) => errors)).toEqual([{}, {}, { name: 'String must contain at least 3 character(s)' }])
})

test('a refusal that names an index is shown in the line that was sent there', () => {
  const sentence = 'A grade with this name already exists'
  const all = [gradeLine(1, 'Grade 1'), gradeLine(2, ''), gradeLine(3, 'Grade 2')]
  expect(refused(all, gradeFields, [['items[1].name', sentence]]).map(({ errors }) => errors)).toEqual([
    {},
    {},
    { name: sentence },
  ])
  expect(refused(all, gradeFields, [['items[0]', sentence]])[0]!.errors).toEqual({ '': sentence })
})

test('two versions differ in what either changed, and mine leaves alone what only the other changed', () => {
  const base = { name: 'one', notes: 'old' }
  const theirs = { name: 'uno', notes: 'new' }
  const both = merged(base, { name: 'eins', notes: 'old' }, theirs)
  expect(both).toEqual({ name: 'eins', notes: 'new' })
  expect(differences(both, theirs)).toEqual(['name'])
})

test('there is something to choose only in the fields that both changed, and not alike', () => {
  const base = { name: 'one', notes: 'old' }
  const asked = (mine: Values, theirs: Values) => contested(base, merged(base, mine, theirs), theirs)
  expect(asked({ ...base, name: 'eins' }, base)).toEqual([])
  expect(asked(base, { ...base, name: 'uno' })).toEqual([])
  expect(asked({ ...base, name: 'uno' }, { name: 'uno', notes: 'new' })).toEqual([])
  expect(asked({ ...base, name: 'eins' }, { ...base, notes: 'new' })).toEqual([])
  expect(asked({ ...base, name: 'eins' }, { ...base, name: 'uno' })).toEqual(['name'])
  expect(asked({ name: 'eins', notes: 'alt' }, { ...base, name: 'uno' })).toEqual(['name'])
})

test('a field follows another one until it is chosen by hand', () => {
  const month = { name: 'month', follows: { name: 'day', value: (day: string) => day.slice(0, 7) } }
  const fields: Field[] = [{ name: 'day' }, month]
  const write = (lines: DraftLine[], name: string, value: string) =>
    following(lines, withValue(lines, 1, name, value), { key: 1, name, fields })
  const first = write([{ key: 1, values: { day: '', month: '' }, errors: {} }], 'day', '2026-10-05')
  expect(first[0]!.values).toEqual({ day: '2026-10-05', month: '2026-10' })
  const later = write(first, 'day', '2026-11-05')
  expect(later[0]!.values.month).toBe('2026-11')
  const byHand = write(write(later, 'month', '2026-09'), 'day', '2026-12-01')
  expect(byHand[0]!.values.month).toBe('2026-09')
})

test('a name that several choices have chooses none of them, and a closed year gives way to the current one', () => {
  const rooms = [
    { id: 'old', name: 'فصل أ', gradeName: 'الرابع', otherYearName: '2025' },
    { id: 'new', name: 'فصل أ', gradeName: 'الرابع', otherYearName: null },
    { id: 'b4', name: 'فصل ب', gradeName: 'الرابع', otherYearName: null },
    { id: 'b5', name: 'فصل ب', gradeName: 'الخامس', otherYearName: null },
    { id: 'next', name: 'فصل ج', gradeName: 'الرابع', otherYearName: '2027' },
  ]
  const items = classItems(rooms)
  expect(new Set(items.map(({ label }) => label)).size).toBe(rooms.length)
  const read = (text: string) => readPasted({ name: 'classRoomId', kind: 'choice', items }, text)
  expect(read('فصل ا')).toBe('new')
  expect(read('فصل أ · 2025')).toBe('old')
  expect(read('فصل ب')).toBe('فصل ب')
  expect(read('فصل ب · الخامس')).toBe('b5')
  expect(read('فصل ج')).toBe('next')
})
