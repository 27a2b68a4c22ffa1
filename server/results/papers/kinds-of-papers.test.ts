import { expect, test } from 'vitest'
import { exportList } from '#contract/exchange/exports/exports.ts'
import { type PaperKind, paperKinds } from '#contract/results/papers/content.ts'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { readCode } from '#contract/results/papers/paper-code.ts'
import { daysFrom } from '#server/base/days.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { app, as, asVisitor, connection, tokenOf } = await testApp()
const { manager, parent, classmatesParent, nile, class4a, grade4, omar, classmate, arabic, maths } = world
const { sql } = tracesIn(connection)
const inNile = { schoolId: nile.id }
const [{ id: yearId }] = await sql('select id from school_years where school_id = $1 and active', [nile.id])
await sql('insert into school_calendars (school_id) values ($1) on conflict do nothing', [nile.id])
await sql('delete from terms where school_id = $1', [nile.id])
const terms = [newId(), newId()] as const
for (const [nth, [from, to]] of [
  [-80, -31],
  [-30, 0],
].entries())
  await sql(
    `insert into terms (school_id, id, school_year_id, name, position, start_date, end_date) values ($1, $2, $3, $4, $5, $6, $7)`,
    [nile.id, terms[nth], yearId, `الفصل ${nth + 1}`, nth + 1, daysFrom(today, from!), daysFrom(today, to!)],
  )

const issue = (kind: PaperKind, studentIds: string[]) =>
  as(manager)(papers.issue, { ...inNile, kind, studentIds, ...(kind === 'yearCard' && { termId: terms[1] }) })
const one = async (kind: PaperKind, studentId: string) => {
  const { paperIds } = await issue(kind, [studentId])
  return (await as(manager)(papers.print, { ...inNile, paperIds }))[0]!
}
const check = (code: string) => {
  const { id, hash } = readCode(code)!
  return asVisitor(papers.verify, { id, hash })
}

test('a certificate states the sex of the record for its grammar; a card, which shows no record, does not', async () => {
  await as(manager)(officialRecords.update, { id: omar.id, sex: 'male' })
  expect((await one('enrolment', omar.id)).content.sex).toBe('male')
  expect((await one('studentCard', omar.id)).content).not.toHaveProperty('sex')
})

/** Publishes a closing of a term with a mark of maths and one of Arabic for each pupil. */
async function close(termId: string, marks: Record<string, [maths: number, arabic: number]>) {
  const closingId = newId()
  await sql(
    `insert into term_closings (school_id, id, term_id, grade_id, issue, closed_by, published_at, published_by, visible_from)
     values ($1, $2, $3, $4, 1, $5, now(), $5, now() - interval '1 minute')`,
    [nile.id, closingId, termId, grade4.id, manager.id],
  )
  for (const [studentId, [ofMaths, ofArabic]] of Object.entries(marks))
    for (const [course, total, full] of [
      [maths.id, ofMaths, 60],
      [arabic.id, ofArabic, 40],
      [null, ofMaths + ofArabic, 100],
    ])
      await sql(
        `insert into term_results (school_id, closing_id, student_id, class_room_id, course_id, parts, total, full_mark, remarks)
         values ($1, $2, $3, $4, $5, '[]', $6, $7, $8)`,
        [nile.id, closingId, studentId, class4a.id, course, total, full, course === null ? remarkOf(termId) : null],
      )
  return closingId
}

const remarkOf = (termId: string) =>
  JSON.stringify([{ courseId: maths.id, language: 'ar', body: `في ${terms.indexOf(termId)}`, byName: 'أ. هدى' }])

