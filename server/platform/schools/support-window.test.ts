import { describe, expect, test } from 'vitest'
import { attachments } from '#contract/platform/attachments/attachments.ts'
import { auditLog } from '#contract/platform/audit/audit.ts'
import { classes } from '#contract/school/classes/classes.ts'
import { homework } from '#contract/teaching/homework/homework.ts'
import { identity } from '#contract/platform/identity/identity.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { testApp } from '#test/harness/app.ts'
import { plain } from '#test/pictures/files.ts'
import { formOf, sending } from '#test/pictures/sending.ts'
import { notAllowed, tracesIn } from '#test/harness/traces.ts'
import { pdfOf } from '#test/world/pdf-files.ts'
import { world } from '#test/world/world.ts'

const { as, app, tokenOf, connection } = await testApp()
const { sql, giveKey } = tracesIn(connection)
const { upload, fetch } = sending(app)
const { admin, manager, otherManager, newcomer, nile, delta, omar, class4a } = world

const open = (school = nile, person = manager) =>
  as(person)(platformSchools.openSupport, { schoolId: school.id, hours: 1 })
const close = (school = nile, person = manager) => as(person)(platformSchools.closeSupport, { schoolId: school.id })
const rowsRead = async (targetId: string) =>
  (
    await sql(
      `select distinct school_id from audit_lines where target_kind = 'row' and person_id = $1 and target_id = $2`,
      [admin.id, targetId],
    )
  ).map(({ school_id }) => school_id)

/** A file that the manager uploaded and that does not belong to anything yet. */
async function sentFile() {
  const form = await formOf({}, { bytes: pdfOf(), fileName: 'file' })
  const headers = { ...form.headers, authorization: `Bearer ${await tokenOf(manager)}` }
  const url = `/Attachment/Upload?${new URLSearchParams({ schoolId: nile.id, name: 'plan.pdf' })}`
  return (await app.inject({ method: 'POST', url, payload: form.payload, headers })).json().id as string
}

describe('while its support window is open, the platform reads of a school', () => {
  test('a student by the code, as a read of that school also where more windows are open', async () => {
    const byCode = () => as(admin)(studentRecords.byCode, { code: omar.code, schoolId: nile.id })
    await expect(byCode()).rejects.toMatchObject(notAllowed)
    await open()
    await open(delta, otherManager)
    expect(await byCode()).toMatchObject({ id: omar.id, code: omar.code, birthDate: null })
    await expect.poll(() => rowsRead(omar.id)).toEqual([nile.id])
    const readers = await as(manager)(auditLog.readersOfStudent, { studentId: omar.id })
    expect(readers.filter(({ personId }) => personId === admin.id)).toMatchObject([{ throughSupport: true }])
    await close(delta, otherManager)
    await close()
  })

  test('what its lists count, though nothing there is theirs to change', async () => {
    await open()
    const ofSchool = { schoolId: nile.id }
    const [seen, own] = await Promise.all([admin, manager].map((person) => as(person)(classes.list, ofSchool)))
    expect(seen!.map(({ week }) => week)).toEqual(own!.map(({ week }) => week))
    const students = await as(admin)(studentRecords.list, { ...ofSchool, search: omar.code })
    expect(students).toMatchObject([{ presence: { days: expect.any(Number) } }])
    const works = await as(admin)(homework.list, { classRoomId: class4a.id })
    expect(works.length).toBeGreaterThan(0)
    for (const { figures, may } of works)
      expect([figures, may]).toEqual([
        expect.objectContaining({ students: expect.any(Number) }),
        { update: false, remove: false },
      ])
    expect((await as(admin)(identity.me, {})).schools).toEqual([])
    await close()
  })

  test('pictures of students and files of homework, each a line of the audit', async () => {
    const url = (
      await upload(await tokenOf(manager), { type: '1', id: omar.id, bytes: await plain() })
    ).json() as string
    const homeworkId = (await as(manager)(homework.list, { classRoomId: class4a.id }))[0]!.id
    const fileId = await sentFile()
    await as(manager)(attachments.ofHomework, { homeworkId, attachmentIds: [fileId] })
    const statuses = async (person: { phone: string }) => {
      const token = await tokenOf(person)
      const file = await app.inject({ url: `/files/${fileId}`, headers: { authorization: `Bearer ${token}` } })
      return [(await fetch(token, url)).statusCode, file.statusCode]
    }
    expect(await statuses(admin)).toEqual([404, 404])
    await open()
    expect(await statuses(admin)).toEqual([200, 200])
    const lines = `select target_id from audit_lines where operation in ('media/{name}', 'files/{id}') and outcome = 'read'`
    await expect
      .poll(async () => (await sql(`${lines} order by id`)).map(({ target_id }) => target_id))
      .toEqual([homeworkId, omar.id])
    expect(await statuses(manager)).toEqual([200, 200])
    await giveKey(newcomer, 'ViewPaymentsRequests', null)
    expect(await statuses(newcomer)).toEqual([404, 404])
    await close()
    expect(await statuses(admin)).toEqual([404, 404])
  })
})
