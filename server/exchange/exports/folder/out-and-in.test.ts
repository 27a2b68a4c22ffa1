import { expect, test } from 'vitest'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { years } from '#contract/school/years/years.ts'
import { testApp } from '#test/harness/app.ts'
import { arriving } from '#test/imports/arriving.ts'
import { contentIn } from '#test/imports/folder-content.ts'
import { everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const { manager, nile, omar, laila } = world
const [first, second] = [await testApp(), await testApp()]
const { upload, start, undo, sql } = importing(second)
const { emptySchool, withClasses } = arriving(second)
const there = second.as(manager)

async function folderOf({ app, tokenOf }: typeof first, schoolId: string) {
  const answer = await app.inject({
    method: 'POST',
    url: `/${exportSchoolFolder.path}`,
    headers: { authorization: `Bearer ${await tokenOf(manager)}` },
    payload: { schoolId },
  })
  expect(answer.statusCode).toBe(200)
  return answer.rawPayload
}

/** The records that the office wrote about two students, with unusual values. */
async function writeRecords() {
  const here = first.as(manager)
  const relations = await here(reference.relations, {})
  const relationId = (name: string) => relations.find((relation) => relation.name === name)!.id
  await here(officialRecords.update, {
    id: omar.id,
    officialName: 'عمر كريم "أبو زيد" الجندي',
    nationality: 'SD',
    religion: 'islam',
    sex: 'male',
    birthPlace: 'أم درمان',
    address: '5 شارع النيل،\nالدور الثاني',
    admittedFrom: '=مدرسة قديمة',
    admissionPaper: 'قيد 12, لسنة 2024',
  })
  await here(guardians.add, {
    studentId: omar.id,
    guardianName: 'كريم عبد الله الجندي',
    relationId: relationId('father'),
    phone: '+249 91 234 5678',
    job: 'مهندس, مدني',
  })
  await here(guardians.add, {
    studentId: omar.id,
    guardianName: 'هالة الجندي',
    relationId: relationId('guardian'),
    phone: '02 2345 6789',
  })
  await here(guardians.add, { studentId: laila.id, guardianName: 'سعاد حسن', relationId: relationId('mother') })
}

test('a school that goes out comes in elsewhere as the same school, and its undo leaves what was used since', async () => {
  await writeRecords()
  await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
  await sql(
    `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date)
     select $1, gen_random_uuid(), y.id, 'الفصل الأول', 20, m.start_date, m.end_date
     from school_years y cross join (
       select school_year_id, min(start_date) as start_date, max(end_date) as end_date
       from school_year_months where school_id = $1 group by school_year_id) m
     where y.school_id = $1 and y.id = m.school_year_id and y.active and not y.completed
       and not exists (select from terms t where t.school_id = $1 and t.school_year_id = y.id)`,
    [nile.id],
  )
  const out = await folderOf(first, nile.id)
  const schoolId = await emptySchool()
  const before = await everythingOf(sql)

  const draft = await withClasses(schoolId, await upload(out, { schoolId, fileName: 'nile.zip' }))
  expect(draft).toMatchObject({ source: 'oneRoster', problems: 0 })
  const stored = await start(draft.id)
  expect(stored).toMatchObject({ state: 'done', added: draft.rows, guardians: 0 })
  const [year] = await there(years.list, { schoolId })
  await there(years.activate, { schoolYearId: year!.id })

  const [one, other] = [contentIn(out), contentIn(await folderOf(second, schoolId))]
  expect(other.students).toEqual(one.students)
  expect(other.courses).toEqual(one.courses)
  expect(other.classes).toEqual(one.classes)
  expect(other.enrolments).toEqual(one.enrolments)
  expect(other.sessions.slice(1)).toEqual(one.sessions.slice(1))
  expect(one.students.join()).toContain('هالة')
  expect(one.students.length).toBeGreaterThan(5)

  await there(years.deactivate, { schoolYearId: year!.id })
  expect((await undo(draft.id)).state).toBe('undone')
  const { balance: _, ...after } = await everythingOf(sql)
  const { balance: __, ...formerly } = before
  expect(after).toEqual(formerly)
  expect(await sql('select name from courses where school_id = $1', [schoolId])).toEqual([])
  expect(await sql('select name from class_rooms where school_id = $1', [schoolId])).toEqual([])
  // The year has become current since then, so it stays.
  expect(await sql('select id from school_years where school_id = $1', [schoolId])).toEqual([{ id: year!.id }])
  expect(await sql('select name from guardians where school_id = $1', [schoolId])).toEqual([])
})
