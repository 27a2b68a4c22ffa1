import { describe, expect, test } from 'vitest'
import { inbox } from '#contract/messages/inbox/inbox.ts'
import { push } from '#contract/messages/push/push.ts'
import { absenceRules } from '#contract/teaching/absence/rules.ts'
import { runningRule } from '#test/world/absence-rules.ts'
import { senderOf } from '#test/push/browser.ts'
import { pushGround } from '#test/push/ground.ts'
import { world } from '#test/world/world.ts'

const ground = await pushGround()
const { service, lines, as, sql, waiting, send, sendAll, browserOf, absent, published, classChanged } = ground
const { parent, mother, parentOfThree, omar, laila, classmate, manager, nile } = world

describe('a push', () => {
  test('reaches every parent of the child in the parent’s language, signed by us, and nobody else', async () => {
    const [father, motherOfHis, other] = [
      await browserOf(parent),
      await browserOf(mother, 'en'),
      await browserOf(parentOfThree),
    ]
    await absent(omar, classmate)
    await sendAll()

    const [item] = await as(parent)(inbox.items, {})
    expect(father.got()).toEqual([
      {
        title: 'كشكول',
        body: 'هناك جديد عن \u2068عمر\u2069',
        tag: expect.stringMatching(/^[0-9a-f-]{36}$/),
        url: `/inbox?item=${item!.id}`,
        lang: 'ar',
        dir: 'rtl',
      },
    ])
    expect(motherOfHis.got()).toMatchObject([{ title: 'Kashkool', body: 'News about \u2068عمر\u2069', dir: 'ltr' }])
    expect(other.got()).toEqual([])

    const [sent] = service.requests
    const { key: sender, aud, sub } = senderOf(sent!)
    expect({ sender, aud, sub }).toEqual({
      sender: (await as(parent)(push.key, {})).key,
      aud: `https://${service.host}`,
      sub: 'mailto:it@school.example',
    })
    expect(sent!.headers).toMatchObject({ 'content-encoding': 'aes128gcm', ttl: expect.stringMatching(/^8\d{4}$/) })
    expect(sent!.headers.topic).toHaveLength(22)
  })

  test('contains no mark, no state, no word of a note and no child of another family', async () => {
    const father = await browserOf(parent)
    const [result] = await sql(
      `select exam_id from student_exams where student_id = $1 and removed_at is null and total_result is not null`,
      [omar.id],
    )
    const [note] = await sql('select id, notes from student_notes where student_id = $1', [omar.id])
    await absent(omar, classmate)
    await published('result', { kind: 'exam', workId: result.exam_id, studentIds: [omar.id, classmate.id] })
    await published('note', { noteId: note.id, studentId: omar.id })
    await classChanged(laila, classmate)
    await sendAll()

    const bodies = father.got().map(({ body }) => body)
    expect(bodies.toSorted()).toEqual(
      [
        'هناك جديد عن \u2068عمر\u2069',
        'هناك جديد عن \u2068عمر\u2069',
        'نتيجة جديدة: \u2068عمر\u2069',
        'تغيّر الفصل: \u2068ليلى\u2069',
      ].toSorted(),
    )
    for (const message of father.got())
      expect(Object.keys(message)).toEqual(['title', 'body', 'tag', 'url', 'lang', 'dir'])
  })

  test('about a step of absence is noted at the step, once the service has taken it', async () => {
    await browserOf(parent)
    await as(manager)(absenceRules.save, { schoolId: nile.id, excuseWithin: 7, rules: [runningRule(90)] })
    const [rule] = await sql('select school_id, id, version from absence_rules where school_id = $1', [nile.id])
    const [year] = await sql('select id from school_years where school_id = $1 and active', [rule.school_id])
    const [step] = await sql(
      `insert into absence_steps (school_id, id, student_id, rule_id, rule_version, period_id, position, at, name, action, reached_on, days)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, 9, 90, 'إنذار', 'letter', '2026-11-01', '{2026-11-01}') returning id`,
      [rule.school_id, omar.id, rule.id, rule.version, year.id],
    )
    const ways = async () =>
      (await sql('select notices from absence_steps where id = $1', [step.id]))[0].notices.flatMap(
        ({ personId, way }: { personId: string; way: string }) => (personId === parent.id ? [way] : []),
      )
    service.answers(503)
    await published('absence steps', { steps: [{ studentId: omar.id, stepId: step.id, reached: true }] })
    send()
    await expect.poll(() => service.requests.length).toBeGreaterThan(1)
    expect(await ways()).toEqual(['inbox'])
    service.answers(201)
    await expect.poll(waiting).toBe(0)
    expect(await ways()).toEqual(['inbox', 'push'])
  })

  test('is repeated until the service takes it, with the tag it had', async () => {
    const father = await browserOf(parent)
    service.answers(503)
    await classChanged(omar)
    send()
    await expect.poll(() => service.requests.length).toBeGreaterThan(3)
    service.answers(201)
    await expect.poll(waiting).toBe(0)
    expect(new Set(father.got().map(({ tag }) => tag)).size).toBe(1)
    expect(new Set(service.requests.map(({ headers }) => headers.topic)).size).toBe(1)
  })

  test('that the service took before its sender died is sent again with the same tag, and then no more', async () => {
    const father = await browserOf(parent)
    service.answers('silence')
    await classChanged(omar)
    const dying = send()
    await expect.poll(() => service.requests.length).toBe(1)
    // Makes the lease expire, so that another process takes it.
    await sql('update notices set next_try_at = now()')
    service.answers(201)
    await sendAll()
    expect(father.got().map(({ tag }) => tag)).toEqual([expect.any(String), father.got()[0]!.tag])
    expect(await sql('select from push_subscriptions')).toHaveLength(1)
    ground.forget(dying)
  })

  test.each([404, 410])('answered %i ends that subscription alone', async (status) => {
    await browserOf(parent)
    service.answers(status)
    await classChanged(omar)
    await sendAll()
    expect(await as(parent)(push.devices, {})).toEqual([])
    expect(service.requests).toHaveLength(1)
  })

  test.each([400, 403, 307])('answered %i is not repeated, nor sent anywhere else', async (status) => {
    await browserOf(parent)
    service.answers(status)
    await classChanged(omar)
    await sendAll()
    expect(service.requests).toHaveLength(1)
    expect(await as(parent)(push.devices, {})).toHaveLength(1)
    expect(lines).toEqual([`Push: a notice was refused by ${service.host}: it answered ${status}`])
  })

  test('goes nowhere when its host was taken off the list', async () => {
    await browserOf(parent)
    await classChanged(omar)
    send(['fcm.googleapis.com'])
    await expect.poll(waiting).toBe(0)
    expect(service.requests).toEqual([])
    expect(await as(parent)(push.devices, {})).toEqual([])
  })

  test('is left alone while another one tries whether their host works again', async () => {
    await browserOf(parent)
    for (let n = 0; n < 6; n++) await classChanged(omar)
    service.answers(503)
    const trying = send([service.host], { firstWait: 1000 })
    await expect.poll(() => lines).toHaveLength(1)
    await expect.poll(() => service.requests.length).toBe(6)
    service.answers('silence')
    await expect.poll(() => service.requests.length).toBe(7)

    const tries = async () => Number((await sql('select sum(attempts) as tries from notices'))[0].tries)
    const before = await tries()
    await new Promise((later) => setTimeout(later, 500))
    expect((await tries()) - before).toBeLessThanOrEqual(6)
    ground.forget(trying)
  })

  test('is sent once by three processes', async () => {
    const father = await browserOf(parent)
    for (let n = 0; n < 10; n++) await classChanged(omar)
    send()
    send()
    await sendAll()
    expect(new Set(father.got().map(({ tag }) => tag)).size).toBe(10)
    expect(service.requests).toHaveLength(10)
  })
})
