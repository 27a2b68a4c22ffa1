import { describe, expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { newId } from '#server/db/ids.ts'
import { testApp } from '#test/harness/app.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, rows, sql } = importing(app)
const { manager, registrar, nile, class6b } = world

const heading = ['اسم الطالب', 'الفصل', 'تاريخ الميلاد', 'هاتف ولي الأمر', 'صلة القرابة', 'مدفوع']
const table = (...lines: string[][]) => csvOf([heading, ...lines])

describe('a draft', () => {
  const badRow = ['سليم حسن الشاذلي', 'فصل 9', '', '', '', '']
  const goodRow = ['تالا حسن الشاذلي', 'فصل 6ب', '', '', '', '']

  test('is mended cell by cell, and its bad rows are left out', async () => {
    const draft = await upload(table(badRow, badRow, goodRow))
    await expect(as(manager)(imports.start, { importId: draft.id })).rejects.toMatchObject({
      status: 409,
      message: 'Some rows still have problems',
    })
    const mended = await as(manager)(imports.changeRow, {
      importId: draft.id,
      row: 2,
      cells: [{ position: 1, text: 'فصل 6ب' }],
    })
    expect(mended).toMatchObject({ import: { added: 2, problems: 1 }, row: { row: 2, outcome: 'add', problems: [] } })
    expect(mended.row.cells[1]).toBe('فصل 6ب')

    const left = await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
    expect(left).toMatchObject({ added: 2, problems: 0, leftOut: 1 })
    expect(await rows(draft.id, 'leftOut')).toMatchObject([{ row: 3 }])
    const back = await as(manager)(imports.leaveOut, { importId: draft.id, rows: [3], leftOut: false })
    expect(back).toMatchObject({ added: 2, problems: 1, leftOut: 0, version: 5 })
    await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })
    const all = await as(manager)(imports.leaveOut, { importId: draft.id, leftOut: false })
    expect(all).toMatchObject({ added: 2, problems: 1, leftOut: 0 })
  })

  test('keeps the lines of a cell: two numbers under each other are two', async () => {
    const draft = await upload(table(goodRow))
    const { row } = await as(manager)(imports.changeRow, {
      importId: draft.id,
      row: 2,
      cells: [
        { position: 3, text: '01001234567\n01112345678' },
        { position: 4, text: 'أب' },
      ],
    })
    expect(row.guardians.map(({ phoneNumber }) => phoneNumber)).toEqual(['01001234567', '01112345678'])
  })

  test('takes the meaning of its columns, and of its unknown names, from a caller who knows them', async () => {
    const draft = await upload(
      csvOf([
        ['Élève', 'Salle', 'Tél'],
        ['سليم حسن الشاذلي', 'القاعة الزرقاء', '01055555551'],
      ]),
    )
    expect(draft.columns.map(({ meaning }) => meaning)).toEqual([null, null, null])
    const set = (input: object) => as(manager)(imports.setColumns, { importId: draft.id, ...input })
    const meant = await set({
      columns: [
        { position: 0, meaning: 'fullName' },
        { position: 1, meaning: 'className' },
        { position: 2, meaning: 'phone1' },
      ],
    })
    expect(meant).toMatchObject({ problems: 1, unknownNames: [{ kind: 'class', name: 'القاعة الزرقاء', rows: 1 }] })

    const [father] = await sql<{ id: string }>(`select id from relation_types where name = 'father'`)
    const ready = await set({
      names: [{ kind: 'class', name: 'القاعة الزرقاء', id: class6b.id }],
      relationId: father!.id,
    })
    expect(ready).toMatchObject({ added: 1, problems: 0, guardians: 1, unknownNames: [] })
    await expect(set({ columns: [{ position: 2, meaning: 'fullName' }] })).rejects.toMatchObject({
      status: 400,
      message: 'Two columns cannot mean the same',
    })
    await expect(set({ columns: [{ position: 3, meaning: 'code' }] })).rejects.toMatchObject({ status: 400 })
    await expect(set({ classRoomId: world.deltaClass1.id })).rejects.toMatchObject({ status: 404 })
    await expect(set({ isPaid: false, baseVersion: 2 })).rejects.toMatchObject({
      status: 409,
      message: 'Somebody else changed this meanwhile',
    })
    expect(await as(manager)(imports.get, { importId: draft.id })).toEqual(ready)
  })

  test('puts everybody into one class when its rows name none', async () => {
    const draft = await upload('سليم حسن الشاذلي\nتالا حسن الشاذلي')
    const { added } = await as(manager)(imports.setColumns, {
      importId: draft.id,
      columns: [{ position: 0, meaning: 'fullName' }],
      classRoomId: class6b.id,
    })
    expect(added + draft.rows).toBe(2)
  })

  test('allows its caller no more than the keys of single changes do', async () => {
    const only = { id: newId(), phone: '01000000061' }
    await sql(
      `insert into users (id, phone_number, password_hash) select $1, $2, password_hash from users where id = $3`,
      [only.id, only.phone, manager.id],
    )
    const hold = (key: string) =>
      sql(
        `insert into user_permissions (user_id, permission_id, school_id) select $1, id, $2 from permissions where key = $3`,
        [only.id, nile.id, key],
      )
    await hold('AssignMultipleStudentsToSchool')
    await sql(`update students set birth_date = null where first_name = 'عمر' and last_name = 'الجندي'`)
    const draft = await upload(
      table(
        ['سليم حسن الشاذلي', 'فصل 6ب', '', '01055555551', 'أب', ''],
        ['عمر كريم الجندي', 'فصل 4أ', '2001-01-01', '', '', ''],
        ['ليلى كريم الجندي', 'فصل 5أ', '', '', '', 'لا'],
      ),
      { as: only },
    )
    const classifiedRows = await as(only)(imports.rows, { importId: draft.id })
    expect(classifiedRows.map(({ problems }) => problems.map(({ reason }) => reason))).toEqual([
      ['You are not allowed to link parents'],
      ['You are not allowed to change students'],
      ['You are not allowed to change students'],
    ])
    // The manager may do this and previews the draft. After that, the other person cannot start the draft that the manager saw.
    await as(manager)(imports.setColumns, { importId: draft.id, isPaid: true })
    await expect(as(only)(imports.start, { importId: draft.id })).rejects.toMatchObject({ status: 403 })
    for (const others of [[2], [3, 4]]) {
      await as(manager)(imports.leaveOut, { importId: draft.id, rows: others, leftOut: true })
      await expect(as(only)(imports.start, { importId: draft.id })).rejects.toMatchObject({ status: 403 })
      await as(manager)(imports.leaveOut, { importId: draft.id, rows: others, leftOut: false })
    }
    const seen = await as(only)(imports.rows, { importId: draft.id, show: 'change' })
    expect(seen.map(({ changes }) => changes.map(({ was }) => was))).toEqual([[null], [null]])
    await expect(as(registrar)(imports.get, { importId: draft.id })).rejects.toMatchObject({ status: 403 })

    await hold('LinkParentToStudent')
    // Only the phone number is new. That makes a link, which this person may do.
    const links = await upload(table(['عمر كريم الجندي', 'فصل 4أ', '', '01055555552', 'أب', '']), { as: only })
    expect(links).toMatchObject({ changed: 1, guardians: 1, problems: 0 })
    expect(await start(links.id, only)).toMatchObject({ state: 'done', changed: 1 })
    await undo(links.id, only)
    const own = await upload(table(['سليم حسن الشاذلي', 'فصل 6ب', '', only.phone, 'أب', '']), { as: only })
    const [ownRow] = await as(only)(imports.rows, { importId: own.id })
    expect(ownRow!.problems).toMatchObject([{ reason: 'You cannot link yourself' }])
  })

  test('is thrown away with everything in it', async () => {
    const draft = await upload(table(goodRow))
    expect(await as(manager)(imports.remove, { importId: draft.id })).toEqual({ done: true, changed: 1 })
    await expect(as(manager)(imports.get, { importId: draft.id })).rejects.toMatchObject({ status: 404 })
    expect(await sql('select from import_rows where import_id = $1', [draft.id])).toEqual([])
  })

  test('that was started is no draft any more', async () => {
    const draft = await upload(table(['عمر كريم الجندي', 'فصل 4أ', '', '', '', '']))
    expect(await start(draft.id)).toMatchObject({ state: 'done', same: 1, added: 0, progress: 1 })
    const late = { status: 409, message: 'This import cannot be changed any more' }
    await expect(as(manager)(imports.remove, { importId: draft.id })).rejects.toMatchObject(late)
    await expect(as(manager)(imports.start, { importId: draft.id })).rejects.toMatchObject(late)
    await expect(as(manager)(imports.leaveOut, { importId: draft.id, leftOut: true })).rejects.toMatchObject(late)
    const cells = [{ position: 0, text: 'x' }]
    await expect(as(manager)(imports.changeRow, { importId: draft.id, row: 2, cells })).rejects.toMatchObject(late)
  })
})
