import { expect, test } from 'vitest'
import { tableIn } from '#server/exchange/imports/check/draft.ts'
import { readingOn, readRow } from './read-row.ts'
import type { Meaning } from './headings.ts'

const room = { id: '4a', name: '4/أ', gradeName: 'الصف الرابع', active: true }

/** A list as an office types it, with the columns as they are recognised and its rows as they are read. */
function read(text: string) {
  const rows = text
    .trim()
    .split('\n')
    .map((line, at) => ({ row: at + 1, cells: line.split('|').map((cell) => cell.trim()) }))
    .filter(({ cells }) => cells.some(Boolean))
  const table = tableIn({ rows })
  const columns = new Map(
    table.columns.flatMap(({ meaning }, position) => (meaning ? [[meaning as Meaning, position] as const] : [])),
  )
  const reading = readingOn({
    columns,
    classes: [room],
    relations: ['father', 'mother', 'guardian'].map((name) => ({ id: name, name })),
    names: [],
    classRoomId: room.id,
    relationId: 'guardian',
    invites: true,
    own: [],
    dayOrder: table.columns.find(({ meaning }) => meaning === 'birthDate')?.dayOrder ?? null,
    hasHijri: false,
    today: '2026-09-20',
    home: 'EG',
    country: 'EG',
    numberKind: null,
    kind: 'students',
    table: null,
  })
  return table.rows.map(({ cells }) => {
    const row = readRow(reading, cells)
    return {
      name: [row.firstName, row.middleName, row.lastName].join(' · '),
      born: row.birthDate,
      class: row.classRoomId,
      phones: row.phones,
      record: row.record,
      guardians: row.guardians?.map(({ name, phone }) => `${name} ${phone ?? ''}`.trim()),
      faults: row.faults.map(({ position, reason }) => `${table.columns[position ?? -1]?.heading}: ${reason}`),
    }
  })
}

test('names in four columns: the name, the father, the grandfather and the family', () => {
  const [first, second] = read(`
    م | الاسم | اسم الأب | اسم الجد | اللقب | الفصل
    1 | سليم | حسن | علي | الشاذلي | 4/أ
    2 | عبد الله | محمد | عبد الرحمن | الجندي | 4/أ`)
  expect([first!.name, first!.faults]).toEqual(['سليم · حسن · علي الشاذلي', []])
  expect(second!.name).toBe('عبد الله · محمد · عبد الرحمن الجندي')
})

test('a register with the grade and the number of the class in two columns, and Arabic digits', () => {
  const [row] = read(`
    اسم التلميذ | الصف | الفصل | ت الميلاد | النوع | الديانة | رقم الجلوس
    سليم حسن علي | 4 | أ | ٢٧/٥/٢٠١٦ | ذ | مسلم | ٠٠١٢`)
  expect(row).toMatchObject({ class: '4a', born: '2016-05-27', faults: [] })
  expect(row!.record).toMatchObject({ sex: 'male', religion: 'islam', seat_number: '0012' })
})

test('dates with the month as a word, in both languages', () => {
  const born = read(`
    الاسم | تاريخ الميلاد
    سليم حسن علي | 7 مايو 2016
    تالا حسن علي | 15-May-2016
    هالة حسن علي | May 3, 2016
    ريم حسن علي | 1-أيار-2016`).map((row) => row.born)
  expect(born).toEqual(['2016-05-07', '2016-05-15', '2016-05-03', '2016-05-01'])
})

test('phones as offices write them, and cells that say that there is none', () => {
  const rows = read(`
    الاسم | اسم الأب | موبايل الأب | اسم الأم | موبايل الأم | العنوان
    سليم حسن علي | حسن علي | 010 1234 5678 / 01112345678 | منى سعيد | لا يوجد | -
    تالا حسن علي | حسن علي | 1012345678 | منى سعيد | +20 100 123 4567 | شارع 9
    هالة حسن علي | حسن علي | ٠١٠١٢٣٤٥٦٧٨ | غير متوفر | - | —
    ريم حسن علي | حسن علي | 0223456789 و 01012345678 | منى سعيد | 00966501234567 | ـ`)
  expect(rows.flatMap(({ faults }) => faults)).toEqual([])
  expect(rows.map(({ phones }) => phones)).toEqual([
    ['01012345678', '01112345678'],
    ['01012345678', '01001234567'],
    ['01012345678'],
    ['01012345678', '+966501234567'],
  ])
  expect(rows[2]!.guardians).toEqual(['حسن علي 01012345678'])
  expect(rows[3]!.guardians![0]).toBe('حسن علي 0223456789')
})

