import { beforeEach, describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { threadReview } from '#contract/messages/threads/thread-review.ts'
import { beginnings, threads } from '#contract/messages/threads/threads.ts'
import { testApp } from '#test/harness/app.ts'
import { deliverAll } from '#test/harness/deliveries.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { now } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'
import { keepThreads } from './threads-work.queries.ts'

const { as, connection } = await testApp()
const { sql, audited, giveKey } = tracesIn(connection)
const { manager, deputy, supervisor, parent, mother, formerParent, otherManager, deltaParent, idleTeacher } = world
const { nile, omar, laila, classmate, class4a, class5a } = world

type Person = typeof parent

const inSchool = { schoolId: nile.id }
const hours = { frameFrom: '08:00', frameTo: '15:00', nightFrom: '20:00', nightTo: '07:00' }
const setUp = (more: object = {}) =>
  as(manager)(threadReview.saveSettings, {
    ...inSchool,
    ...hours,
    opens: ['supervisor', 'teacher', 'counsellor', 'office'],
    officeIds: [deputy.id],
    answerDays: 2,
    words: ['غبي'],
    ...more,
  })
const question = {
  studentIds: [omar.id],
  toId: supervisor.id,
  subject: 'marks' as const,
  bothParents: true,
  body: 'لماذا نقصت درجة عمر في الاختبار الأخير؟',
}
const begin = async (more: object = {}, person: Person = parent) =>
  (await as(person)(beginnings.begin, { ...question, ...more }))[0]!
const write = (threadId: string, body: string, person: Person = parent, more: object = {}) =>
  as(person)(threads.write, { threadId, body, ...more })
const get = (threadId: string, person: Person = parent) => as(person)(threads.get, { threadId })
const list = (person: Person = parent) => as(person)(threads.list, {})
const bodies = async (threadId: string, person?: Person) => (await get(threadId, person)).lines.map(({ body }) => body)
const work = () => keepThreads(connection, new Date(now()))

beforeEach(async () => {
  await sql('delete from attachments where text_id is not null')
  for (const table of [
    'thread_reads',
    'thread_acts',
    'thread_texts',
    'threads',
    'message_hours',
    'message_people',
    'outbox',
  ])
    await sql(`delete from ${table}`)
  await sql(`delete from inbox_items where kind in ('message', 'messageReported')`)
  await setUp()
})

describe('a thread', () => {
  test('is begun by a parent, read by both, and answered by who is responsible, who is notified', async () => {
    const { threadId } = await begin()
    expect(await list()).toMatchObject([{ id: threadId, side: 'asker', turn: 'school', unread: false, late: false }])
    expect(await list(mother)).toMatchObject([{ id: threadId, unread: true }])
    expect(await list(supervisor)).toMatchObject([
      { id: threadId, side: 'school', unread: true, studentName: expect.any(String) },
    ])
    await deliverAll(connection)
    expect((await as(supervisor)(inbox.items, { topic: 'messages' }))[0]).toMatchObject({
      kind: 'message',
      on: false,
      link: { to: 'messages', id: threadId },
    })

    await write(threadId, 'سأراجعها معه غدًا.', supervisor, { sendNow: true })
    await deliverAll(connection)
    for (const one of [parent, mother])
      expect((await as(one)(inbox.items, { topic: 'messages' }))[0]).toMatchObject({
        kind: 'message',
        on: true,
        firstName: omar.firstName,
      })
    expect(await list()).toMatchObject([{ turn: 'asker', unread: true }])
    await as(parent)(threads.read, { threadId, upTo: 2 })
    expect(await list()).toMatchObject([{ unread: false }])
    expect(await as(parent)(inbox.items, { topic: 'messages', unread: true })).toEqual([])
    const { lines } = await get(threadId, supervisor)
    expect(lines.map(({ readBy }) => readBy.map(({ name }) => name))).toEqual([
      ['طارق عبدالعزيز شلبي'],
      ['كريم ماهر الجندي'],
    ])
  })

  test('is one item of the inbox until it is read, however often somebody writes', async () => {
    const { threadId } = await begin()
    await write(threadId, 'وأيضًا الواجب؟')
    await deliverAll(connection)
    expect(await as(supervisor)(inbox.items, { topic: 'messages' })).toHaveLength(1)
  })

  test('of one parent alone is not read by the other', async () => {
    const { threadId } = await begin({ bothParents: false })
    expect(await list(mother)).toEqual([])
    for (const call of [() => get(threadId, mother), () => write(threadId, 'نص', mother)])
      await expect(call()).rejects.toMatchObject(notFound)
  })

  test('is 404 for everybody who is no member, and from the next call for a parent whose link ended', async () => {
    const { threadId } = await begin()
    for (const one of [formerParent, deltaParent, otherManager, idleTeacher, manager, world.mathsTeacher])
      for (const call of [
        () => get(threadId, one),
        () => write(threadId, 'نص', one),
        () => as(one)(threads.done, { threadId }),
      ])
        await expect(call()).rejects.toMatchObject(notFound)
    expect(await get(threadId, mother)).toMatchObject({ id: threadId })
    await sql(
      'update student_parents set see_until = see_from where student_id = $1 and parent_id = $2 and ended_at is null',
      [omar.id, mother.id],
    )
    for (const call of [
      () => get(threadId, mother),
      () => write(threadId, 'نص', mother),
      () => as(mother)(threads.read, { threadId, upTo: 1 }),
    ])
      await expect(call()).rejects.toMatchObject(notFound)
    expect(await list(mother)).toEqual([])
    await sql(
      'update student_parents set see_until = null where student_id = $1 and parent_id = $2 and ended_at is null',
      [omar.id, mother.id],
    )
  })

  test('is done, and begins again with the next text', async () => {
    const { threadId } = await begin()
    await as(supervisor)(threads.done, { threadId })
    expect(await list()).toMatchObject([{ turn: 'done' }])
    await write(threadId, 'عفوًا، سؤال آخر.')
    expect(await list()).toMatchObject([{ turn: 'school' }])
  })

  test('about two children is two threads by one press', async () => {
    const written = await as(parent)(beginnings.begin, { ...question, studentIds: [omar.id, laila.id], toId: null })
    expect(new Set(written.map(({ threadId }) => threadId)).size).toBe(2)
    expect(await list(deputy)).toHaveLength(2)
    await expect(
      as(parent)(beginnings.begin, { ...question, studentIds: [omar.id, classmate.id] }),
    ).rejects.toMatchObject(notFound)
  })

  test('quotes what it is about, which must be about the child', async () => {
    const [note] = await sql('select id from student_notes where student_id = $1 and removed_at is null limit 1', [
      omar.id,
    ])
    const { threadId } = await begin({ aboutKind: 'note', aboutId: note.id })
    expect((await get(threadId)).quoted).toMatchObject({ aboutKind: 'note', about: expect.any(String) })
    const [other] = await sql('select id from student_notes where student_id <> $1 limit 1', [omar.id])
    await expect(begin({ aboutKind: 'note', aboutId: other.id })).rejects.toMatchObject(notFound)
  })

  test('is begun only with the people of the child whom the school opens', async () => {
    const { people, bothParents } = await as(parent)(beginnings.reachable, { studentId: omar.id })
    expect(people.map(({ part }) => part)).toEqual(expect.arrayContaining(['supervisor', 'teacher', 'office']))
    expect(bothParents).toBe(true)
    await expect(begin({ toId: idleTeacher.id })).rejects.toMatchObject(notFound)
    await setUp({ opens: ['office'] })
    await expect(begin()).rejects.toMatchObject(notFound)
    expect((await as(parent)(beginnings.reachable, { studentId: omar.id })).people).toMatchObject([{ part: 'office' }])
  })

  test('of a colleague with the office is about no child', async () => {
    const ask = { ...inSchool, subject: 'other' as const, body: 'متى تُصرف المكافأة؟' }
    const { threadId } = await as(supervisor)(beginnings.writeToOffice, ask)
    expect(await list(deputy)).toMatchObject([{ id: threadId, studentId: null, askerName: 'طارق عبدالعزيز شلبي' }])
    await write(threadId, 'يوم الأحد.', deputy)
    expect(await bodies(threadId, supervisor)).toEqual([ask.body, 'يوم الأحد.'])
    await expect(get(threadId)).rejects.toMatchObject(notFound)
  })

  test('is begun by a teacher with parents of the classes in reach', async () => {
    const text = { studentId: omar.id, subject: 'behaviour' as const, body: 'عمر متعاون جدًا.', sendNow: true }
    const { threadId } = await as(supervisor)(beginnings.writeToParents, text)
    expect(await bodies(threadId)).toEqual([text.body])
    expect((await as(supervisor)(beginnings.family, { studentId: omar.id })).parents).toHaveLength(2)
    await expect(as(idleTeacher)(beginnings.writeToParents, text)).rejects.toMatchObject(notFound)
    await expect(
      as(supervisor)(beginnings.writeToParents, { ...text, parentId: deltaParent.id }),
    ).rejects.toMatchObject(notFound)
    const [elsewhere] = await sql('select id from students where class_room_id = $1 and active limit 1', [class5a.id])
    const away = as(supervisor)(beginnings.writeToParents, { ...text, studentId: elsewhere.id })
    await expect(away).rejects.toMatchObject(notFound)
  })
})

describe('limits', () => {
  test('three unanswered texts of one side, and twenty of a day', async () => {
    const { threadId } = await begin()
    await write(threadId, 'ثانية')
    await write(threadId, 'ثالثة')
    expect(await get(threadId)).toMatchObject({ closedBy: 'waits' })
    const waits = refused(409, 'The other side will answer; three texts of yours wait already')
    await expect(write(threadId, 'رابعة')).rejects.toMatchObject(waits)
    for (let nth = 4; nth <= 20; nth++)
      await write(threadId, `نص ${nth}`, nth % 2 ? parent : supervisor, nth % 2 ? {} : { sendNow: true })
    await expect(write(threadId, 'زائد')).rejects.toMatchObject(
      refused(409, 'This thread has had its twenty texts of today'),
    )
  })

  test('ten new threads of a parent in seven days', async () => {
    for (let nth = 0; nth < 10; nth++) await begin()
    expect((await as(parent)(beginnings.reachable, { studentId: omar.id })).left).toBe(0)
    const ten = refused(409, 'You have begun ten threads in these seven days; go on in one of them')
    await expect(begin()).rejects.toMatchObject(ten)
    await begin({}, mother)
  })

  test('a text of 2,000 graphemes, and no empty one', async () => {
    await begin({ body: 'م'.repeat(2000) })
    await expect(begin({ body: 'م'.repeat(2001) })).rejects.toMatchObject({ status: 400 })
    await expect(begin({ body: ' \u200b\n' })).rejects.toMatchObject({ status: 400 })
  })

  test('a word of the list of the school is sent once its sender confirms it', async () => {
    const hurtful = refused(409, 'A word of this text may hurt; send it again if you mean it')
    await expect(begin({ body: 'هذا الولد غَبِيّ!' })).rejects.toMatchObject(hurtful)
    await begin({ body: 'هذا الولد غَبِيّ!', confirmed: true })
    await begin({ body: 'أغبياء كلمة أخرى' })
  })

  test('fifty at once: each text once, with a number of its own, in the order of the numbers', async () => {
    await sql(`update message_settings set opens = '{supervisor}'`)
    const { threadId } = await begin()
    const turns = Array.from({ length: 50 }, (_, nth) => nth)
    const all = await Promise.allSettled(
      turns.map((nth) => write(threadId, `نص ${nth}`, nth % 2 ? parent : supervisor, nth % 2 ? {} : { sendNow: true })),
    )
    const stored = all.filter(({ status }) => status === 'fulfilled').length
    const rows = await sql('select number, body from thread_texts where thread_id = $1 order by number', [threadId])
    expect(rows.map(({ number }: { number: number }) => number)).toEqual(rows.map((_: unknown, nth: number) => nth + 1))
    expect(new Set(rows.map(({ body }: { body: string }) => body)).size).toBe(rows.length)
    expect(rows.length).toBe(stored + 1)
    expect(rows.length).toBeLessThanOrEqual(20)
    expect((await sql('select texts from threads where id = $1', [threadId]))[0].texts).toBe(rows.length)
  })
})

describe('a text that is taken back', () => {
  test('is nowhere any more, and only its writer can, for five minutes, while it is unread', async () => {
    const { threadId } = await begin()
    const { textId } = await write(threadId, 'كلام كتبته خطأ')
    const take = (person: Person = parent) => as(person)(threads.takeBack, { threadId, textId })
    await expect(take(supervisor)).rejects.toMatchObject(notFound)
    await take()
    expect(await bodies(threadId)).toEqual([question.body, null])
    expect((await get(threadId)).lines[1]).toMatchObject({ takenBack: true })
    await expect(take()).rejects.toMatchObject(notFound)
    // In no table means in no export, search, push or former value.
    const tables = await sql(
      `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`,
    )
    for (const { name: table } of tables)
      expect(await sql(`select t::text from ${table} t where t::text like '%كتبته خطأ%'`), table).toEqual([])
    await deliverAll(connection)

    const read = await write(threadId, 'نص مقروء')
    await as(supervisor)(threads.read, { threadId, upTo: 3 })
    const again = as(parent)(threads.takeBack, { threadId, textId: read.textId })
    await expect(again).rejects.toMatchObject(refused(409, 'This text was read already'))
    const late = await write(threadId, 'نص قديم')
    await sql(`update thread_texts set sent_at = sent_at - interval '6 minutes' where id = $1`, [late.textId])
    const tooLate = as(parent)(threads.takeBack, { threadId, textId: late.textId })
    await expect(tooLate).rejects.toMatchObject(refused(409, 'A text can be taken back for five minutes'))
  })

  test('gives the turn back', async () => {
    const { threadId, textId } = await begin()
    await as(parent)(threads.takeBack, { threadId, textId })
    expect(await list()).toMatchObject([{ turn: 'done' }])
    await deliverAll(connection)
    expect(await as(supervisor)(inbox.items, { topic: 'messages' })).toEqual([])
  })
})

describe('review', () => {
  const late = (person: Person = deputy) => as(person)(threadReview.late, inSchool)
  const open = (threadId: string, person: Person = manager) =>
    as(person)(threadReview.open, { ...inSchool, threadId, reason: 'شكوى من الأسرة' })

  test('of any other thread needs a reason, which is audited and said in it, and lasts a day', async () => {
    const { threadId } = await begin()
    await expect(get(threadId, manager)).rejects.toMatchObject(notFound)
    expect(await as(manager)(threadReview.ofStudent, { studentId: omar.id })).toMatchObject([
      { id: threadId, opened: false },
    ])
    await expect(open(threadId, supervisor)).rejects.toMatchObject(notAllowed)
    await expect(open(threadId, otherManager)).rejects.toMatchObject(notFound)
    await open(threadId)
    expect(await get(threadId, manager)).toMatchObject({ side: 'review', closedBy: 'reads' })
    expect((await audited(threadReview.open)).at(-1)).toMatchObject({ person_id: manager.id, target_id: threadId })
    expect((await get(threadId)).lines[1]).toMatchObject({
      lineKind: 'opened',
      byName: expect.any(String),
      body: 'شكوى من الأسرة',
    })
    await expect(write(threadId, 'نص', manager)).rejects.toMatchObject(refused(409, 'You only read this thread'))
    await sql(`update thread_acts set at = at - interval '25 hours'`)
    await expect(get(threadId, manager)).rejects.toMatchObject(notFound)
  })

  test('of a reported thread is open to who holds the key, and both sides are told', async () => {
    const { threadId, textId } = await begin()
    await expect(as(parent)(threads.report, { threadId, textId })).rejects.toMatchObject(notFound)
    await as(supervisor)(threads.report, { threadId, textId, reason: 'كلام جارح' })
    expect(await late(manager)).toMatchObject([{ id: threadId, reported: true, opened: true }])
    expect(await bodies(threadId, manager)).toContain(question.body)
    for (const one of [parent, supervisor]) expect(await get(threadId, one)).toMatchObject({ reported: true })
    await deliverAll(connection)
    expect((await as(manager)(inbox.items, { topic: 'messages' }))[0]).toMatchObject({ kind: 'messageReported' })
    await as(manager)(threadReview.settle, { ...inSchool, threadId })
    await expect(get(threadId, manager)).rejects.toMatchObject(notFound)
    const again = as(manager)(threadReview.settle, { ...inSchool, threadId })
    await expect(again).rejects.toMatchObject(refused(409, 'Nothing is reported here any more'))
  })

  test('of a late thread answers it or hands it over', async () => {
    const { threadId } = await begin()
    expect(await late(manager)).toEqual([])
    await sql(`update threads set answer_by = answer_by - 30`)
    expect(await late(manager)).toMatchObject([{ id: threadId, late: true }])
    expect(await list(supervisor)).toMatchObject([{ late: true }])
    await as(manager)(threads.handOver, { threadId, toId: null })
    expect(await get(threadId)).toMatchObject({ responsibleName: null })
    expect((await get(threadId)).lines.at(-1)).toMatchObject({ lineKind: 'handed', toName: null })
    await write(threadId, 'نعتذر عن التأخير.', manager, { sendNow: true })
    await expect(get(threadId, manager)).rejects.toMatchObject(notFound)
    await expect(get(threadId, supervisor)).rejects.toMatchObject(notFound)
    expect(await list(deputy)).toMatchObject([{ id: threadId, turn: 'asker' }])
  })
})

describe('who answers', () => {
  test('a thread is handed to another of the child, who is notified', async () => {
    const { threadId } = await begin()
    const colleagues = await as(supervisor)(threads.colleagues, { threadId })
    const [next] = colleagues.filter(({ part }) => part === 'teacher')
    await as(supervisor)(threads.handOver, { threadId, toId: next!.personId })
    await expect(get(threadId, supervisor)).rejects.toMatchObject(notFound)
    expect(await get(threadId)).toMatchObject({ responsibleName: next!.personName })
    await expect(as(parent)(threads.handOver, { threadId, toId: null })).rejects.toMatchObject(
      refused(409, 'You only read this thread'),
    )
  })

  test('a thread follows the child into another class, and its former supervisor loses it at once', async () => {
    const { threadId } = await begin()
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [world.secondSupervisor.id, class4a.id])
    await sql('delete from class_teacher_courses where class_room_id = $1 and teacher_id = $2', [
      class4a.id,
      supervisor.id,
    ])
    await expect(get(threadId, supervisor)).rejects.toMatchObject(notFound)
    expect(await list(supervisor)).toEqual([])
    await work()
    expect(await list(world.secondSupervisor)).toMatchObject([{ id: threadId, unread: true }])
    expect(await bodies(threadId)).toEqual([question.body, null])
    expect((await get(threadId)).lines[1]).toMatchObject({
      lineKind: 'moved',
      byName: null,
      toName: expect.any(String),
    })
    await sql('update class_rooms set supervisor_id = $1 where id = $2', [supervisor.id, class4a.id])
  })

  test('a stand-in answers while somebody is away, and gives back what is open', async () => {
    const { threadId } = await begin()
    const today = (await sql(`select (now() at time zone 'Africa/Cairo')::date::text as day`))[0].day
    const away = { ...inSchool, own: [], awayFrom: today, awayUntil: today, standInId: idleTeacher.id }
    await as(supervisor)(threadReview.saveHours, away)
    await work()
    expect(await list(idleTeacher)).toMatchObject([{ id: threadId }])
    await expect(get(threadId, supervisor)).rejects.toMatchObject(notFound)
    await as(supervisor)(threadReview.saveHours, { ...away, awayFrom: null, awayUntil: null })
    await work()
    expect(await list(supervisor)).toMatchObject([{ id: threadId }])
    expect(await list(idleTeacher)).toEqual([])
  })
})

