import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { replacements } from '#contract/people/teachers/replacements.ts'
import { applyReplacements } from '#server/people/teachers/replacement-work.queries.ts'
import { daysFrom } from '#server/base/days.ts'
import { classMoves } from '#contract/people/class-moves/class-moves.ts'
import { registration } from '#contract/platform/identity/registration.ts'
import { imports } from '#contract/exchange/imports/imports.ts'
import { notes } from '#contract/teaching/notes/notes.ts'
import { invitations } from '#contract/people/parents/invitations.ts'
import { studentParents } from '#contract/people/parents/student-parents.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { leavings } from '#contract/people/students/leavings.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { years } from '#contract/school/years/years.ts'
import { actAs } from '#server/access/authorise.queries.ts'
import { openDb } from '#server/db/db.ts'
import { newId } from '#server/db/ids.ts'
import { importWork } from '#server/exchange/imports/store/import-work.ts'
import { workerPace, workInBackground } from '#server/platform/jobs/worker.ts'
import { answerInvitations, takeInvitations } from '#server/people/parents/invitations.rules.ts'
import { offerTeaching } from '#server/people/teachers/staff-invitations.rules.ts'
import { testApp } from '#test/harness/app.ts'
import { clock, today } from '#test/world/clock.ts'
import { crossingIn } from '#test/harness/crossing.ts'
import { accountsOf, asRequests, sign } from '#test/harness/ground.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { coinsIn } from '#test/harness/money.ts'
import { unlimited } from '#test/harness/unlimited.ts'
import { world } from '#test/world/world.ts'

// Each pair took the rows of a school in two orders, and one of it ended as a deadlock (decision 073).
const app = await testApp()
const { as, connection } = app
const { upload, start, sql, settled } = importing(app, { working: false })
const crossing = crossingIn(connection)
const db = openDb(asRequests(connection), { sign, times: unlimited.databaseTimes })
afterAll(() => db.destroy())
const { manager, nile, nileYear, class4a, class4b, class5a, omar, classmate, newcomer, teacher, idleTeacher } = world

const school = 'select from schools where id = $1 for no key update'
const student = 'select from students where id = $1 for update'

await coinsIn(connection).given(1000)
const relationId = (await as(manager)(reference.relations, {})).find(({ name }) => name === 'father')!.id
const [reason] = await as(manager)(leavings.reasons, {})

/** An active class of the current year in which nobody is: it closes with the year. */
async function emptyClass() {
  const id = newId()
  await sql(
    `insert into class_rooms (id, school_id, name, gender, max_of_students, grade_id, language_id, active, school_year_id)
     select $1, school_id, $2, 3, 40, grade_id, language_id, true, $3 from class_rooms where id = $4`,
    [id, `فصل ${id}`, nileYear.id, class4b.id],
  )
  return id
}

const someone = { schoolId: nile.id, firstName: 'زياد', middleName: 'هاني', lastName: 'فهمي' }
const added = (more: object = {}) => as(manager)(studentRecords.add, { ...someone, classRoomId: class4b.id, ...more })
const complete = () => as(manager)(years.complete, { schoolYearId: nileYear.id })

/** A person with an account says yes to what the school asked them. */
const agree = () =>
  db.transaction().execute(async (tx) => {
    await actAs(tx, newcomer.id)
    await answerInvitations(tx, nile.id, newcomer.id, true)
  })

/** What failed in the background. */
const failed: string[] = []
const work = () => {
  const pace = { ...workerPace, look: 60_000, wait: 20 }
  return workInBackground(accountsOf(connection), clock, [importWork], {
    pace,
    log: (line) => failed.push(String(line)),
  })
}
const worker = work()
afterAll(() => worker.stop())

beforeEach(async () => {
  failed.length = 0
  await sql(
    'update class_rooms set active = true, closed_with_year = false, max_of_students = 200 where id = any ($1)',
    [[class4a.id, class4b.id, class5a.id]],
  )
  await sql('update school_years set active = true, completed = false, completed_at = null where id = $1', [
    nileYear.id,
  ])
})

