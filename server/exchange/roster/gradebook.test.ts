import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { gradebookCollections } from '#contract/exchange/roster/gradebook.ts'
import type { ProgramScope } from '#contract/language/programs.ts'
import { removals } from '#contract/overviews/removals/removals.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { exams } from '#contract/teaching/exams/exams.ts'
import { publishing } from '#contract/teaching/exams/publishing.ts'
import { studentExams } from '#contract/teaching/exams/student-exams.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { studentHomework } from '#contract/teaching/homework/student-homework.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { oneRosterCalls, type RowOfOneRoster } from '#test/harness/one-roster.ts'
import { tracesIn } from '#test/harness/traces.ts'
import { shapesOfGradebook } from '#test/imports/one-roster-shapes.ts'
import { today } from '#test/world/clock.ts'
import { monthId } from '#test/world/school-rows.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { app, as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, teacher, nile, nileYear, delta, class4a, class4b, arabic, omar, classmate } = world
const { get, rowsOf, refusedAs } = oneRosterCalls(app, '/ims/oneroster/gradebook/v1p2')
const section = `${class4a.id}.${arabic.id}`

const made = (scopes: ProgramScope[]) =>
  as(manager)(programKeys.make, {
    schoolId: nile.id,
    keyName: 'منصة التعلم',
    scopes,
    endsOn: daysFrom(today, 90),
    password: demoPassword,
  })
const addExam = (more: object = {}) =>
  as(teacher)(exams.add, {
    classRoomId: class4a.id,
    courseId: arabic.id,
    monthId: monthId(nileYear, 1),
    date: today,
    details: 'الفصل الثاني\nمن صفحة 20',
    rate: 20,
    studentIds: [omar.id, classmate.id],
    ...more,
  })
const rate = (workId: string, result: number | null, studentId = omar.id) =>
  as(teacher)(studentExams.rate, { workId, studentId, result, tookPart: result === null ? null : result > 0 })
const publish = (examId: string) => as(teacher)(publishing.publish, { items: [{ examId }] })
/** The states of a row that changed after it was read. */
async function changeOf(collection: 'lineItems' | 'results', rows: readonly RowOfOneRoster[], id: string) {
  const { dateLastModified } = rows.find(({ sourcedId }) => sourcedId === id)!
  const filter = encodeURIComponent(`dateLastModified>'${dateLastModified}' AND sourcedId='${id}'`)
  return (await rowsOf(secret, `${collection}?filter=${filter}`)).map(({ status }) => status)
}

let secret = ''
beforeAll(
  async () => void (await as(manager)(publishing.changeSetting, { schoolId: nile.id, marksShown: 'whenPublished' })),
)
beforeEach(async () => {
  await sql('delete from program_uses')
  await sql('delete from program_keys')
  secret = (await made(['gradebook'])).secret
})

