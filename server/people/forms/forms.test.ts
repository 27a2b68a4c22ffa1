import { createHash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { forms } from '#contract/people/forms/forms.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { as, connection } = await testApp()
const { sql } = tracesIn(connection)
const { manager, supervisor, parent, mother, formerParent, otherManager, deltaParent } = world
const { nile, delta, omar, laila, classmate, class4a, class5a } = world
const classmatesParent = world.classmatesParent

type Person = typeof parent
const trip = {
  schoolId: nile.id,
  formKind: 'trip' as const,
  title: 'رحلة إلى المتحف',
  body: 'نزور المتحف يوم الأحد ونعود في الثانية.',
  classRoomIds: [] as string[],
}
const add = (more: object = {}) => as(manager)(forms.save, { ...trip, ...more })
const own = (studentId = omar.id, person: Person = parent) => as(person)(forms.ofChild, { studentId })
const answer = (formId: string, agrees = true, more: object = {}, person: Person = parent) =>
  as(person)(forms.answer, { studentId: omar.id, formId, textVersion: 1, agrees, ...more })
const withdraw = (formId: string, person: Person = parent) => as(person)(forms.withdraw, { studentId: omar.id, formId })
const report = (formId: string) => as(manager)(forms.report, { schoolId: nile.id, formId })

beforeEach(async () => {
  for (const table of ['form_answers', 'form_texts', 'forms']) await sql(`delete from ${table}`)
})

describe('a form', () => {
  test('is answered for a child by one of the parents, who both read it, with its version and moment', async () => {
    const { id } = await add()
    expect(await own()).toMatchObject([{ id, answer: 'open', isOpen: true, textVersion: 1 }])
    const signed = await answer(id)
    expect(signed).toMatchObject({ answer: 'agreed', answeredVersion: 1, answeredByName: 'كريم ماهر الجندي' })
    expect(await own(omar.id, mother)).toEqual([{ ...signed, others: [] }])
    expect(await own(laila.id)).toMatchObject([{ answer: 'open' }])
    const [row] = (await report(id)).filter(({ studentId }) => studentId === omar.id)
    const hash = createHash('sha256')
      .update(JSON.stringify([trip.title, trip.body]))
      .digest('hex')
    expect(row).toMatchObject({ answer: 'agreed', textVersion: 1, hash, answeredByName: 'كريم ماهر الجندي' })
    const [listed] = await as(manager)(forms.list, { schoolId: nile.id })
    expect(listed).toMatchObject({ id, agreed: 1, refused: 0, waits: 0 })
  })

  test('is withdrawn in one call, keeps that it was given, and is given again', async () => {
    const { id } = await add()
    await answer(id)
    expect(await withdraw(id, mother)).toMatchObject({ answer: 'withdrawn', answeredVersion: 1 })
    await expect(withdraw(id)).rejects.toMatchObject(notFound)
    expect(await answer(id)).toMatchObject({ answer: 'agreed', withdrawnAt: null })
    const former = await sql(
      `select was ->> 'withdrawn_at' as withdrawn from former_values where table_name = 'form_answers'`,
    )
    expect(former.filter(({ withdrawn }) => withdrawn !== null)).toHaveLength(1)
  })

  test('with another text is another version, and the answers stay those to the text that was read', async () => {
    const { id, version } = await add()
    await answer(id)
    const body = `${trip.body} نركب الحافلة.`
    const changed = await as(manager)(forms.save, { ...trip, body, formId: id, baseVersion: version })
    expect(changed).toMatchObject({ textVersion: 2, agreed: 1 })
    expect(await own()).toMatchObject([{ textVersion: 2, answeredVersion: 1, answer: 'agreed' }])
    await expect(answer(id, true, { studentId: laila.id })).rejects.toMatchObject(
      refused(409, 'The text was changed since you read it; read it again'),
    )
    const texts = await sql('select hash from form_texts where form_id = $1 order by text_version', [id])
    expect(texts[0].hash).not.toBe(texts[1].hash)
    await expect(as(manager)(forms.save, { ...trip, formId: id, baseVersion: version })).rejects.toMatchObject({
      status: 409,
    })
    await as(manager)(forms.save, { ...trip, body, places: 9, formId: id })
    expect((await own())[0]).toMatchObject({ textVersion: 2, placesLeft: 8 })
  })

  test('keeps the text that was answered for its paper, with who agreed and who withdrew', async () => {
    const { id, version } = await add()
    expect((await own())[0]).toMatchObject({ answeredText: null, studentName: 'عمر كريم الجندي' })
    await answer(id)
    const body = `${trip.body} نركب الحافلة.`
    await as(manager)(forms.save, { ...trip, body, formId: id, baseVersion: version })
    await withdraw(id, mother)
    const texts = await as(manager)(forms.texts, { schoolId: nile.id, formId: id })
    expect(texts).toMatchObject([
      { textVersion: 1, body: trip.body },
      { textVersion: 2, body },
    ])
    const [form] = await own()
    expect(form).toMatchObject({ body, answer: 'withdrawn', answeredText: texts[0] })
    expect([form!.answeredByName, form!.withdrawnByName]).toEqual([
      'كريم ماهر الجندي',
      expect.not.stringContaining('كريم ماهر'),
    ])
    const elsewhere = as(otherManager)(forms.texts, { schoolId: nile.id, formId: id })
    await expect(elsewhere).rejects.toMatchObject(notFound)
  })

  test('names the other children of the caller for whom nobody answered it', async () => {
    const { id } = await add()
    expect((await answer(id)).others).toEqual([{ studentId: laila.id, firstName: 'ليلى' }])
    expect((await answer(id, true, { studentId: laila.id })).others).toEqual([])
    expect((await own())[0]!.others).toEqual([])
    await add({ classRoomIds: [class4a.id] })
    expect((await own())[0]!.others).toEqual([])
  })

  test('asks the classes that are named, until its last day, and while it is open', async () => {
    const { id } = await add({ classRoomIds: [class5a.id], untilDay: today })
    expect(await own()).toEqual([])
    await expect(answer(id)).rejects.toMatchObject(notFound)
    expect(await own(laila.id)).toMatchObject([{ id, isOpen: true }])
    await answer(id, true, { studentId: laila.id })
    await sql('update forms set until_day = $1', [daysFrom(today, -1)])
    await expect(answer(id, false, { studentId: laila.id })).rejects.toMatchObject(refused(409, 'This form is closed'))
    const past = as(parent)(forms.withdraw, { studentId: laila.id, formId: id })
    expect(await past).toMatchObject({ answer: 'withdrawn', isOpen: false })
    await expect(add({ untilDay: daysFrom(today, -1) })).rejects.toMatchObject(refused(400, 'This date cannot be used'))
    const open = await add()
    await as(manager)(forms.close, { schoolId: nile.id, formId: open.id, closed: true })
    expect((await own()).map((form) => form.id)).not.toContain(open.id)
    await as(manager)(forms.close, { schoolId: nile.id, formId: open.id, closed: false })
    expect((await own()).map((form) => form.id)).toContain(open.id)
  })
})

describe('places', () => {
  test('go to who agrees first, the others wait, and the first of them moves up when one withdraws', async () => {
    const { id } = await add({ places: 1 })
    expect(await answer(id)).toMatchObject({ answer: 'agreed', placesLeft: 0 })
    const next = await answer(id, true, { studentId: classmate.id }, classmatesParent)
    expect(next).toMatchObject({ answer: 'waits', placesLeft: 0 })
    expect(await answer(id, true, { studentId: laila.id })).toMatchObject({ answer: 'waits' })
    expect((await as(manager)(forms.list, { schoolId: nile.id }))[0]).toMatchObject({ agreed: 1, waits: 2 })
    // Agreeing again keeps the place.
    expect(await answer(id)).toMatchObject({ answer: 'agreed' })
    await withdraw(id)
    expect((await own(classmate.id, classmatesParent))[0]).toMatchObject({ answer: 'agreed' })
    expect((await own(laila.id))[0]).toMatchObject({ answer: 'waits' })
  })

  test('are never given twice, however many families agree at once', async () => {
    const { id } = await add({ places: 1 })
    const all = [
      answer(id),
      answer(id, true, { studentId: laila.id }),
      answer(id, true, { studentId: classmate.id }, classmatesParent),
    ]
    await Promise.all(all)
    const given = (await report(id)).filter((row) => row.answer === 'agreed')
    expect(given).toHaveLength(1)
    expect((await report(id)).filter((row) => row.answer === 'waits')).toHaveLength(2)
  })
})

test('forms are closed to strangers, and only people who write to the whole school make them', async () => {
  const { id } = await add()
  for (const stranger of [formerParent, deltaParent])
    await expect(answer(id, true, {}, stranger)).rejects.toMatchObject(notFound)
  await expect(answer(id, true, { studentId: classmate.id })).rejects.toMatchObject(notFound)
  for (const person of [supervisor, parent])
    await expect(as(person)(forms.save, trip)).rejects.toMatchObject(notAllowed)
  await expect(as(otherManager)(forms.report, { schoolId: nile.id, formId: id })).rejects.toMatchObject(notFound)
  await expect(as(otherManager)(forms.report, { schoolId: delta.id, formId: id })).rejects.toMatchObject(notFound)
  await expect(add({ classRoomIds: [class4a.id, class4a.id] })).rejects.toMatchObject({ status: 400 })
})
