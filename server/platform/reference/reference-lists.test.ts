import { describe, expect, test } from 'vitest'
import {
  coinTypeList,
  contactTypeList,
  languageList,
  paymentTypeList,
  relationList,
  schoolTypeList,
} from '#contract/platform/reference/reference-lists.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { notAllowed, notFound, refused, tracesIn } from '#test/harness/traces.ts'
import { world } from '#test/world/world.ts'

const { as, asVisitor, wire, connection } = await testApp()
const { admin, manager, teacher, parent, newcomer } = world
const { giveKey, rowsOf, sql } = tracesIn(connection)

const taken = refused(409, 'This name is already used')
const stale = refused(409, 'Somebody else changed this meanwhile')

/** What the six lists have in common, each with a row it starts with. */
const lists = [
  { name: 'languages', table: 'languages', list: languageList, known: 'Arabic', more: {} },
  { name: 'relations', table: 'relation_types', list: relationList, known: 'father', more: {} },
  { name: 'school types', table: 'school_types', list: schoolTypeList, known: 'general', more: {} },
  { name: 'contact types', table: 'school_contact_types', list: contactTypeList, known: 'fax', more: {} },
  { name: 'coin types', table: 'coin_types', list: coinTypeList, known: 'standard', more: { value: 2.5 } },
  { name: 'payment types', table: 'payment_types', list: paymentTypeList, known: 'cash', more: {} },
] as const

describe.each(lists)('a row of the $name', ({ table, list, known, more }) => {
  const add = (name: string, person = admin) => as(person)(list.add as typeof languageList.add, { name, ...more })
  const update = (change: object, person = admin) =>
    as(person)(list.update as typeof languageList.update, change as { id: string })

  test('is added and renamed by the platform alone, under one version more', async () => {
    const row = await add(' Esperanto  ')
    expect(row).toMatchObject({ name: 'Esperanto', version: 1, ...more })
    const renamed = await update({ id: row.id, name: 'Volapük', baseVersion: 1 })
    expect(renamed).toMatchObject({ id: row.id, name: 'Volapük', version: 2 })
    expect(await update(renamed)).toEqual(renamed)

    const before = await rowsOf(table)
    for (const person of [manager, teacher, parent, newcomer]) {
      await expect(add('Interlingua', person)).rejects.toMatchObject(notAllowed)
      await expect(update({ id: row.id, name: 'Interlingua' }, person)).rejects.toMatchObject(notAllowed)
    }
    await expect(asVisitor(list.add as typeof languageList.add, { name: 'Ido' })).rejects.toMatchObject({ status: 401 })
    expect(await rowsOf(table)).toEqual(before)
  })

  test('has a name of its own, letter forms and case folded', async () => {
    await add('لغة أولى')
    const { id } = await add('Other')
    const before = await rowsOf(table)
    for (const name of [known.toUpperCase(), 'لغه اولى']) {
      await expect(add(name)).rejects.toMatchObject(taken)
      await expect(update({ id, name })).rejects.toMatchObject(taken)
    }
    expect(await rowsOf(table)).toEqual(before)
  })

  test('is refused without a name, too long, or changed by somebody else in the meantime', async () => {
    const { id } = await add('Third')
    await update({ id, name: 'Fourth' })
    const before = await rowsOf(table)
    for (const [body, sentence] of [
      [{ ...more }, 'Required'],
      [{ ...more, name: ' ' }, 'String must contain at least 1 character(s)'],
      [{ ...more, name: 'x'.repeat(101) }, 'String must contain at most 100 character(s)'],
      [{ ...more, name: 'x', colour: 'red' }, "Unrecognized key(s) in object: 'colour'"],
    ] as const)
      expect(await wire(list.add.path, body, { as: admin })).toMatchObject({ status: 400, text: sentence })
    expect(await wire(list.update.path, { id, name: null }, { as: admin })).toMatchObject({ text: 'Required' })
    await expect(update({ id, name: 'Fifth', baseVersion: 1 })).rejects.toMatchObject({
      ...stale,
      current: { id, name: 'Fourth', version: 2 },
    })
    await expect(update({ id: newId(), name: 'Fifth' })).rejects.toMatchObject(notFound)
    expect(await rowsOf(table)).toEqual(before)
  })
})

