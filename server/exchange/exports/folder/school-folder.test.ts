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
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as, tokenOf } = app
const { sql } = importing(app)
const { manager, otherManager, teacher, parent, nile, delta, omar } = world

async function sent(person: { phone: string } | null, schoolId: string = nile.id) {
  const answer = await app.app.inject({
    method: 'POST',
    url: `/${exportSchoolFolder.path}`,
    headers: person ? { authorization: `Bearer ${await tokenOf(person)}` } : {},
    payload: { schoolId },
  })
  return { status: answer.statusCode, headers: answer.headers, bytes: answer.rawPayload }
}

type Row = Record<string, string>

/** The files of a folder, each as rows by heading. */
async function folderOf(schoolId: string = nile.id, person: { phone: string } = manager) {
  const { bytes } = await sent(person, schoolId)
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
      'metadata.job': "'=مهندس, مدني",
    })
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