describe('the completion of a year crosses', () => {
  test('with a student who is added', async () => {
    const classRoomId = await emptyClass()
    await crossing(school, [nile.id], complete, () => added({ classRoomId }))
  })

  test('with a student who is paid for in another class', async () => {
    const { id } = await added({ isPaid: false })
    const classRoomId = await emptyClass()
    await crossing(school, [nile.id], complete, () =>
      as(manager)(studentRecords.update, { schoolId: nile.id, id, classRoomId, isPaid: true }),
    )
  })

  test('with a student who comes back', async () => {
    const { id: studentId } = await added()
    await as(manager)(leavings.enter, { studentId, reasonId: reason!.id })
    const classRoomId = await emptyClass()
    await crossing(school, [nile.id], complete, () =>
      as(manager)(leavings.return, { studentId, classRoomId, isPaid: true }),
    )
  })

  test('with seats that are renewed', async () => {
    const { id } = await added()
    await sql('update seats set refunded_on = $2 where student_id = $1', [id, today])
    await crossing(school, [nile.id], complete, () =>
      as(manager)(studentRecords.renewSeats, { schoolId: nile.id, studentIds: [id] }),
    )
  })

  test('with the same year made the current one', async () => {
    await sql('update school_years set active = false where id = $1', [nileYear.id])
    await crossing(school, [nile.id], complete, () => as(manager)(years.activate, { schoolYearId: nileYear.id }))
  })

  test('with an import into a class', async () => {
    const classRoomId = await emptyClass()
    const draft = await upload(
      csvOf([
        ['الاسم', 'الفصل'],
        ['أمل حسن الشاذلي', `فصل ${classRoomId}`],
      ]),
    )
    await crossing(school, [nile.id], complete, async () => {
      await as(manager)(imports.start, { importId: draft.id })
      return settled(draft.id)
    })
    expect(failed).toEqual([])
  })
})

test('a note crosses with the move of its class', async () => {
  const { plan } = await as(manager)(classMoves.plan, { classRoomId: class4a.id, toClassRoomId: class5a.id })
  await crossing(
    'select from class_rooms where id = $1 for no key update',
    [class4a.id],
    () => as(manager)(classMoves.move, { classRoomId: class4a.id, toClassRoomId: class5a.id, plan }),
    () =>
      as(manager)(notes.add, { classRoomId: class4a.id, studentId: omar.id, date: today, notes: 'ملاحظة على الواجب' }),
  )
})

test('a number that is confirmed crosses with a change of the invitation to teach that waits for it', async () => {
  const phoneNumber = '01099887755'
  await as(manager)(staffInvitations.invite, { schoolId: nile.id, phoneNumber, teacherName: 'نادية' })
  const invited = await as(manager)(staffInvitations.list, { schoolId: nile.id })
  const { id: invitationId } = invited.find((one) => one.phoneNumber === phoneNumber)!
  await crossing(
    'select from staff_invitations where id = $1 for update',
    [invitationId],
    () => as(manager)(staffInvitations.update, { schoolId: nile.id, invitationId, teacherName: 'نادية عبدالله' }),
    () =>
      db.transaction().execute(async (tx) => {
        await takeInvitations(
          tx,
          { id: newcomer.id, phoneNumber },
          { operation: registration.setPassword.path, requestId: newId() },
        )
        await offerTeaching(tx, newcomer.id, phoneNumber)
      }),
  )
})

