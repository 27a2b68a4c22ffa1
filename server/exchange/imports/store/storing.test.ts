import { describe, expect, test } from 'vitest'
import { parents } from '#contract/people/parents/parents.ts'
import { schools } from '#contract/platform/schools/schools.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { students } from '#contract/people/students/students.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { csvOf, everythingOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, rows, sql } = importing(app)
const { manager, parent, nile, class4a, class5a, class6a, class6b, omar, laila } = world

const heading = ['الاسم', 'الفصل', 'تاريخ الميلاد', 'هاتف الأب', 'هاتف الأم', 'مدفوع']
const table = (...lines: string[][]) => csvOf([heading, ...lines])
const stored = async (...lines: string[][]) => start((await upload(table(...lines))).id)

await sql('update class_rooms set max_of_students = 100')

const balance = async () => (await as(manager)(schools.get, { schoolId: nile.id })).availableCoins
const found = (search: string) => as(manager)(studentRecords.list, { schoolId: nile.id, search })

const everything = () => everythingOf(sql)

describe('an import that is stored', () => {
  test('adds students with codes, classes, seats and guardians, in one go, and reports them', async () => {
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

    const waiting = await sql(
      'select id, student_id, phone_number from parent_invitations where student_id = any ($1) order by phone_number',
      [[salim!.id, tala!.id]],
    )
    const numbersOf = (id: string) => waiting.filter((one) => one.student_id === id).map((one) => one.phone_number)
    for (const { id } of [salim!, tala!]) expect(numbersOf(id)).toEqual(['01000000005', '01055555551'])
    expect((await as(parent)(parents.children, {})).map(({ studentId }) => studentId)).not.toContain(salim!.id)

    const events = await sql(`select event, payload from outbox where actor_id = $1 order by id`, [manager.id])
    expect(events).toEqual([
      {
        event: 'parents invited',
        payload: { invitationIds: expect.arrayContaining(waiting.map(({ id }) => id)) },
      },
      { event: 'coins changed', payload: { balance: before! - 1 } },
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

  test('shows a guardian with an account and one without in the same way', async () => {
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

  test('changes only its own columns of present students, and nothing else', async () => {
    // The national number would state another birth date.
    await sql('update official_records set number_kind = null, national_number = null where student_id = $1', [
      laila.id,
    ])
    await sql('update students set birth_date = null where id = $1', [laila.id])
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
    // The seat of this student was charged long ago, so its coin is not given back.
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

  test('comes back as a draft when the school changed since the preview', async () => {
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