test('Hijri birth dates beside civil ones, and a column of them alone', () => {
  const both = read(`
    اسم الطالب | تاريخ الميلاد هجري | تاريخ الميلاد ميلادي
    سليم حسن علي | 1437/07/30 | 2016/05/07`)
  expect(both[0]!.born).toBe('2016-05-07')
  const alone = read(`
    اسم الطالب | تاريخ الميلاد الهجري
    سليم حسن علي | 30/07/1437
    تالا حسن علي | ١٤٣٧-٠٨-٠١هـ`)
  expect(alone.map(({ born }) => born)).toEqual(['2016-05-07', '2016-05-08'])
})

test('a title of the class, a line of counts and a line of signatures', () => {
  const rows = read(`
    مدرسة النيل الخاصة
    كشف أسماء طلاب الفصل 4/أ

    م | الاسم
    1 | سليم حسن علي
    2 | تالا حسن علي
    عدد الطلاب: 2
    رائد الفصل | | مدير المدرسة`)
  expect(rows.slice(0, 2).map((row) => [row.name, row.class])).toEqual([
    ['سليم · حسن · علي', '4a'],
    ['تالا · حسن · علي', '4a'],
  ])
  // The last two lines are no students and say so.
  expect(rows.slice(2).every(({ faults }) => faults.length > 0)).toBe(true)
})

test('an English list with the family name first, initials and a phone with an extension', () => {
  const [row] = read(`
    Student Name | Grade | Section | DOB | Sex | Contact Name | Contact Relationship | Contact Phone
    Nasser, Salma K | 4 | أ | 12/25/2015 | F | Karim Nasser | Father | (336)533-1632 x218`)
  expect(row).toMatchObject({
    name: 'Salma · K · Nasser',
    born: '2015-12-25',
    class: '4a',
    guardians: ['Karim Nasser (336)533 1632 x218'],
    faults: [],
  })
})

test('numbers of another country with the nationality in words', () => {
  const [row] = read(`
    الرقم الوطني | الاسم الكامل | الجنسية | هاتف ولي الأمر
    9991012345 | سليم حسن علي | أردنية | 0791234567`)
  expect(row!.record).toMatchObject({ number_kind: 'other', national_number: '9991012345', nationality: 'JO' })
  expect(row).toMatchObject({ phones: [], guardians: ['ولي الأمر 0791234567'], faults: [] })
})

test('names with marks, tatweel and compound parts', () => {
  const names = read(`
    الاسم رباعي
    محمـد عبد الرحمن نور الدين الجندي
    أبو بكر حسن عبد المنعم
    مُنى السيد`).map(({ name }) => name.normalize('NFC'))
  expect(names[1]).toBe('أبو بكر · حسن · عبد المنعم')
  expect(names[0]).toMatch(/^محمـد · عبد الرحمن · نور الدين الجندي$/)
  expect(names[2]).toBe('مُنى ·  · السيد')
})

test('the name of a guardian in two columns, of which one may be empty', () => {
  const rows = read(`
    Student Name | Parent First Name | Parent Last Name | Parent Phone | Mother First Name | Mother Last Name
    Omar Samy Khalil | Samy | Khalil | 01012345678 | Mona | Adel
    Lina Samy Khalil | | Khalil | 0223456789 | M | Adel`)
  expect(rows.map(({ guardians }) => guardians)).toEqual([
    ['Samy Khalil 01012345678', 'Mona Adel'],
    ['Khalil 0223456789', 'M Adel'],
  ])
  expect(rows.flatMap(({ faults }) => faults)).toEqual([])
})

test('guardians with jobs, and one whose name nobody knows', () => {
  const [row] = read(`
    اسم الطالب | ولي الأمر | صلة القرابة | وظيفته | تليفون | تليفون المنزل
    سليم حسن علي | حسن علي | والد | مهندس | 01012345678 | 0223456789`)
  expect(row).toMatchObject({ guardians: ['حسن علي 01012345678 / 0223456789'], faults: [] })
  const [other] = read(`
    اسم الطالب | تليفون المنزل
    سليم حسن علي | 0223456789`)
  expect(other).toMatchObject({ guardians: ['ولي الأمر 0223456789'], faults: [] })
})

test('two rows of headings, the upper one above the guardian', () => {
  const rows = read(`
     | | ولي الأمر | | |
    الاسم | الفصل | الاسم | الهاتف | الوظيفة
    سليم حسن علي | 4/أ | حسن علي | 01012345678 | مهندس`)
  expect(rows).toHaveLength(1)
  expect(rows[0]).toMatchObject({
    name: 'سليم · حسن · علي',
    class: '4a',
    guardians: ['حسن علي 01012345678'],
    phones: ['01012345678'],
    faults: [],
  })
})
