import { describe, expect, test } from 'vitest'
import { attendance } from '#contract/attendance.ts'
import { imports } from '#contract/imports.ts'
import { parents } from '#contract/parents.ts'
import { registration } from '#contract/registration.ts'
import { schools } from '#contract/schools.ts'
import { studentRecords } from '#contract/student-records.ts'
import { students } from '#contract/students.ts'
import { todayIn } from '#server/days.ts'
import { testApp } from '#test/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { registering } from '#test/registering.ts'
import { world } from '#test/world.ts'

const app = await testApp()
const { as, asVisitor } = app
const { grantFor } = registering(app)
const { upload, start, undo, rows, settled, sql } = importing(app)
const { manager, parent, nile, class4a, class5a, class6a, class6b, omar, laila } = world
const today = todayIn('Africa/Cairo')

const heading = ['الاسم', 'الفصل', 'تاريخ الميلاد', 'هاتف الأب', 'هاتف الأم', 'مدفوع']
const table = (...lines: string[][]) => csvOf([heading, ...lines])
const stored = async (...lines: string[][]) => start((await upload(table(...lines))).id)

await sql('update class_rooms set max_of_students = 100')

const balance = async () => (await as(manager)(schools.get, { schoolId: nile.id })).availableCoins
const found = (search: string) => as(manager)(studentRecords.list, { schoolId: nile.id, search })

/** Everything of students that an undo must leave as it found it. */
const everything = async () => ({
  balance: await balance(),
  students: await sql(
    `select id, class_room_id, code, first_name, middle_name, last_name, birth_date::text, active, is_paid,
       seat_ended_on::text from students order by id`,
  ),
  memberships: await sql(
    'select id, student_id, class_room_id, from_day::text, to_day::text from student_classes order by id',
  ),
  links: await sql(
    'select id, student_id, parent_id, relation_id from student_parents where ended_at is null order by id',
  ),
  waiting: await sql(
    `select id, student_id, phone_number from parent_invitations where accepted_at is null and removed_at is null order by id`,
  ),
})