describe('the gradebook by OneRoster 1.2', () => {
  test.each(gradebookCollections)(
    'answers %s, and each row of it alone, in the shape of the standard',
    async (collection) => {
      const [all, one, shape] = shapesOfGradebook[collection]
      const { status, json, headers } = await get(secret, `${collection}?limit=10000`)
      expect([status, Object.keys(json)]).toEqual([200, [all]])
      const rows = json[all] as RowOfOneRoster[]
      expect(rows.length).toBeGreaterThan(2)
      expect(headers['x-total-count']).toBe(String(rows.length))
      for (const row of rows) expect([row, z.safeParse(shape, row).error?.issues ?? []]).toEqual([row, []])
      expect(new Set(rows.map(({ sourcedId }) => sourcedId)).size).toBe(rows.length)
      expect((await get(secret, `${collection}/${rows[0]!.sourcedId}`)).json).toEqual({ [one]: rows[0] })
      expect(JSON.stringify(rows)).not.toContain(delta.id)
    },
  )

  test('has an exam as soon as parents see its marks, with the marks that they see', async () => {
    const { id } = await addExam()
    await rate(id, 13)
    for (const path of [`lineItems/${id}`, `results/${id}.${omar.id}`])
      expect([path, await refusedAs(secret, path)]).toEqual([path, [404, 'unknownobject']])
    await publish(id)
    await rate(id, 0, classmate.id)
    expect((await get(secret, `lineItems/${id}`)).json['lineItem']).toMatchObject({
      title: 'الفصل الثاني',
      assignDate: `${today}T00:00:00.000Z`,
      class: { sourcedId: section, href: expect.stringContaining('/rostering/v1p2/classes/') },
      category: { sourcedId: 'exam', href: expect.stringContaining('/gradebook/v1p2/categories/') },
      resultValueMin: 0,
      resultValueMax: 20,
    })
    const marks = await rowsOf(secret, `classes/${section}/lineItems/${id}/results`)
    expect(
      marks.map(({ student, score, scoreStatus }) => [(student as RowOfOneRoster).sourcedId, score, scoreStatus]),
    ).toEqual(
      [
        [omar.id, 13, 'fully graded'],
        [classmate.id, undefined, 'not submitted'],
      ].toSorted(([a], [b]) => String(a).localeCompare(String(b))),
    )
  })

  test('is narrowed to a class, a line item in it and a student in it', async () => {
    const { id } = await addExam()
    await publish(id)
    await rate(id, 9)
    const items = await rowsOf(secret, `classes/${section}/lineItems?limit=10000`)
    expect(items.map(({ sourcedId }) => sourcedId)).toContain(id)
    expect(new Set(items.map((one) => (one['class'] as RowOfOneRoster).sourcedId))).toEqual(new Set([section]))
    const all = await rowsOf(secret, `results?limit=10000&filter=${encodeURIComponent(`class.sourcedId='${section}'`)}`)
    expect(await rowsOf(secret, `classes/${section}/results?limit=10000`)).toEqual(all)
    const own = all.filter(({ student }) => (student as RowOfOneRoster).sourcedId === omar.id)
    expect(own.length).toBeGreaterThan(0)
    expect(await rowsOf(secret, `classes/${section}/students/${omar.id}/results?limit=10000`)).toEqual(own)
    expect((await rowsOf(secret, `classes/${class4a.id}/categories`)).map(({ sourcedId }) => sourcedId)).toEqual([
      'activity',
      'exam',
      'homework',
    ])
    const other = (await rowsOf(secret, `lineItems?limit=10000`)).find(
      (one) => (one['class'] as RowOfOneRoster).sourcedId !== section,
    )!
    for (const path of [
      `classes/${section}/lineItems/${other.sourcedId}/results`,
      `classes/${section}/students/${world.deltaStudent.id}/results`,
      `classes/${class4b.id}.${class4b.id}/lineItems`,
      `lineItems/${omar.id}`,
      `results/${id}.x`,
      'results/x',
    ])
      expect([path, await refusedAs(secret, path)]).toEqual([path, [404, 'unknownobject']])
  })

  test('names what changed since a moment, and as removed a mark that was taken back', async () => {
    const { id } = await addExam()
    await publish(id)
    await rate(id, 15)
    const mark = `${id}.${omar.id}`
    const before = await rowsOf(secret, 'results?limit=10000')
    expect(await changeOf('results', before, mark)).toEqual([])
    await rate(id, null)
    expect(await changeOf('results', before, mark)).toEqual(['tobedeleted'])
    expect((await get(secret, `results/${mark}`)).json['result']).not.toHaveProperty('score')
    await rate(id, 16)
    expect(await changeOf('results', before, mark)).toEqual(['active'])
  })

  test('is filtered and sorted by marks as by numbers, a page at a time', async () => {
    const all = await rowsOf(secret, 'results?limit=10000')
    const filter = encodeURIComponent("score>'9.5'")
    const { headers, json } = await get(secret, `results?limit=2&sort=score&orderBy=desc&filter=${filter}`)
    const above = all.flatMap(({ score }) => (Number(score) > 9.5 ? [Number(score)] : []))
    expect(above.length).toBeGreaterThan(2)
    expect(headers['x-total-count']).toBe(String(above.length))
    expect(headers['link']).toContain('rel="next"')
    expect((json['results'] as RowOfOneRoster[]).map(({ score }) => score)).toEqual(
      above.toSorted((a, b) => b - a).slice(0, 2),
    )
    const [one] = await rowsOf(secret, 'results?limit=1&fields=score,scoreDate')
    expect(Object.keys(one!)).toEqual(expect.not.arrayContaining(['student', 'sourcedId']))
    expect(await refusedAs(secret, `results?filter=${encodeURIComponent("score>'many'")}`)).toEqual([
      400,
      'invalid_filter_field',
    ])
    expect(await refusedAs(secret, `results?filter=${encodeURIComponent("score~'1'")}`)).toEqual([
      400,
      'invalid_filter_field',
    ])
    expect(await refusedAs(secret, 'results?sort=comment')).toEqual([400, 'invalid_sort_field'])
  })
})