describe('a school', () => {
  test('that switches messages off leaves threads to be read', async () => {
    const { threadId } = await begin()
    await setUp({ opens: [] })
    expect(await get(threadId)).toMatchObject({ closedBy: 'off' })
    const off = refused(409, 'This school takes no messages now')
    await expect(write(threadId, 'نص')).rejects.toMatchObject(off)
    await expect(begin()).rejects.toMatchObject(off)
    expect((await as(parent)(beginnings.reachable, { studentId: omar.id })).people).toEqual([])
  })

  test('sets its messages with the key alone, by version', async () => {
    const before = await as(manager)(threadReview.settings, inSchool)
    await expect(as(supervisor)(threadReview.settings, inSchool)).rejects.toMatchObject(notAllowed)
    await setUp({ baseVersion: before.version, answerDays: 3 })
    await expect(setUp({ baseVersion: before.version })).rejects.toMatchObject({ status: 409 })
    await expect(setUp({ frameTo: '07:00' })).rejects.toMatchObject({ status: 400 })
    await expect(setUp({ nightTo: '21:00' })).rejects.toMatchObject({ status: 400 })
    await expect(setUp({ officeIds: [parent.id] })).rejects.toMatchObject(notFound)
    await giveKey(supervisor, 'ManageMessages', nile)
    expect(await as(supervisor)(threadReview.settings, inSchool)).toMatchObject({ answerDays: 3 })
    await sql('delete from user_permissions where user_id = $1', [supervisor.id])
  })

  test('takes hours within its frame alone', async () => {
    const save = (from: string, to: string) =>
      as(supervisor)(threadReview.saveHours, { ...inSchool, own: [{ weekday: 'Sunday', from, to }] })
    expect(await save('12:00', '14:00')).toMatchObject({ own: [{ weekday: 'Sunday', from: '12:00', to: '14:00' }] })
    await expect(save('06:00', '09:00')).rejects.toMatchObject(
      refused(400, 'These hours are outside those of the school'),
    )
    const { people } = await as(parent)(beginnings.reachable, { studentId: omar.id })
    expect(people.find(({ personId }) => personId === supervisor.id)).toMatchObject({
      hours: [{ weekday: 'Sunday', from: '12:00', to: '14:00' }],
      readsAt: expect.any(String),
    })
  })
})