describe('an import that is stored', () => {
  test('adds students with codes, classes, seats and guardians, in one go, and says so', async () => {
    const before = await balance()
    const done = await stored(
      ['سليم حسن الشاذلي', 'فصل 6ب', '2015-06-15', '01000000005', '01055555551', 'نعم'],
      ['تالا حسن الشاذلي', 'فصل 6ب', '', '01000000005', '01055555551', 'لا'],
    )
    expect(done).toMatchObject({ state: 'done', added: 2, guardians: 4, coins: 1, progress: 2, undoable: true })
    expect(done.finishDate).not.toBeNull()

    const [salim] = await found('سليم حسن الشاذلي')
    expect(salim).toMatchObject({
      classRoomId: class6b.id,
      birthDate: '2015-06-15',
      isPaid: true,
      active: true,
      version: 1,
    })
    const [tala] = await found('تالا حسن الشاذلي')
    expect(Number(tala!.code!.slice(2)) - Number(salim!.code!.slice(2))).toBe(1)
    expect(await balance()).toBe(before! - 1)
    expect((await as(manager)(students.ofClass, { classRoomId: class6b.id })).map(({ id }) => id)).toContain(salim!.id)

    const children = await as(parent)(parents.children, {})
    expect(children.map(({ studentId }) => studentId)).toEqual(expect.arrayContaining([omar.id, salim!.id, tala!.id]))
    const waiting = await sql('select student_id from parent_invitations where phone_number = $1', ['01055555551'])
    expect(waiting.map(({ student_id }) => student_id).toSorted()).toEqual([salim!.id, tala!.id].toSorted())

    const events = await sql(`select event, payload from outbox where actor_id = $1 order by id`, [manager.id])
    expect(events).toEqual([
      { event: 'coins changed', payload: { balance: before! - 1 } },
      {
        event: 'parent link',
        payload: {
          linked: true,
          links: expect.arrayContaining([
            { studentId: salim!.id, parentId: parent.id },
            { studentId: tala!.id, parentId: parent.id },
          ]),
        },
      },
    ])
    const lines = await sql(
      `select target_kind, target_id from audit_lines where operation = 'Import/Start' and outcome = 'done'`,
    )
    expect(lines).toHaveLength(3)
    expect(lines).toEqual(
      expect.arrayContaining([
        { target_kind: 'import', target_id: done.id },
        { target_kind: 'student', target_id: salim!.id },
        { target_kind: 'student', target_id: tala!.id },
      ]),
    )
  })

  test('shows a guardian who has an account and one who has none in the same way', async () => {
    const both = async (phone: string, name: string) => {
      const draft = await upload(table([name, 'فصل 6ب', '', phone, '', '']))
      const seen = [draft, ...(await rows(draft.id)), await start(draft.id)]
      return JSON.stringify(seen)
        .replaceAll(phone, 'phone')
        .replaceAll(name, 'name')
        .replaceAll(/"(id|createDate|lastModifyDate|finishDate|studentId)":"[^"]+"/g, '')
    }
    expect(await both('01000000031', 'جنى فؤاد السباعي')).toBe(await both('01055555561', 'رنا فؤاد السباعي'))
  })

  test('changes what it says of those who are there, and nothing else', async () => {
    const before = await balance()
    const done = await stored(['ليلى كريم الجندي', 'فصل 5أ', '2014-03-04', '', '01055555571', 'لا'])
    expect(done).toMatchObject({ changed: 1, coins: 0 })
    const [changed] = await found('ليلى كريم الجندي')
    expect(changed).toMatchObject({
      id: laila.id,
      birthDate: '2014-03-04',
      isPaid: false,
      version: 2,
      classRoomId: class5a.id,
    })
    // Her seat was charged long ago: the coin stays spent.
    expect(await balance()).toBe(before)
    const [{ birth_date: birthDate }] = (await sql('select birth_date::text from students where id = $1', [
      omar.id,
    ])) as [{ birth_date: string }]
    expect(await stored(['عمر كريم الجندي', 'فصل 6أ', birthDate, '', '', ''])).toMatchObject({ changed: 1 })
    expect((await found('عمر كريم الجندي'))[0]).toMatchObject({ id: omar.id, classRoomId: class6a.id })
    const classes = await sql(
      'select class_room_id, to_day::text from student_classes where student_id = $1 order by from_day, to_day nulls last',
      [omar.id],
    )
    expect(classes).toEqual([
      { class_room_id: class4a.id, to_day: today },
      { class_room_id: class6a.id, to_day: null },
    ])
  })

  test('brings nothing a second time', async () => {
    const lines = [
      ['سيف عادل المرسي', 'فصل 6ب', '', '01055555581', '', ''],
      ['فرح عادل المرسي', 'فصل 6ب', '2016-01-05', '01000000005', '', 'لا'],
    ]
    await stored(...lines)
    const before = await everything()
    const draft = await upload(table(...lines))
    expect(draft).toMatchObject({ same: 2, added: 0, changed: 0, guardians: 0, coins: 0 })
    expect(await start(draft.id)).toMatchObject({ state: 'done', same: 2 })
    expect(await everything()).toEqual(before)
  })

  test('comes back as a draft when the school is no longer as it was shown', async () => {
    const draft = await upload(table(['هنا سامي الغريب', 'فصل 6ب', '', '', '', '']))
    await sql('update class_rooms set active = false where id = $1', [class6b.id])
    const back = await start(draft.id)
    expect(back).toMatchObject({
      state: 'draft',
      reason: 'The school has changed meanwhile; please look at the preview again',
      problems: 1,
    })
    expect(await rows(draft.id)).toMatchObject([{ problems: [{ reason: 'This class is not active' }] }])
    await sql('update class_rooms set active = true where id = $1', [class6b.id])
    expect(await found('هنا سامي الغريب')).toEqual([])
  })
})

