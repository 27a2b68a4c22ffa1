import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { testApp } from '#test/harness/app.ts'
import { type FolderFiles, oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { csvOf, importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, sql } = importing(app)
const { manager, nile, class4a, otherManager, teacher } = world

const pupils = await sql<{ id: string; code: string; name: string }>(
  `select id, code, concat_ws(' ', first_name, nullif(middle_name, ''), last_name) as name from students
   where class_room_id = $1 and active and merged_into is null order by code`,
  [class4a.id],
)
const missingIn = (importId: string) => as(manager)(imports.missing, { importId })
const list = (some: typeof pupils) =>
  upload(csvOf([['كود الطالب', 'الاسم'], ...some.map(({ code, name }) => [code, name])]))

test('a list of a class says who of it is not in it, and a list of few says nothing of the others', async () => {
  const [absent, ...others] = pupils
  const draft = await list(others)
  expect(await missingIn(draft.id)).toEqual([
    {
      studentId: absent!.id,
      code: absent!.code,
      studentName: absent!.name,
      classRoomName: class4a.name,
      toBeDeleted: false,
    },
  ])
  expect(await missingIn((await list(pupils.slice(0, 1))).id)).toEqual([])
  await expect(as(otherManager)(imports.missing, { importId: draft.id })).rejects.toMatchObject({ status: 404 })
  await expect(as(teacher)(imports.missing, { importId: draft.id })).rejects.toMatchObject({ status: 403 })
})

test('who is to be deleted in a folder is named, and a folder of changes names nobody else', async () => {
  const [gone] = pupils
  await sql(
    `insert into official_records (id, school_id, student_id, other_number) values (gen_random_uuid(), $1, $2, 'gone-1')
     on conflict on constraint official_records_student_id_key do update set other_number = 'gone-1'`,
    [nile.id, gone!.id],
  )
  const users = oneRosterFolder['users.csv']!
  const deleted = users[1]!.map((cell, at) => ({ sourcedId: 'gone-1', status: 'tobedeleted' })[users[0]![at]!] ?? cell)
  const changes: FolderFiles = {
    ...oneRosterFolder,
    'users.csv': [...users, deleted],
    'manifest.csv': [
      ['propertyName', 'value'],
      ['file.users', 'delta'],
    ],
  }
  const { id } = await upload(zipOf(changes))
  expect(await missingIn(id)).toMatchObject([{ studentId: gone!.id, toBeDeleted: true }])
})
