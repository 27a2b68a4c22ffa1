import { createHash, createPublicKey, verify } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { canonical } from '#contract/results/papers/content.ts'
import { readCode } from '#contract/results/papers/paper-code.ts'
import { papers } from '#contract/results/papers/papers.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, connection, app } = await testApp()
const { manager, supervisor, parent, unpaidParent, otherManager, nile, delta, class4a, omar, laila } = world
const { classmate, eldest, ward } = world
const { sql } = tracesIn(connection)
const year = Number(today.slice(0, 4))
const inNile = { schoolId: nile.id }

type Kind = 'enrolment' | 'leaving' | 'studentCard'
const issue = (studentIds: string[], kind: Kind = 'enrolment') =>
  as(manager)(papers.issue, { ...inNile, kind, studentIds })
const printed = async (paperIds: string[]) => as(manager)(papers.print, { ...inNile, paperIds })
const one = async (studentId: string, kind: Kind = 'enrolment') =>
  (await printed((await issue([studentId], kind)).paperIds))[0]!
const check = (code: string) => {
  const { id, hash } = readCode(code)!
  return asVisitor(papers.verify, { id, hash })
}
const keysOf = async (schoolId: string) => {
  const answer = await app.inject({ url: `/keys/${schoolId}.json` })
  return answer.statusCode === 200 ? answer.json<{ name: string; keys: { id: string; publicKey: string }[] }>() : null
}
const isSigned = (code: string, keys: { publicKey: string }[]) => {
  const { signed, signature } = readCode(code)!
  return keys.some(({ publicKey: x }) =>
    verify(null, signed, createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), signature),
  )
}

describe('a paper is issued', () => {
  test('with the next number of its kind, a hash of what it states, and the signature of its school', async () => {
    const first = await one(omar.id)
    const { nextNumber } = await as(manager)(papers.plan, { ...inNile, kind: 'enrolment', classRoomId: class4a.id })
    const second = await one(laila.id)
    expect(second.content.number).toBe(nextNumber)
    expect(second.content).toMatchObject({ number: first.content.number + 1, year, day: today, kind: 'enrolment' })
    expect(first.content).toMatchObject({
      studentName: 'عمر كريم الجندي',
      shortName: 'عمر ج.',
      classRoomName: class4a.name,
    })
    const { hash, schoolId, id, day } = readCode(first.code)!
    expect({ schoolId, id, day }).toEqual({ schoolId: nile.id, id: first.id, day: today })
    expect(hash).toBe(createHash('sha256').update(canonical(first.content)).digest('hex'))
    const published = (await keysOf(nile.id))!
    expect(published.name).toBe(nile.name)
    expect(isSigned(first.code, published.keys)).toBe(true)
    expect(isSigned(first.code, (await keysOf(delta.id))?.keys ?? [])).toBe(false)
  })

  test('with numbers without a gap, also by twenty calls at once', async () => {
    const rows = await sql('select id from students where school_id = $1 and active limit 40', [nile.id])
    const ids = rows.map(({ id }) => String(id))
    await Promise.all(Array.from({ length: 20 }, (_, nth) => issue(ids.slice(nth * 2, nth * 2 + 2))))
    const stored = await sql(`select number from papers where school_id = $1 and kind = 'enrolment' order by number`, [
      nile.id,
    ])
    expect(stored.length).toBeGreaterThanOrEqual(40)
    expect(stored.map(({ number }) => Number(number))).toEqual(stored.map((_, nth) => nth + 1))
  })

  test('once, however often it is issued and printed; from the second time on it says that it is a copy', async () => {
    const calls = await Promise.all(Array.from({ length: 5 }, () => issue([classmate.id], 'studentCard')))
    expect(calls.map(({ issued }) => issued).toSorted((a, b) => a - b)).toEqual([0, 0, 0, 0, 1])
    const [id] = calls[0]!.paperIds
    expect(new Set(calls.flatMap(({ paperIds }) => paperIds))).toEqual(new Set([id]))
    const [original] = await printed([id!])
    const [copy] = await printed([id!])
    expect([original!.copy, copy!.copy]).toEqual([false, true])
    expect({ ...copy, copy: false }).toEqual(original)
  })

  test('for nobody of another school, and by nobody without the key', async () => {
    await expect(issue([omar.id, omar.id])).rejects.toMatchObject(refused(400, 'A student is listed twice'))
    await expect(issue([omar.id, world.deltaStudent.id])).rejects.toMatchObject(notFound)
    await expect(issue([newId()])).rejects.toMatchObject(notFound)
    await expect(
      as(supervisor)(papers.issue, { ...inNile, kind: 'enrolment', studentIds: [omar.id] }),
    ).rejects.toMatchObject(notAllowed)
    await expect(
      as(otherManager)(papers.issue, { ...inNile, kind: 'enrolment', studentIds: [omar.id] }),
    ).rejects.toMatchObject(notFound)
    const { id } = await one(omar.id)
    await expect(as(otherManager)(papers.print, { schoolId: delta.id, paperIds: [id] })).rejects.toMatchObject(notFound)
    await expect(
      as(otherManager)(papers.revoke, { schoolId: delta.id, paperId: id, reason: 'foreign' }),
    ).rejects.toMatchObject(notFound)
  })

  test('of a term only from results that were closed and published', async () => {
    await expect(
      as(manager)(papers.issue, { ...inNile, kind: 'termCard', studentIds: [omar.id] }),
    ).rejects.toMatchObject(refused(400, 'Choose a term'))
    await expect(
      as(manager)(papers.issue, { ...inNile, kind: 'termCard', studentIds: [omar.id], termId: newId() }),
    ).rejects.toMatchObject(refused(409, 'None of these students can get this paper'))
  })
})