test('a card of the year sets its closed terms beside each other, adds them up, and is revoked with either', async () => {
  const first = await close(terms[0], { [omar.id]: [41.25, 30.1] })
  const early = await one('yearCard', omar.id)
  expect(early.content.yearResult).toMatchObject({ total: null, percent: null, shown: '' })
  expect(early.content.yearResult!.terms.map(({ closed }) => closed)).toEqual([true, false])
  expect(early.content).not.toHaveProperty('brought')
  expect((await check(early.code)).result).toBeNull()

  await close(terms[1], { [omar.id]: [50.5, 33.33], [classmate.id]: [20, 20] })
  const card = await one('yearCard', omar.id)
  expect(card.content.number).toBe(early.content.number + 1)
  expect(await check(early.code)).toMatchObject({ state: 'revoked' })
  expect(card.content.yearResult).toMatchObject({ total: '155.18', fullMark: '200', percent: '77.59' })
  expect(card.content.yearResult!.remarks).toEqual([
    { course: maths.name, language: 'ar', body: 'في 1', byName: 'أ. هدى' },
  ])
  const ofMaths = card.content.yearResult!.courses.find(({ name }) => name === maths.name)
  expect(ofMaths).toMatchObject({ total: '91.75', fullMark: '120', percent: '76.46' })
  expect(ofMaths!.marks.map(({ mark }) => mark)).toEqual(['41.25', '50.5'])
  expect(await check(card.code)).toMatchObject({ state: 'valid', result: '155.18 / 200 · 77.59 %' })

  await sql(
    `insert into brought_marks (school_id, id, student_id, year_name, term_name, course_name, position, mark, full_mark, word, import_id,
       brought_on, brought_by)
     select $1, gen_random_uuid(), $2, '2024/2025', 'الأول', m.course, m.nth, m.mark, 100, m.word, gen_random_uuid(), $3::date, $4
     from (values (null, 2, 90.5, 'ممتاز'), ('علوم', 1, 45, null)) as m(course, nth, mark, word)`,
    [nile.id, classmate.id, today, manager.id],
  )
  const { brought, yearResult: late } = (await one('yearCard', classmate.id)).content
  const marks = [
    { course: 'علوم', shown: '45 / 100' },
    { course: null, shown: '90.5 / 100 · ممتاز' },
  ]
  expect(brought).toEqual([{ yearName: '2024/2025', termName: 'الأول', marks }])
  expect(late).toMatchObject({ total: null, percent: null })
  expect(late!.totals.map(({ mark }) => mark)).toEqual([null, '40'])

  await sql(`update term_closings set reopened_at = now(), reopened_by = $2, reopen_reason = 'رصد' where id = $1`, [
    first,
    manager.id,
  ])
  expect(await check(card.code)).toMatchObject({ state: 'revoked' })
})

test('a certificate of conduct states what parents were shown of the year, and nothing else', async () => {
  const clean = await one('conduct', omar.id)
  expect(clean.content.conduct).toMatchObject({ merits: 0, breaches: 0 })
  const kind = newId()
  await sql(
    `insert into conduct_kinds (school_id, id, position, name, is_merit, level, points, parents_see)
     values ($1, $2, 90, 'تأخر متكرر', false, 1, 2, true)`,
    [nile.id, kind],
  )
  const record = (published: boolean, withdrawn: boolean) =>
    sql(
      `insert into conduct_records (school_id, id, student_id, class_room_id, kind_id, kind_version, name, is_merit, level, points, day,
         recorded_by, published_at, published_by, withdrawn_at, withdrawn_by, withdrawn_reason)
       values ($1, $2, $3, $4, $5, 1, 'تأخر', false, 1, 2, $6, $7, case when $8 then now() end, case when $8 then $7::uuid end,
         case when $9 then now() end, case when $9 then $7::uuid end, case when $9 then 'خطأ' end)`,
      [nile.id, newId(), omar.id, class4a.id, kind, today, manager.id, published, withdrawn],
    )
  await record(true, false)
  await record(false, false)
  await record(true, true)
  const marked = await one('conduct', omar.id)
  expect(marked.content.conduct).toMatchObject({ merits: 0, breaches: 1 })
  expect(await check(clean.code)).toMatchObject({ state: 'valid', kind: 'conduct', result: null })
})

