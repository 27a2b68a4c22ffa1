import { expect, test } from 'vitest'
import { imports } from '#contract/exchange/imports/imports.ts'
import { classTeaching } from '#contract/people/teachers/teaching.ts'
import { staffInvitations } from '#contract/people/teachers/staff-invitations.ts'
import { testApp } from '#test/harness/app.ts'
import { type FolderFiles, oneRosterFolder, zipOf } from '#test/imports/folders.ts'
import { importing } from '#test/imports/sending.ts'
import { world } from '#test/world/world.ts'

const app = await testApp()
const { as } = app
const { upload, start, undo, sql } = importing(app)
const { manager, teacher, nile, class4a, class5a } = world

// The teacher of the folder is this one.
await sql(`update users set middle_name = 'فتحي', last_name = 'السيد' where id = $1`, [teacher.id])

test('what staff teach follows the classes that were matched by hand, each by its grade', async () => {
  const files = (phone: string): FolderFiles => {
    const { 'users.csv': users, 'classes.csv': rooms, 'enrollments.csv': enrolments, ...others } = oneRosterFolder
    const people = users!.map((cells) =>
      cells.map((cell) => (cell === '01055555559' ? phone : cell.replaceAll('\n', ' '))),
    )
    const second = people
      .find(([one]) => one === '{u1}')!
      .map((cell) => (cell === 'سليم' ? 'نديم' : cell.replace('u1', 'u5')))
    return {
      ...others,
      'users.csv': [...people, second],
      'classes.csv': [
        ...rooms!.map((cells) => cells.map((cell) => (cell === 'فصل 4أ' ? 'A' : cell))),
        ['c3', '', '', 'A', '05', 'k0', '', 'homeroom'],
        ['c4', '', '', 'علوم', '05', 'k1', '', 'scheduled'],
      ],
      'enrollments.csv': [
        ...enrolments!,
        ['e4', '', '', 'c3', 'o1', 'u5', 'student'],
        ['e5', '', '', 'c4', 'o1', 'u5', 'student'],
        ['e6', '', '', 'c4', 'o1', 'u9', 'teacher'],
      ],
    }
  }
  const bringIn = async (phone: string) => {
    const { id, unknownNames } = await upload(zipOf(files(phone)))
    expect(unknownNames.map(({ name, grade }) => [name, grade])).toEqual([
      ['A', '04'],
      ['A', '05'],
    ])
    const { staff } = await as(manager)(imports.folder, { importId: id })
    expect(staff.flatMap(({ teaches }) => teaches)).toEqual([
      { courseName: 'العلوم', className: 'A', grade: '04' },
      { courseName: 'العلوم', className: 'A', grade: '05' },
    ])
    const names = [
      { kind: 'class' as const, name: 'A', grade: '04', id: class4a.id },
      { kind: 'class' as const, name: 'A', grade: '05', id: class5a.id },
    ]
    expect(await as(manager)(imports.setColumns, { importId: id, names })).toMatchObject({ problems: 0, added: 2 })
    expect(await start(id)).toMatchObject({ state: 'done' })
    return id
  }
  const known = await bringIn(teacher.phone)
  const given = [class4a, class5a].map(({ name }) => `العلوم ${name}`)
  const taught = (await as(manager)(classTeaching.list, { teacherId: teacher.id })).map(
    ({ courseName, classRoomName }) => `${courseName} ${classRoomName}`,
  )
  expect(taught).toEqual(expect.arrayContaining(given))
  await undo(known)

  // Nobody here has this name or number.
  await sql(`update users set first_name = 'سوسن' where id = $1`, [teacher.id])
  const asked = await bringIn('01077799902')
  const [invitation] = await as(manager)(staffInvitations.list, { schoolId: nile.id })
  expect(
    invitation!.teaching.map(({ courseName, classRoomName }) => `${courseName} ${classRoomName}`).toSorted(),
  ).toEqual(given)
  await undo(asked)
})