describe('a parent who agrees', () => {
  test('crosses with a link that the school makes', async () => {
    await sql(
      `insert into parent_invitations (id, school_id, student_id, phone_number, relation_id, consent_by)
       values (gen_random_uuid(), $1, $2, $3, $4, $5)`,
      [nile.id, classmate.id, newcomer.phone, relationId, manager.id],
    )
    await crossing(
      student,
      [classmate.id],
      () => as(manager)(studentParents.add, { studentId: classmate.id, parentId: newcomer.id, relationId }),
      agree,
    )
  })

  test('is invited by hand and by an import at once', async () => {
    const { id, code } = await added({ firstName: 'جاسر', lastName: 'الهواري' })
    const phoneNumber = '01099887766'
    const draft = await upload(
      csvOf([
        ['الكود', 'الاسم', 'الفصل', 'هاتف الأب'],
        [code!, 'جاسر هاني الهواري', 'فصل 4ب', phoneNumber],
      ]),
    )
    await crossing(
      student,
      [id],
      async () => {
        await as(manager)(imports.start, { importId: draft.id })
        return settled(draft.id)
      },
      () => as(manager)(invitations.invite, { studentId: id, phoneNumber, relationId }),
    )
    expect(failed).toEqual([])
  })
})

test('a replacement whose day has come crosses with its undo', async () => {
  const { id: replacementId } = await as(manager)(replacements.replace, {
    schoolId: nile.id,
    fromTeacherId: teacher.id,
    toTeacherId: idleTeacher.id,
    fromDay: daysFrom(today, 2),
  })
  await crossing(
    school,
    [nile.id],
    () => as(manager)(replacements.undo, { schoolId: nile.id, replacementId }),
    () => applyReplacements(connection, new Date(+clock.now() + 3 * 86_400_000)),
  )
})

test('the completion of a year crosses with the move of a class, whatever the order of the rows', async () => {
  const classRoomId = newId()
  await sql(
    `insert into class_rooms (id, school_id, name, gender, max_of_students, grade_id, language_id, active)
     select $1, school_id, 'فصل 4ز', 3, 40, grade_id, language_id, true from class_rooms where id = $2`,
    [classRoomId, class4a.id],
  )
  const [low, middle] = [await added({ classRoomId }), await added({ classRoomId }), await added({ classRoomId })].map(
    ({ id }) => id,
  )
  // What was changed last is read last, and the last of all by its id is read first.
  for (const id of [middle, low]) await sql('update students set modified_at = now() where id = $1', [id])
  const move = { classRoomId, toClassRoomId: class5a.id }
  const { plan } = await as(manager)(classMoves.plan, move)
  await crossing('select from students where id = $1 for no key update', [middle], complete, () =>
    as(manager)(classMoves.move, { ...move, plan }),
  )
  await as(manager)(years.reopen, { schoolYearId: nileYear.id })
})

test('the undo of an import crosses with the move of a class that was made for it', async () => {
  const draft = await upload(
    csvOf([
      ['الاسم', 'الفصل', 'مدفوع'],
      ['أمل حسن الشاذلي', 'فصل 6ز', 'لا'],
    ]),
  )
  const { name, gradeId } = draft.unknownNames[0]!
  const form = await as(manager)(classSettings.formData, { schoolId: nile.id })
  const { id: classRoomId } = await as(manager)(classSettings.add, {
    schoolId: nile.id,
    name,
    gradeId: gradeId!,
    languageId: form.schoolLanguages[0]!.id,
    gender: 3,
    maxOfStudents: 40,
  })
  await as(manager)(imports.setColumns, { importId: draft.id, madeClassIds: [classRoomId] })
  await start(draft.id)
  const [brought] = await sql<{ id: string }>('select id from students where class_room_id = $1', [classRoomId])
  const move = { classRoomId, toClassRoomId: class5a.id }
  const { plan } = await as(manager)(classMoves.plan, move)
  const [undone] = await crossing(
    student,
    [brought!.id],
    async () => {
      await as(manager)(imports.undo, { importId: draft.id })
      return settled(draft.id)
    },
    () => as(manager)(classMoves.move, { ...move, plan }),
  )
  expect(undone).toMatchObject({ value: { state: 'undone' } })
  expect(await sql('select from class_rooms where id = $1', [classRoomId])).toEqual([])
})