describe('a paper is checked', () => {
  test('by anybody, who learns what stands here and nothing else; each look is counted', async () => {
    const { code, content } = await one(omar.id)
    expect(await check(code)).toEqual({
      state: 'valid',
      schoolName: nile.name,
      kind: 'enrolment',
      number: `${content.number}/${year}`,
      studentName: 'عمر ج.',
      classRoomName: class4a.name,
      day: today,
      result: null,
      revokedOn: null,
    })
    await check(code)
    const [row] = await as(manager)(papers.list, { ...inNile, kind: 'enrolment', studentId: omar.id })
    expect(row!.checks).toBe(2)
  })

  test('as unknown, whether its id, its hash or their form is wrong', async () => {
    const { code } = await one(omar.id)
    const { id, hash } = readCode(code)!
    const wrong = [
      { id: newId(), hash },
      { id, hash: '0'.repeat(64) },
      { id, hash: hash.slice(1) },
      { id, hash: `${hash}0` },
      { id, hash: '' },
      { id: 'x', hash },
      { id: 7 as never, hash },
      { id, hash: 'a'.repeat(5000) },
    ]
    const answers = await Promise.all(wrong.map((input) => asVisitor(papers.verify, input)))
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]!.state).toBe('unknown')
    expect(Object.values(answers[0]!).filter((value) => value !== null)).toEqual(['unknown'])
  })

  test('as revoked from when it was', async () => {
    const { id, code } = await one(laila.id, 'studentCard')
    await as(manager)(papers.revoke, { ...inNile, paperId: id, reason: 'البطاقة مفقودة' })
    expect(await check(code)).toMatchObject({ state: 'revoked', revokedOn: today })
    const again = { ...inNile, paperId: id, reason: 'مرة أخرى' }
    await expect(as(manager)(papers.revoke, again)).rejects.toMatchObject(refused(409, 'This paper was revoked'))
    await expect(printed([id])).rejects.toMatchObject(refused(409, 'This paper was revoked'))
    expect((await one(laila.id, 'studentCard')).id).not.toBe(id)
  })

  test('thirty times a minute from one address', async () => {
    const { asVisitor: limited } = await testApp({ paperChecks: 30 })
    const look = () => limited(papers.verify, { id: newId(), hash: '' })
    for (let nth = 0; nth < 30; nth++) await look()
    await expect(look()).rejects.toMatchObject({ status: 429 })
  })
})