test('a single row is read by every signed-in person', async () => {
  const one = async (table: string) => (await sql(`select id from ${table} order by id limit 1`))[0].id
  const row = {
    relation: await as(parent)(relationList.get, { relationTypeId: await one('relation_types') }),
    schoolType: await as(newcomer)(schoolTypeList.get, { typeId: await one('school_types') }),
    contactType: await as(teacher)(contactTypeList.get, { schoolContactTypeId: await one('school_contact_types') }),
    coinType: await as(manager)(coinTypeList.get, { coinTypeId: await one('coin_types') }),
    paymentType: await as(manager)(paymentTypeList.get, { paymentTypeId: await one('payment_types') }),
  }
  expect(row.relation).toEqual((await asVisitor(reference.relations, {})).find(({ id }) => id === row.relation.id))
  expect(row.coinType).toMatchObject({ value: expect.any(Number), notes: null })
  expect(row.paymentType).toMatchObject({ isActive: true })
  await expect(as(parent)(relationList.get, { relationTypeId: newId() })).rejects.toMatchObject(notFound)
  await expect(asVisitor(coinTypeList.get, { coinTypeId: row.coinType.id })).rejects.toMatchObject({ status: 401 })
})

describe('coin types', () => {
  test('are found by name, notes and value', async () => {
    const { id } = await as(admin)(coinTypeList.add, { name: 'Gold', value: '٣٫٧٥', notes: 'For المدرسة الكبيرة' })
    const found = (sought: object) => as(parent)(coinTypeList.list, sought)
    for (const sought of [{ name: 'GOL' }, { notes: 'المدرسه' }, { value: 3.75 }])
      expect(await found(sought)).toMatchObject([{ id, name: 'Gold', value: 3.75 }])
    expect(await found({ name: '%' })).toEqual([])
    const answer = await wire('CoinType/getCoinType', { coinTypeId: id }, { as: parent })
    expect(answer.json()).toMatchObject({ notes: 'For المدرسة الكبيرة', note: 'For المدرسة الكبيرة' })
  })

  test.each([
    [{ value: 0 }, 'Number must be greater than or equal to 0.01'],
    [{ value: 1.005 }, 'At most 2 decimals'],
    [{}, 'Required'],
  ])('have a price: %o is refused', async (value, sentence) => {
    const answer = await wire('CoinType/AddCoinType', { name: 'Tin', ...value }, { as: admin })
    expect([answer.status, answer.text]).toEqual([400, sentence])
  })
})

describe('payment types', () => {
  const add = (name: string, notes?: string) => as(admin)(paymentTypeList.add, { name, notes })
  const activate = (paymentTypeId: string, isActive: boolean) =>
    as(admin)(paymentTypeList.activate, { paymentTypeId, isActive })

  test('that are not active are seen in the list by callers who keep it', async () => {
    const { id } = await add('Cheque')
    expect(await activate(id, false)).toMatchObject({ id, isActive: false, version: 2 })
    expect(await activate(id, false)).toMatchObject({ version: 2 })
    const listed = (person: typeof admin, isActive?: boolean) =>
      as(person)(paymentTypeList.list, { name: 'cheque', isActive })
    for (const isActive of [undefined, true, false]) expect(await listed(manager, isActive)).toEqual([])
    expect(await listed(admin)).toMatchObject([{ id }])
    expect(await listed(admin, true)).toEqual([])

    await giveKey(newcomer, 'ViewPaymentType', null)
    expect(await listed(newcomer, false)).toMatchObject([{ id }])
    await expect(as(newcomer)(paymentTypeList.activate, { paymentTypeId: id, isActive: true })).rejects.toMatchObject(
      notAllowed,
    )
    await expect(activate(newId(), true)).rejects.toMatchObject(notFound)
  })

  test('are taken into use again under their name', async () => {
    const { id } = await add('Voucher', 'old')
    await activate(id, false)
    expect(await add('VOUCHER', 'new')).toMatchObject({ id, name: 'VOUCHER', notes: 'new', isActive: true, version: 3 })
    await expect(add('voucher')).rejects.toMatchObject(taken)
  })
})
