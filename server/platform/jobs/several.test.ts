import { beforeAll, describe, expect, test } from 'vitest'
import { jobs } from '#contract/platform/jobs/jobs.ts'
import { doneAtOnce } from '#contract/platform/jobs/job-shapes.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { severalStudents } from '#contract/people/students/several-students.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { workerPace, workInBackground } from './worker.ts'
import { longWork } from '#server/run/start/long-work.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { accountsOf } from '#test/harness/ground.ts'
import { notFound } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'
import { sqlIn } from '#test/harness/database.ts'

const { as, connection } = await testApp()
const { manager, deputy, teacher, otherManager, nile, class4a, class4b, class6b, omar, laila, deltaStudent } = world
const count = 400
const sql = sqlIn(connection)

let ids: string[]

/** Creates students of class 4ب. The class has room for all of them; each test says how much room other classes have. */
beforeAll(async () => {
  await sql('alter table class_rooms drop constraint class_rooms_capacity_range')
  await sql('update class_rooms set max_of_students = 50000')
  await sql(
    `insert into students (id, school_id, class_room_id, code, first_name, middle_name, last_name, is_paid)
     select gen_random_uuid(), $1, $2, 'ST' || lpad((900000000 + n)::text, 10, '0'), 'طالب', 'رقم', 'كثير', true
     from generate_series(1, $3::integer) n`,
    [nile.id, class4b.id, count],
  )
  await sql(
    `insert into student_classes (id, school_id, student_id, class_room_id, from_day)
     select gen_random_uuid(), school_id, id, class_room_id, $1::date - 30 from students where last_name = 'كثير'`,
    [today],
  )
  ids = (await sql<{ id: string }>(`select id from students where last_name = 'كثير' order by code`)).map(
    ({ id }) => id,
  )
})

const work = () =>
  workInBackground(accountsOf(connection), clock, longWork(50), {
    pace: { ...workerPace, look: 60_000, wait: 20, atOnce: 50 },
    log: () => {},
  })
const jobOf = (jobId: string, person = manager) => as(person)(jobs.get, { schoolId: nile.id, jobId })
async function settled(jobId: string) {
  await expect.poll(async () => (await jobOf(jobId)).state, { interval: 20 }).toBe('ended')
  return jobOf(jobId)
}
const inClass = async (classRoomId: string) =>
  (
    await sql<{ n: number }>(
      `select count(*)::int as n from students s where last_name = 'كثير' and class_room_id = $1
         and (select count(*) from student_classes h where h.school_id = s.school_id and h.student_id = s.id and h.to_day is null) = 1
         and exists (select from student_classes h where h.school_id = s.school_id and h.student_id = s.id and h.class_room_id = $1 and h.to_day is null)`,
      [classRoomId],
    )
  )[0]!.n
const kept = async (jobId: string) => as(manager)(jobs.notDone, { schoolId: nile.id, jobId, pageSize: 200 })

describe('a few students', () => {
  test('are moved in the call; those who cannot be are answered with the reason, and the rest is done', async () => {
    const few = ids.slice(0, 5)
    await sql('update students set active = false where id = $1', [few[1]])
    await sql(
      'update class_rooms set max_of_students = 2 + (select count(*) from students where class_room_id = $1 and active) where id = $1',
      [class6b.id],
    )
    const answer = await as(manager)(severalStudents.move, { classRoomId: class6b.id, studentIds: few })
    expect(answer).toMatchObject({
      done: true,
      changed: 3,
      jobId: null,
      notDone: [
        { studentId: few[3], studentName: 'طالب رقم كثير', reason: 'This class is full' },
        { studentId: few[4], reason: 'This class is full' },
      ],
    })
    // An inactive student takes no place.
    expect(await inClass(class6b.id)).toBe(3)
    await sql('update class_rooms set max_of_students = 50000')
    expect(await as(manager)(severalStudents.move, { classRoomId: class6b.id, studentIds: few })).toMatchObject({
      changed: 2,
      notDone: [],
    })
    expect(await as(manager)(severalStudents.move, { classRoomId: class4b.id, studentIds: few })).toMatchObject({
      changed: 5,
    })
    await sql('update students set active = true where id = $1', [few[1]])
  })

  test('get one note each, with a notice to their parents', async () => {
    const before = await sql(`select from outbox where event = 'note'`)
    const text = 'اجتماع أولياء الأمور يوم الخميس'
    const input = { schoolId: nile.id, studentIds: [omar.id, laila.id, ids[0]!], date: today, notes: text }
    expect(await as(manager)(notes.addToSeveral, input)).toMatchObject({ done: true, changed: 3, notDone: [] })
    const [note] = await as(manager)(notes.list, { studentId: omar.id, notes: text })
    expect(note).toMatchObject({ supervisorId: manager.id, classRoomId: class4a.id, courseId: null, date: today })
    expect(await sql(`select from outbox where event = 'note'`)).toHaveLength(before.length + 3)
    await expect(as(manager)(notes.addToSeveral, { ...input, date: '2999-01-01' })).rejects.toMatchObject({
      status: 400,
      message: 'This date cannot be used',
    })
  })

  test('are refused to who may not, and where one of them is of another school or named twice', async () => {
    const studentIds = [ids[0]!]
    await expect(
      as(teacher)(notes.addToSeveral, { schoolId: nile.id, studentIds, date: today, notes: 'x' }),
    ).rejects.toMatchObject({ status: 403 })
    await expect(as(otherManager)(severalStudents.move, { classRoomId: class4b.id, studentIds })).rejects.toMatchObject(
      notFound,
    )
    await expect(
      as(manager)(severalStudents.deactivate, { schoolId: nile.id, studentIds: [ids[0]!, deltaStudent.id] }),
    ).rejects.toMatchObject(notFound)
    await expect(
      as(manager)(severalStudents.deactivate, { schoolId: nile.id, studentIds: [ids[0]!, ids[0]!] }),
    ).rejects.toMatchObject({ status: 400, message: 'A student is listed twice' })
    expect(await sql('select active from students where id = $1', studentIds)).toEqual([{ active: true }])
  })
})