test('a card takes the place of the former one when what it states has changed; certificates of former days stay', async () => {
  const [card, certificate] = [await one(eldest.id, 'studentCard'), await one(eldest.id)]
  await sql(`update students set last_name = 'الخولي حسن' where id = $1`, [eldest.id])
  await sql(
    `insert into official_records (id, school_id, student_id, official_name) values ($1, $2, $3, 'سما ياسر الخولي حسن')
    on conflict on constraint official_records_student_id_key do update set official_name = excluded.official_name`,
    [newId(), nile.id, eldest.id],
  )
  const newer = await one(eldest.id, 'studentCard')
  expect(newer.content).toMatchObject({ studentName: 'سما ياسر الخولي حسن', number: card.content.number + 1 })
  expect(await check(card.code)).toMatchObject({ state: 'revoked' })
  const list = await as(manager)(papers.list, { ...inNile, kind: 'studentCard', studentId: eldest.id })
  expect(list.map(({ reason }) => reason)).toEqual([null, `${newer.content.number}/${year}`])
  await one(eldest.id)
  expect(await check(certificate.code)).toMatchObject({ state: 'valid' })
})

test('a paper is found by its number as it stands on it, in the digits of either language', async () => {
  const { id, content } = await one(laila.id)
  await one(omar.id)
  const number = `${content.number}/${content.year}`
  const eastern = number.replaceAll(/\d/g, (digit) => '٠١٢٣٤٥٦٧٨٩'[Number(digit)]!)
  const found = async (text: string) =>
    (await as(manager)(papers.list, { ...inNile, kind: 'enrolment', text })).map((paper) => paper.id)
  for (const text of [number, eastern, number.replace('/', ' / '), String(content.number), eastern.split('/')[0]!])
    expect(await found(text), text).toEqual([id])
  expect(await found(`${content.number}/${content.year + 1}`)).toEqual([])
})

test('a school that lost its key signs with another, and its older papers stay verifiable', async () => {
  const old = await one(laila.id)
  const { as: later } = await testApp({ connection, key: Buffer.from('another key of the installation') })
  const { paperIds } = await later(manager)(papers.issue, { ...inNile, kind: 'enrolment', studentIds: [ward.id] })
  const [young] = await later(manager)(papers.print, { ...inNile, paperIds })
  const { keys } = (await keysOf(nile.id))!
  expect(keys).toHaveLength(2)
  for (const { code } of [old, young!]) {
    expect(isSigned(code, keys)).toBe(true)
    expect(keys.filter((key) => isSigned(code, [key]))).toHaveLength(1)
    expect(await check(code)).toMatchObject({ state: 'valid' })
  }
})

test('nothing of an issued paper changes but that it is revoked, once', async () => {
  const { id } = await one(omar.id)
  const change = (what: string) => sql(`update papers set ${what} where id = $1`, [id])
  for (const what of [`content = '{}'`, 'number = 900', `issued_on = '2020-01-01'`, `code = 'x'`])
    await expect(change(what), what).rejects.toThrow('append-only')
})

test('a school chooses how its papers look, and the papers that are printed from then on look so', async () => {
  const { id } = await one(omar.id)
  const [before] = (await as(manager)(papers.templates, inNile)).filter(({ kind }) => kind === 'enrolment')
  expect(before).toMatchObject({ version: 1, size: 'A4', signatures: [] })
  const { version, ...look } = before!
  const chosen = { ...look, kind: 'enrolment' as const, size: 'A5' as const, header: 'إدارة المنصورة التعليمية' }
  const signatures = [{ title: 'مدير المدرسة', name: 'هدى الشناوي' }]
  const save = (baseVersion: number) => as(manager)(papers.saveTemplate, { ...chosen, signatures, baseVersion })
  expect(await save(version)).toMatchObject({ version: 2, size: 'A5', signatures })
  await expect(save(version)).rejects.toMatchObject(refused(409, 'Somebody else changed this meanwhile'))
  expect((await save(2)).version).toBe(3)
  const atOnce = Array.from({ length: 6 }, () => as(manager)(papers.saveTemplate, { ...chosen, signatures }))
  expect((await Promise.all(atOnce)).map((saved) => saved.version)).toContain(9)
  expect((await printed([id]))[0]!.look).toMatchObject({ size: 'A5', header: 'إدارة المنصورة التعليمية', signatures })
})

test('a parent reads the papers of their child, and of no other', async () => {
  const { id } = await one(omar.id)
  expect((await as(parent)(papers.own, { studentId: omar.id })).map((paper) => paper.id)).toContain(id)
  await expect(as(parent)(papers.own, { studentId: classmate.id })).rejects.toMatchObject(notFound)
  await expect(as(unpaidParent)(papers.own, { studentId: omar.id })).rejects.toMatchObject(notFound)
})
