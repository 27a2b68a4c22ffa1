import { expect, test } from 'vitest'
import type { SheetColumn, Import } from './import.ts'
import { unfit } from './sending.ts'
import { bringsBeside, missing, resultOf, stepOf, whyNothing } from './steps.ts'

type Meaning = Import['columns'][number]['meaning']

const columns = (...meanings: Meaning[]) =>
  meanings.map((meaning, position) => ({
    position,
    heading: `column ${position}`,
    meaning,
    guess: meaning && ('exact' as const),
    samples: ['x'],
    dayOrder: null,
    dayExample: null,
    hijriExample: null,
    dayOrderChosen: false,
    recordFieldId: null,
    suggested: null,
    notCodes: false,
    numberKind: null,
    fullMark: null,
    gaps: [],
    fillDown: null,
    hidden: false,
  }))
const nobody = { classRoomId: null, relationId: null }
const draft = (changed: Partial<Import>) =>
  ({
    ...nobody,
    source: 'table',
    columns: columns('fullName', 'className'),
    problems: 0,
    createDate: '2026-11-20T08:00:00.000Z',
    lastModifyDate: '2026-11-20T08:00:00.000Z',
    ...changed,
  }) as Import

test('empty cells below a class that stands once are decided before the rows are reviewed', () => {
  const [name, ofClass] = columns('fullName', 'className')
  const gaps = [{ text: '1/أ', firstRow: 3, lastRow: 9, cells: 7 }]
  expect(missing([name!, { ...ofClass!, gaps }], nobody)).toEqual(['fillDown'])
  expect(missing([name!, { ...ofClass!, gaps, fillDown: 'leave' }], nobody)).toEqual([])
  expect(missing([name!, { ...ofClass!, meaning: null, gaps }], { ...nobody, classRoomId: 'a' })).toEqual([])
})

test('a table must say a name and a class, or the class is chosen for all of it', () => {
  expect(missing(columns('birthDate'), nobody)).toEqual(['name', 'class'])
  expect(missing(columns('firstName', 'middleName', 'className'), nobody)).toEqual(['name'])
  expect(missing(columns('firstName', 'middleName', 'lastName'), { ...nobody, classRoomId: 'c' })).toEqual([])
})

test('a student with a code needs neither name nor class', () => {
  expect(missing(columns('code', 'birthDate'), nobody)).toEqual([])
})

test('a balance must say whose it is, and an amount', () => {
  expect(missing(columns('feeItem'), nobody, 'balances')).toEqual(['name', 'amount'])
  expect(missing(columns('code', 'feeDue'), nobody, 'balances')).toEqual([])
  const dated = columns('otherNumber', 'feePaid', 'feeDay').map((column) => ({ ...column, dayExample: '4/2/2026' }))
  expect(missing(dated, nobody, 'balances')).toEqual(['dayOrder'])
})

test('dates that can be read in two ways need an answer from the user', () => {
  const dated = (found: Partial<SheetColumn>) =>
    columns('fullName', 'className', 'birthDate').map((column) => ({
      ...column,
      ...(column.meaning === 'birthDate' && found),
    }))
  expect(missing(dated({ dayExample: '4/2/2000' }), nobody)).toEqual(['dayOrder'])
  expect(missing(dated({ dayExample: '4/2/2000', dayOrder: 'monthFirst' }), nobody)).toEqual([])
  expect(missing(dated({}), nobody)).toEqual([])
})

test('a phone needs a relation beside it or for all rows, that of a father does not', () => {
  expect(missing(columns('fullName', 'className', 'phone2'), nobody)).toEqual(['relation'])
  expect(missing(columns('fullName', 'className', 'phone2', 'relation2'), nobody)).toEqual([])
  expect(missing(columns('fullName', 'className', 'phone1'), { ...nobody, relationId: 'r' })).toEqual([])
  expect(missing(columns('fullName', 'className', 'fatherPhone'), nobody)).toEqual([])
})

test('work goes on where there is something to do', () => {
  expect(stepOf(draft({}))).toBe('look')
  expect(stepOf(draft({ problems: 3 }))).toBe('rows')
  expect(stepOf(draft({ similar: 2 }))).toBe('rows')
  expect(stepOf(draft({ columns: columns('fullName'), problems: 3 }))).toBe('columns')
})

test('a column nobody recognised is looked at once; that of a folder, or without values, never', () => {
  const unknown = columns('fullName', 'className', null)
  expect(stepOf(draft({ columns: unknown }))).toBe('columns')
  expect(stepOf(draft({ columns: unknown, lastModifyDate: '2026-11-20T09:00:00.000Z' }))).toBe('look')
  expect(stepOf(draft({ columns: unknown, source: 'oneRoster' }))).toBe('look')
  const serial = unknown.map((column) => ({ ...column, guess: 'exact' as const }))
  expect(stepOf(draft({ columns: serial }))).toBe('look')
  expect(stepOf(draft({ columns: unknown.map((column) => ({ ...column, samples: [] })) }))).toBe('look')
})

test('a file that cannot be an import is refused before any of it is sent', () => {
  expect(unfit({ name: 'STUDENTS.XLSX', size: 10 })).toBeNull()
  expect(['list.xls', 'list.ODS', 'list.text'].map((name) => unfit({ name, size: 10 }))).toEqual([null, null, null])
  expect(unfit({ name: 'students.pdf', size: 10 })).toBe('kind')
  expect(unfit({ name: 'students.csv', size: 20 * 1024 * 1024 + 1 })).toBe('large')
  expect(unfit({ name: 'students.csv', size: 0 })).toBe('empty')
})

test('an import that stored nothing is not called done, and says why', () => {
  const ended = (state: Import['state'], added: number, changed: number, madeBeside = false) =>
    resultOf({ state, added, changed, madeBeside })
  expect([ended('done', 1, 0), ended('done', 0, 1), ended('done', 0, 0), ended('undone', 0, 0)]).toEqual([
    'done',
    'done',
    'nothing',
    'undone',
  ])
  expect(ended('done', 0, 0, true)).toBe('done')
  expect(whyNothing({ problems: 2, same: 1 })).toBe('problems')
  expect(whyNothing({ problems: 0, same: 1 })).toBe('same')
  expect(whyNothing({ problems: 0, same: 0 })).toBe('leftOut')
})

test('a folder whose students are all there brings what is new and wanted beside them', () => {
  const nothing = { takes: ['courses', 'teaching', 'staff', 'year'] as const, courses: [], staff: [], year: null }
  const folder = (more: object) => ({ ...nothing, ...more }) as unknown as Parameters<typeof bringsBeside>[0]
  const courses = [{ name: 'العلوم', isNew: true }]
  const year = { name: '2027', startDate: '', endDate: '', months: 0, terms: 0, isNew: true }
  expect([folder({}), undefined, folder({ courses: [{ ...courses[0], isNew: false }] })].map(bringsBeside)).toEqual([
    false,
    false,
    false,
  ])
  expect([folder({ courses }), folder({ year })].map(bringsBeside)).toEqual([true, true])
  expect(bringsBeside(folder({ courses, takes: ['year'] }))).toBe(false)
})
