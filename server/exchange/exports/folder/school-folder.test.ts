import { strFromU8, unzipSync } from 'fflate'
import Papa from 'papaparse'
import { describe, expect, test } from 'vitest'
import { exportSchoolFolder } from '#contract/exchange/exports/school-folder.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { guardians } from '#contract/people/official-records/guardians.ts'
import { officialRecords } from '#contract/people/official-records/official-records.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { brokenRules } from '#test/imports/one-roster-rules.ts'
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, tokenOf } = app
const { sql } = importing(app)
const { manager, otherManager, teacher, parent, nile, delta, omar } = world

async function sent(person: { phone: string } | null, schoolId: string = nile.id, more: object = {}) {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/${exportSchoolFolder.path}`,
    headers: person ? { authorization: `Bearer ${await tokenOf(person)}` } : {},
    payload: { schoolId, ...more },
  })
  return { status: answer.statusCode, text: answer.body, headers: answer.headers, bytes: answer.rawPayload }
}

type Row = Record<string, string>

/** The files of a folder, each as rows by heading. */
async function folderOf(more: object = {}) {
  const { bytes } = await sent(manager, nile.id, more)
  const files = Object.entries(unzipSync(bytes)).map(([name, content]) => {
    const { data } = Papa.parse<Row>(strFromU8(content), { header: true, delimiter: ',', skipEmptyLines: true })
    return [name, data] as const
  })
  return Object.fromEntries(files) as Record<string, Row[]>
}

const idsOf = (rows: Row[] | undefined) => new Set(rows!.map(({ sourcedId }) => sourcedId))

describe('the folder of a school', () => {
  test('is a zip of the files of OneRoster 1.2, each named in the manifest', async () => {
    const { status, headers } = await sent(manager)
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('application/zip')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['content-disposition']).toMatch(/OneRoster_[\d-]+\.zip"; filename\*=UTF-8''/)

    const folder = await folderOf()
    const stated = Object.fromEntries(folder['manifest.csv']!.map(({ propertyName, value }) => [propertyName, value]))
    expect(stated['oneroster.version']).toBe('1.2')
    const written = Object.keys(folder).filter((name) => name !== 'manifest.csv')
    expect(written.toSorted()).toEqual(
      Object.entries(stated)
        .flatMap(([name, value]) => (value === 'bulk' ? [`${name.replace('file.', '')}.csv`] : []))
        .toSorted(),
    )
  })

  test('refers only to records it holds, and repeats no id within a file', async () => {
    const folder = await folderOf()
    for (const [name, rows] of Object.entries(folder))
      if (name !== 'manifest.csv') expect([name, idsOf(rows).size]).toEqual([name, rows.length])
    const [users, ofClasses, ofCourses] = ['users', 'classes', 'courses'].map((name) => idsOf(folder[`${name}.csv`]))
    for (const { userSourcedId, classSourcedId } of folder['enrollments.csv']!)
      expect([users!.has(userSourcedId!), ofClasses!.has(classSourcedId!)]).toEqual([true, true])
    for (const { courseSourcedId } of folder['classes.csv']!) expect(ofCourses).toContain(courseSourcedId)
    for (const { userSourcedId } of folder['roles.csv']!) expect(users).toContain(userSourcedId)
  })

  test('holds every active student with class, code and birth date, and nobody of another school', async () => {
    const folder = await folderOf()
    const listed = (await as(manager)(studentRecords.list, { schoolId: nile.id, pageSize: 200 })).filter(
      ({ active }) => active,
    )
    const students = folder['roles.csv']!.filter(({ role }) => role === 'student')
    expect(students.map(({ userSourcedId }) => userSourcedId!).toSorted()).toEqual(
      listed.map(({ id }) => id).toSorted(),
    )
    const ofOmar = folder['users.csv']!.find(({ sourcedId }) => sourcedId === omar.id)!
    expect(ofOmar).toMatchObject({ identifier: omar.code, enabledUser: 'true', primaryOrgSourcedId: nile.id })
    const home = folder['enrollments.csv']!.filter(({ userSourcedId }) => userSourcedId === omar.id)
    expect(home.map(({ classSourcedId }) => classSourcedId)).toContain(world.class4a.id)
    const named = new Map((await as(manager)(classes.list, { schoolId: nile.id })).map(({ id, name }) => [id, name]))
    for (const { sourcedId, title } of folder['classes.csv']!.filter(({ classType }) => classType === 'homeroom'))
      expect(title).toBe(named.get(sourcedId!))
  })

  test('holds official records and guardians as they are written, a phone of another country too', async () => {
    const [relation] = await as(manager)(reference.relations, {})
    await as(manager)(officialRecords.update, { id: omar.id, nationality: 'SD', birthPlace: 'أم درمان', sex: 'male' })
    await as(manager)(guardians.add, {
      studentId: omar.id,
      guardianName: 'كريم "أبو عمر" الجندي',
      relationId: relation!.id,
      phone: '+249 91 234 5678',
      job: '=مهندس, مدني',
    })
    const coming = { guardianName: 'وصي الغد', fromDay: daysFrom(today, 1) }
    await as(manager)(guardians.add, { studentId: omar.id, relationId: relation!.id, ...coming })
    const folder = await folderOf()
    expect(folder['users.csv']!.map(({ familyName }) => familyName)).not.toContain('الغد')
    const user = folder['users.csv']!.find(({ sourcedId }) => sourcedId === omar.id)!
    expect(user['metadata.nationality']).toBe('SD')
    expect(folder['demographics.csv']!.find(({ sourcedId }) => sourcedId === omar.id)).toMatchObject({
      sex: 'male',
      cityOfBirth: 'أم درمان',
    })
    const guardian = folder['users.csv']!.find(({ sourcedId }) => user.agentSourcedIds!.split(',').at(-1) === sourcedId)
    expect(guardian).toMatchObject({
      givenName: 'كريم',
      familyName: '"أبو عمر" الجندي',
      phone: '+249 91 234 5678',
      sms: '+249 91 234 5678',
      'metadata.job': '=مهندس, مدني',
    })
  })

  test('keeps every rule of OneRoster 1.2, with own columns only behind those of the standard', async () => {
    const { bytes } = await sent(manager, nile.id, { former: true, ownFields: true })
    const tables = Object.entries(unzipSync(bytes)).map(([name, content]) => {
      const { data, meta } = Papa.parse<Row>(strFromU8(content), { header: true, delimiter: ',', skipEmptyLines: true })
      return [name.replace('.csv', ''), { heading: meta.fields!, rows: data }] as const
    })
    expect(brokenRules(Object.fromEntries(tables))).toEqual([])
  })

  test('holds former students and own fields where that is wished, the former without a class', async () => {
    const [field] = await sql<{ id: string }>(
      `insert into record_fields (id, school_id, name, kind) values (gen_random_uuid(), $1, 'رقم الدولاب', 'text') returning id`,
      [nile.id],
    )
    await sql(
      `insert into official_records (id, school_id, student_id, own_values) values (gen_random_uuid(), $1, $2, jsonb_build_object($3::text, '17'))
       on conflict (school_id, student_id) do update set own_values = excluded.own_values`,
      [nile.id, omar.id, field!.id],
    )
    const [left] = await sql<{ id: string }>(
      `select id from students where school_id = $1 and not active and merged_into is null order by id limit 1`,
      [nile.id],
    )
    const usual = (await folderOf())['users.csv']!
    expect(Object.keys(usual[0]!).filter((name) => /own|leftOn/.test(name))).toEqual([])
    expect(usual.map(({ sourcedId }) => sourcedId)).not.toContain(left!.id)
    const all = await folderOf({ former: true, ownFields: true })
    const userOf = (id: string) => all['users.csv']!.find(({ sourcedId }) => sourcedId === id)!
    expect(userOf(omar.id)).toMatchObject({ enabledUser: 'true', 'metadata.own.رقم الدولاب': '17' })
    expect(userOf(left!.id)).toMatchObject({ enabledUser: 'false' })
    expect(all['enrollments.csv']!.map(({ userSourcedId }) => userSourcedId)).not.toContain(left!.id)
  })

  test('is refused while no school year is current, and names no empty file', async () => {
    const ofNile = `from school_years where school_id = '${nile.id}' and active`
    const [year] = await sql<{ id: string }>(`select id ${ofNile}`)
    await sql(`update school_years set active = false where id = $1`, [year!.id])
    const { status, text } = await sent(manager)
    expect([status, text]).toEqual([
      409,
      'Make a school year the current one first: every class in the folder belongs to a year',
    ])
    await sql(`update school_years set active = true where id = $1`, [year!.id])
    for (const [name, rows] of Object.entries(await folderOf())) expect([name, rows.length > 0]).toEqual([name, true])
  })

  test('is audited with the number of its students', async () => {
    const folder = await folderOf()
    const students = folder['roles.csv']!.filter(({ role }) => role === 'student').length
    const [line] = await sql<{ detail: { rows: number } }>(
      `select detail from audit_lines where operation = $1 and outcome = 'done' order by id desc limit 1`,
      [exportSchoolFolder.path],
    )
    expect(line!.detail.rows).toBe(students)
  })

  test('says nothing of a religion to those who may not see it', async () => {
    await as(manager)(officialRecords.update, { id: omar.id, religion: 'islam' })
    const religionIn = async () =>
      (await folderOf())['users.csv']!.find(({ sourcedId }) => sourcedId === omar.id)!['metadata.religion']
    expect(await religionIn()).toBe('islam')
    await sql(`delete from role_permissions where permission_id in (select id from permissions where key = $1)`, [
      'ViewStudentReligion',
    ])
    expect(await religionIn()).toBe('')
  })

  test('is for those who may see records, staff and the whole school, each in their own', async () => {
    expect((await sent(null)).status).toBe(401)
    expect((await sent(teacher)).status).toBe(403)
    expect((await sent(parent)).status).toBe(403)
    expect((await sent(otherManager)).status).not.toBe(200)
    expect((await sent(manager, delta.id)).status).not.toBe(200)
  })
})