describe('many students', () => {
  test('are moved by a job that is seen and left, while one student more is added', async () => {
    await sql('update class_rooms set max_of_students = 350 where id = $1', [class6b.id])
    await sql(
      'update class_rooms set max_of_students = 350 + (select count(*) from students where class_room_id = $1 and active) where id = $1',
      [class6b.id],
    )
    const started = await as(manager)(severalStudents.move, { classRoomId: class6b.id, studentIds: ids })
    expect(started).toEqual({ done: false, changed: 0, notDone: [], jobId: expect.any(String) })
    const jobId = started.jobId!
    expect(await jobOf(jobId, deputy)).toMatchObject({ kind: 'moveStudents', state: 'running', students: count })
    const worker = work()
    const newcomer = { firstName: 'أنس', middleName: 'حمدي', lastName: 'سرحان', isPaid: true }
    await as(deputy)(studentRecords.add, { ...newcomer, schoolId: nile.id, classRoomId: class4b.id })
    expect(await settled(jobId)).toMatchObject({
      progress: count,
      changed: 350,
      notDone: 50,
      coins: 0,
      undoable: false,
    })
    expect(await inClass(class6b.id)).toBe(350)
    expect(await inClass(class4b.id)).toBe(50)
    const left = await kept(jobId)
    expect(left).toHaveLength(50)
    expect(left[0]).toMatchObject({ reason: 'This class is full' })
    await worker.stop()
  })

  test('get their notes and leave the rolls by two jobs at once; a teacher sees neither', async () => {
    const note = { schoolId: nile.id, studentIds: ids, date: today, notes: 'رحلة يوم الأحد' }
    const writing = (await as(manager)(notes.addToSeveral, note)).jobId!
    const leaving = (await as(deputy)(severalStudents.deactivate, { schoolId: nile.id, studentIds: ids })).jobId!
    expect((await as(manager)(jobs.list, { schoolId: nile.id })).map(({ id }) => id)).toEqual(
      expect.arrayContaining([writing, leaving]),
    )
    await expect(jobOf(writing, teacher)).rejects.toMatchObject(notFound)
    expect(await as(teacher)(jobs.list, { schoolId: nile.id })).toEqual([])
    await expect(as(manager)(jobs.undo, { schoolId: nile.id, jobId: leaving })).rejects.toMatchObject({ status: 409 })
    const worker = work()
    const [notesDone, left] = [await settled(writing), await settled(leaving)]
    expect(left).toMatchObject({ changed: count, notDone: 0 })
    // A student who became inactive before their turn gets no note.
    expect(notesDone.changed + notesDone.notDone).toBe(count)
    const written = await sql(`select from student_notes where notes = 'رحلة يوم الأحد'`)
    expect(written).toHaveLength(notesDone.changed)
    expect(await sql(`select from students where last_name = 'كثير' and active`)).toEqual([])
    await worker.stop()
  })

  test('are ended by hand, and when the person who started it may no longer do it', async () => {
    await sql(`update students set active = true where last_name = 'كثير'`)
    const again = () => as(deputy)(severalStudents.deactivate, { schoolId: nile.id, studentIds: ids })
    const first = (await again()).jobId!
    await as(manager)(jobs.end, { schoolId: nile.id, jobId: first })
    const worker = work()
    expect(await settled(first)).toMatchObject({ changed: 0, reason: 'This work was ended by hand', notDone: count })
    await worker.stop()

    const second = (await again()).jobId!
    await sql('delete from user_roles where user_id = $1 and school_id = $2', [deputy.id, nile.id])
    const next = work()
    expect(await settled(second)).toMatchObject({
      changed: 0,
      reason: 'The person who started this may no longer do it',
      notDone: count,
    })
    expect((await kept(second))[0]).toMatchObject({ reason: 'The work ended before this student' })
    await next.stop()
  })

  test('are more than are done in the call', () => expect(count).toBeGreaterThan(doneAtOnce))
})
