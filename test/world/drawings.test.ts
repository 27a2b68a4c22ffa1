import { statSync } from 'node:fs'
import { expect, test } from 'vitest'
import { today } from './clock.ts'
import { ask, emptyDatabase } from '#test/harness/database.ts'
import { loadDemo } from './world.ts'
import { faces, fileOf, pictureRows } from '#test/world/drawings/pictures.ts'
import { scenes } from '#test/world/drawings/schools.ts'
import { schools } from './schools.ts'
import { allStudents } from './students.ts'

test('the drawings are small files, and together light', () => {
  const people = Object.entries(faces).flatMap(([kind, many]) => Array.from({ length: many }, (_, n) => `${kind}-${n}`))
  const bytes = [...people, ...Object.keys(scenes).map((name) => `school-${name}`)].map(
    (name) => statSync(fileOf(name)).size,
  )
  expect(Math.max(...bytes)).toBeLessThanOrEqual(10_000)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(150_000)
})

test('every school has a picture, and most students have', () => {
  const rows = pictureRows()
  const owners = new Set(rows.map(({ school_id, student_id, user_id }) => student_id ?? user_id ?? school_id))
  for (const { id } of Object.values(schools)) expect(owners).toContain(id)
  const without = allStudents.filter(({ id }) => !owners.has(id))
  expect(without.length).toBeGreaterThan(0)
  expect(without.length).toBeLessThan(allStudents.length / 4)
})

test('no two in a class look the same', () => {
  const drawn = new Map(pictureRows().map(({ student_id, content }) => [student_id, content]))
  for (const classRoomId of new Set(allStudents.map((student) => student.classRoomId))) {
    const seen = allStudents
      .filter((student) => student.classRoomId === classRoomId)
      .flatMap(({ id }) => drawn.get(id) ?? [])
    expect(new Set(seen).size).toBe(seen.length)
  }
})

test('the demo names each picture where its owner is', async () => {
  const database = await emptyDatabase()
  await loadDemo(database, today, { morning: true })
  const named = await ask<{ url: string }>(
    database,
    `select image_url as url from students where image_url is not null union all
     select image_url from users where image_url is not null union all
     select image_url from schools where image_url is not null`,
  )
  const stored = await ask<{ name: string }>(database, 'select name from media')
  expect(named.map(({ url }) => url).toSorted()).toEqual(stored.map(({ name }) => `/media/${name}`).toSorted())
})
