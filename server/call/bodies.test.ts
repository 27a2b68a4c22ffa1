import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, test } from 'vitest'
import { attendance } from '#contract/teaching/attendance/attendance.ts'
import { platformSchools } from '#contract/platform/schools/platform-schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { teacherCourses } from '#contract/people/teachers/teaching.ts'
import { years } from '#contract/school/years/years.ts'
import { testApp } from '#test/harness/app.ts'
import { world } from '#test/world/world.ts'

const { app, as, tokenOf } = await testApp()
await app.listen({ port: 0, host: '127.0.0.1' })
const { port } = app.server.address() as AddressInfo
const { admin, manager, newcomer, parent, teacher, nile, omar } = world

type Person = { phone: string }

/** The status of a call whose length is unknown until its end (chunked), as proxies and some clients send it. */
async function inParts(person: Person, path: string, body: object) {
  const socket = connect(port, '127.0.0.1')
  const head = ['host: x', `authorization: Bearer ${await tokenOf(person)}`, 'content-type: application/json']
  const json = JSON.stringify(body)
  socket.write(
    `POST /${path} HTTP/1.1\r\n${head.join('\r\n')}\r\nconnection: close\r\ntransfer-encoding: chunked\r\n\r\n`,
  )
  socket.write(`${Buffer.byteLength(json).toString(16)}\r\n${json}\r\n0\r\n\r\n`)
  const [answer] = (await once(socket, 'data')) as [Buffer]
  socket.destroy()
  return Number(answer.toString().split(' ')[1])
}

const record = (person: Person) => inParts(person, studentRecords.get.path, { studentId: omar.id })

test('a call in parts is open to whom it is open in one: staff, parents, people for themselves', async () => {
  expect(await record(teacher)).toBe(200)
  expect(await record(parent)).toBe(200)
  expect(await inParts(parent, years.days.path, { schoolId: nile.id })).toBe(200)
  const own = { schoolId: nile.id, teacherId: teacher.id }
  expect(await inParts(teacher, teacherCourses.list.path, own)).toBe(200)
})

test('who may do it nowhere is refused before the body is read', async () => {
  expect(await record(newcomer)).toBe(403)
  expect(await inParts(parent, studentRecords.list.path, { schoolId: nile.id })).toBe(403)
})

test('the platform may read so while a support window is open, and only then', async () => {
  expect(await record(admin)).toBe(403)
  await as(manager)(platformSchools.openSupport, { schoolId: nile.id, hours: 1 })
  expect(await record(admin)).toBe(200)
  expect(await inParts(admin, attendance.save.path, {})).toBe(403)
  await as(manager)(platformSchools.closeSupport, { schoolId: nile.id })
  expect(await record(admin)).toBe(403)
})