describe('of the gradebook', () => {
  test('a key of another scope reads nothing, a session nothing, and nobody writes', async () => {
    const roster = (await made(['oneroster', 'results'])).secret
    expect(await refusedAs(roster, 'lineItems')).toEqual([403, 'forbidden'])
    expect(await refusedAs(secret, '/ims/oneroster/rostering/v1p2/orgs')).toEqual([403, 'forbidden'])
    expect(await refusedAs(null, 'results')).toEqual([401, 'unauthorisedrequest'])
    for (const method of ['PUT', 'DELETE'] as const)
      expect(await refusedAs(secret, `lineItems/${omar.id}`, method)).toEqual([405, 'unsupported'])
  })

  test('a token for its scope of OneRoster opens it', async () => {
    const key = await made(['oneroster', 'gradebook'])
    const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope/gradebook.readonly'
    const answer = await app.inject({
      method: 'POST',
      url: '/oauth/token',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: key.id,
        client_secret: key.secret,
        scope: `${scope} ${scope.replace('readonly', 'createput')}`,
      }).toString(),
    })
    const given = answer.json() as Record<string, string>
    expect(given['scope']).toBe(scope)
    expect(await rowsOf(given['access_token']!, 'categories')).toHaveLength(3)
    expect(await refusedAs(given['access_token']!, '/ims/oneroster/rostering/v1p2/orgs')).toEqual([403, 'forbidden'])
  })

  test('homework has a task as soon as it is set, and a removed one comes back with its marks', async () => {
    const { id } = await as(teacher)(homework.add, {
      classRoomId: class4a.id,
      courseId: arabic.id,
      date: today,
      details: 'الدرس الثالث',
      rate: 10,
    })
    await as(teacher)(studentHomework.rate, { workId: id, studentId: omar.id, result: 7 })
    const items = await rowsOf(secret, 'lineItems?limit=10000')
    const marks = await rowsOf(secret, 'results?limit=10000')
    const mark = `${id}.${omar.id}`
    expect(items.find(({ sourcedId }) => sourcedId === id)).toMatchObject({ category: { sourcedId: 'homework' } })
    expect(marks.find(({ sourcedId }) => sourcedId === mark)).toMatchObject({ score: 7 })
    await as(teacher)(homework.remove, { id })
    expect(await changeOf('lineItems', items, id)).toEqual(['tobedeleted'])
    expect(await changeOf('results', marks, mark)).toEqual(['tobedeleted'])
    await as(manager)(removals.putBack, { schoolId: nile.id, kind: 'homework', ids: [id] })
    expect(await changeOf('lineItems', items, id)).toEqual(['active'])
    expect(await changeOf('results', marks, mark)).toEqual(['active'])
  })

  test('marks of a student who left are removed', async () => {
    const [one] = await rowsOf(secret, `results?limit=1&filter=${encodeURIComponent(`student.sourcedId='${omar.id}'`)}`)
    expect(one!.status).toBe('active')
    await sql('update students set active = false, modified_at = now() where id = $1', [omar.id])
    expect((await get(secret, `results/${one!.sourcedId}`)).json['result']).toMatchObject({ status: 'tobedeleted' })
    await sql('update students set active = true where id = $1', [omar.id])
  })

  test('nothing is read once who made the key may not see it any more', async () => {
    await sql(
      `delete from role_permissions where permission_id in (select id from permissions where key = 'ViewActivities')`,
    )
    expect(await refusedAs(secret, 'categories')).toEqual([403, 'forbidden'])
  })
})