describe('an import that is undone', () => {
  test('leaves students, classes, links, seats and the balance as they were, and the ledger longer', async () => {
    const before = await everything()
    const ledger = () =>
      sql<{ count: number }>('select count(*)::int from coin_entries where school_id = $1', [nile.id])
    const [{ count: entries }] = (await ledger()) as [{ count: number }]
    const done = await stored(
      ['آدم ياسر الكردي', 'فصل 6ب', '', '01000000005', '01055555591', 'نعم'],
      ['مريم ياسر الكردي', 'فصل 6ب', '', '01000000005', '', 'لا'],
      ['عمر كريم الجندي', 'فصل 6أ', '2001-02-03', '', '', ''],
      ['ليلى كريم الجندي', 'فصل 5أ', '', '01055555591', '', 'نعم'],
    )
    expect(done.problems).toBe(0)
    expect(await everything()).not.toEqual(before)

    const undone = await undo(done.id)
    expect(undone).toMatchObject({ state: 'undone', reason: null, undoable: false })
    expect(await everything()).toEqual(before)
    const [{ count }] = (await ledger()) as [{ count: number }]
    expect(count).toBeGreaterThan(entries)
    expect(await found('آدم ياسر الكردي')).toEqual([])
    const links = await sql(`select payload from outbox where event = 'parent link' order by id desc limit 1`)
    expect(links).toMatchObject([{ payload: { linked: false } }])
    await expect(as(manager)(imports.undo, { importId: done.id })).rejects.toMatchObject({
      status: 409,
      message: 'This import cannot be undone',
    })
  })

  test('takes back the link of a guardian who has confirmed his number since', async () => {
    const done = await stored(['يوسف نادر الحسيني', 'فصل 6ب', '', '01055555601', '', ''])
    const password = 'a long password'
    await asVisitor(registration.setPassword, { grant: await grantFor('01055555601'), password })
    const [{ id: userId }] = (await sql('select id from users where phone_number = $1', ['01055555601'])) as [
      { id: string },
    ]
    expect(await sql('select from student_parents where parent_id = $1 and ended_at is null', [userId])).toHaveLength(1)
    expect(await undo(done.id)).toMatchObject({ state: 'undone' })
    expect(await sql('select from student_parents where parent_id = $1', [userId])).toEqual([])
    expect(await sql('select from parent_invitations where phone_number = $1', ['01055555601'])).toEqual([])
  })

  test('is hindered by whatever came later, says by which rows, and changes nothing', async () => {
    const names = ['أ', 'ب', 'ج', 'د'].map((letter) => `طالب${letter} جديد الهواري`)
    const done = await stored(...names.map((name) => [name, 'فصل 6ب', '', '01055555611', '', '']))
    const ids = await Promise.all(names.map(async (name) => (await found(name))[0]!.id))
    await as(manager)(studentRecords.update, { id: ids[0]!, firstName: 'مُعدَّل' })
    await as(manager)(attendance.save, {
      classRoomId: class6b.id,
      date: today,
      students: [{ studentId: ids[1]!, state: 'present' }],
    })
    await sql(`update parent_invitations set removed_at = now(), removed_by = $1 where student_id = $2`, [
      manager.id,
      ids[2],
    ])
    const before = await everything()
    await expect(as(manager)(imports.undo, { importId: done.id })).rejects.toMatchObject({
      status: 409,
      message: 'Later changes stand in the way of undoing this import',
    })
    expect(await rows(done.id, 'hindering')).toMatchObject([
      { row: 2, hindrance: 'This student was changed later' },
      { row: 3, hindrance: 'Something was recorded of this student later' },
      { row: 4, hindrance: 'The parents of this student were changed later' },
    ])
    expect(await everything()).toEqual(before)
    expect(await settled(done.id)).toMatchObject({ state: 'done', undoable: true })
  })

  test('is hindered by everything that may ever speak of a student', async () => {
    const tables = await sql<{ name: string }>(
      `select conrelid::regclass::text as name from pg_constraint where contype = 'f' and confrelid = 'students'::regclass`,
    )
    // A new table that names students: say in undo.queries.ts what of it hinders an undo, and name it here.
    expect(tables.map(({ name }) => name).toSorted()).toEqual([
      ...['attendance_marks', 'class_move_students', 'media', 'parent_invitations', 'seats', 'student_activities'],
      ...['student_classes', 'student_exams', 'student_homework', 'student_notes', 'student_parents'],
    ])
  })

  test('cannot remove a student in any other way', async () => {
    await sql(`set role kashkool_app; select set_config('app.schools', '${nile.id}', false);
      delete from students where id = '${omar.id}'`)
    expect(await sql('select from students where id = $1', [omar.id])).toHaveLength(1)
  })
})