test('a clearance is for those who stay and those who left, whatever a family owes', async () => {
  await sql('update students set is_paid = false, seat_ended_on = $2 where id = $1', [omar.id, daysFrom(today, -9)])
  expect((await one('clearance', omar.id)).content).toMatchObject({ kind: 'clearance', leftOn: null })
  await sql('update students set left_on = $2, active = false, is_paid = false, seat_ended_on = $2 where id = $1', [
    classmate.id,
    today,
  ])
  const left = await as(manager)(papers.plan, { ...inNile, kind: 'clearance' })
  expect(left.students.map(({ studentId }) => studentId)).toContain(classmate.id)
  const { code, content } = await one('clearance', classmate.id)
  expect(content.leftOn).toBe(today)
  expect(await check(code)).toMatchObject({ state: 'valid', kind: 'clearance' })
  await expect(issue('enrolment', [classmate.id])).rejects.toMatchObject(
    refused(409, 'None of these students can get this paper'),
  )
  await sql('update students set left_on = null, active = true, is_paid = true, seat_ended_on = null where id = $1', [
    classmate.id,
  ])
  await sql('update students set is_paid = true, seat_ended_on = null where id = $1', [omar.id])
})

test('the list of issued papers is a file with words people know, in either language', async () => {
  const { id } = await one('clearance', omar.id)
  await sql(`update papers set revoked_at = now(), revoked_by = $2, reason = 'reopened' where id = $1`, [
    id,
    manager.id,
  ])
  const { newPaperId } = await issue('clearance', [classmate.id])
  await as(manager)(papers.undoIssue, { ...inNile, paperId: newPaperId! })
  const file = async (language: 'ar' | 'en', more: object = {}) =>
    app.inject({
      method: 'POST',
      url: `/${exportList.path}`,
      headers: { authorization: `Bearer ${await tokenOf(manager)}` },
      payload: { list: papers.list.path, input: { ...inNile, ...more }, format: 'csv', language },
    })
  const everyKind = paperKinds.map((kind) => `"${kind}"`)
  for (const language of ['ar', 'en'] as const) {
    const { body, headers } = await file(language)
    for (const word of [...everyKind, '"reopened"', 'takesBack']) expect(body).not.toContain(word)
    expect(headers['content-disposition']).toContain(encodeURIComponent(language === 'ar' ? 'الشهادات' : 'Papers'))
  }
  const inArabic = (await file('ar', { kind: 'clearance' })).body
  expect(inArabic).toContain('"إخلاء طرف"')
  expect(inArabic).toContain('"أُعيد فتح النتيجة"')
  expect(inArabic).toContain('"صدرت بالخطأ"')
})

test('parents of a child are notified of a new paper once, and of one that is printed again not at all', async () => {
  await issue('enrolment', [omar.id, classmate.id])
  await issue('enrolment', [omar.id])
  await issue('studentCard', [omar.id])
  await deliverAll(connection)
  const { id } = (await as(manager)(papers.list, { ...inNile, kind: 'enrolment', studentId: omar.id }))[0]!
  for (const [person, childId] of [
    [parent, omar.id],
    [classmatesParent, classmate.id],
  ] as const) {
    const items = (await as(person)(inbox.items, {})).filter(({ kind }) => kind === 'paperIssued')
    expect(items.length).toBeGreaterThan(0)
    expect(items.every(({ link }) => link?.to === 'child' && link.id === childId && link.tab === 'papers')).toBe(true)
    const named = items.map(({ paperKind }) => paperKind)
    expect(named).toContain('enrolment')
    expect(named.includes('studentCard')).toBe(person === parent)
  }
  const stored = await sql(`select person_id from inbox_items where kind = 'paperIssued' and $1 = any (subject_ids)`, [
    id,
  ])
  expect(stored.length).toBeGreaterThan(0)
  expect(new Set(stored.map((item) => item.person_id)).size).toBe(stored.length)
})

test('so are parents of a child whose seat is not paid, and of one who left', async () => {
  const became = (seat: string) => sql(`update students set ${seat} where id = $1`, [classmate.id])
  const issued = async () =>
    (await as(classmatesParent)(inbox.items, {})).filter(({ kind }) => kind === 'paperIssued').length
  const before = await issued()
  await became(`is_paid = false, seat_ended_on = '${today}'`)
  await issue('studentCard', [classmate.id])
  await became(`active = false, left_on = '${today}'`)
  await issue('leaving', [classmate.id])
  await deliverAll(connection)
  expect(await issued()).toBe(before + 2)
  await became('active = true, left_on = null, is_paid = true, seat_ended_on = null')
})
