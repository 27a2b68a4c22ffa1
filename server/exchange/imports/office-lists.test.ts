import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { testApp } from '#test/harness/app.ts'
import { officeLists } from '#test/imports/office-lists.ts'
import { everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { upload, rows, start, undo, sql } = importing(app)
const call = app.as(world.manager)
const relation = (await call(reference.relations, {})).find(({ name }) => name === 'father')!
await sql('update class_rooms set max_of_students = 100')

/**
 * What comes in of each list, a line each: the name, the class, the day of birth, guardians to invite, and what the record says; or why a row
 * has to be corrected. Rows without a relation get the one that is chosen once.
 */
const comesIn: Record<keyof typeof officeLists, string[]> = {
  egyptianRegister: [
    'ياسين وائل فتحي الدسوقي | فصل 4أ | 2016-09-03 | father 01001234501, mother 01101234501 |',
    'جنى تامر عبد الحميد الغنام | فصل 4أ | 2016-10-14 | father 01001234502, father 01201234502 |',
    'آسر محمد نور الدين | فصل 4أ | 2016-12-25 | father 01001234503 |',
    'row 8: Required',
  ],
  gulfWithHijri: [
    'فيصل بن سعود الحربي | فصل 5ب | 2016-08-30 | father +966501234511 | 1098765411, SA',
    'row 3: This is not a number of this kind',
    'عبدالعزيز ناصر العنزي | فصل 5ب | 2016-12-02 | father +966501234513 | 1098765413, SA',
  ],
  sudaneseInFourColumns: [
    'مصعب الطيب عثمان البشير | فصل 6أ | | father +249912345521 |',
    'تسابيح حاج أحمد إدريس الماحي | فصل 6أ | | father +249912345522 |',
    'هاجر عبد الباقي فضل الله | فصل 6أ | | father +249912345523 |',
  ],
  savedByExcel: [
    'كنزي هيثم السعيد | فصل 4ب | 2017-02-05 | | female, 12 ش النصر; الدور الثاني',
    'حمزة إسلام شوقي | فصل 4ب | 2016-06-17 | | male, المعادي',
  ],
  blocksOfClasses: [
    'سيف الدين أشرف بدوي | فصل 4أ | | father 01501234541 |',
    'لمار أحمد الششتاوي | فصل 4أ | | father 01501234542 |',
    'row 5: String must contain at least 2 character(s)',
    'رودينا شريف القاضي | فصل 5أ | | father 01501234543 |',
    'row 10: This row has no name; leave it out if it is a total or a signature',
  ],
  twoRowsOfHeadings: [
    'مالك رامز فؤاد | فصل 6ب | | father 01001234551 | رامز فؤاد · 01001234551',
    'فريدة كريم جاد | فصل 6ب | | mother 01001234552 | سوزان عازر · 01001234552',
  ],
  english: [
    'Zeina El Sherbiny | فصل 5أ | 2016-03-04 | father 01001234561 | Hossam El Sherbiny · 01001234561',
    "Sara O'Neill | فصل 5أ | 2016-11-23 | | Mary Anne O'Neill · +44 7911 123456",
  ],
  bothParentsInACell: [
    'بلال حسام الجوهري | فصل 4ب | | father 01011234571, mother 01111234571 |',
    'تالين عمرو خليفة | فصل 4ب | | father 01011234572, mother 01111234572 |',
  ],
  pastedFromWord: [
    'مُحمّد عبــد اللطيف حِجازي | فصل 6أ | | father 01001234581 | ولي الأمر · 02 2345 6781',
    'نور الهدى صبحي أبو العزم | فصل 6أ | | father 01001234582 | ولي الأمر · 0223456782',
  ],
  withTwins: [
    'أنس خالد الطنطاوي | فصل 5ب | 2016-08-19 | father 01001234591 |',
    'أوس خالد الطنطاوي | فصل 5ب | 2016-08-19 | father 01001234591 |',
    'row 4: This student is already in row 2',
    'row 5: A mobile number has 11 digits; correct it or add its country code',
  ],
}

test.each(Object.entries(officeLists))(
  '%s comes in exactly, and the undo takes all of it back',
  async (name, { as, fileName, bytes }) => {
    const before = await everythingOf(sql)
    const { id, likelyKind } = await upload(await bytes(), { fileName })
    expect(likelyKind).toBeNull()
    await call(imports.setColumns, { importId: id, relationId: relation.id, isPaid: false })
    const read = (await rows(id)).map((row) => {
      if (row.outcome === 'problem') return `row ${row.row}: ${row.problems.map(({ reason }) => reason).join(', ')}`
      const guardians = row.guardians.map(({ relationName, phoneNumber }) => `${relationName} ${phoneNumber}`)
      const record = row.record.map(({ value }) => value)
      const parts = [row.studentName, row.classRoomName, row.birthDate, guardians.join(', '), record.join(', ')]
      return parts.join(' | ').replaceAll('  ', ' ').trim()
    })
    expect(read, as).toEqual(comesIn[name])
    await call(imports.leaveOut, { importId: id, leftOut: true })
    const added = read.filter((line) => !line.startsWith('row')).length
    expect(await start(id)).toMatchObject({ state: 'done', added, problems: 0 })
    expect(await undo(id)).toMatchObject({ state: 'undone' })
    expect(await everythingOf(sql)).toEqual(before)
  },
)
