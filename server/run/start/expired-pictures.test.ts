import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testDatabase } from '#test/harness/database.ts'
import { world } from '#test/world/world.ts'
import { eraseExpired } from './housekeeping.ts'

const connection = await testDatabase()
const owner = new pg.Client(connection)
const { nile, parent, omar } = world

beforeAll(() => owner.connect())
afterAll(() => owner.end())

const ago = (time: string) => `now() - interval '${time}'`

async function picture({ made, replaced, of }: { made: string; replaced?: string; of: 'student' | 'free' }) {
  const name = randomBytes(32).toString('base64url')
  await owner.query(
    `insert into media (name, kind, school_id, student_id, content, uploaded_by, created_at, replaced_at)
     values ($1, 'student', $2, $3, 'webp', $4, ${ago(made)}, ${replaced ? ago(replaced) : 'null'})`,
    [name, nile.id, of === 'student' ? omar.id : null, parent.id],
  )
  return name
}

const present = async (...names: string[]) => {
  const { rows } = await owner.query<{ name: string }>('select name from media where name = any ($1)', [names])
  return names.map((name) => rows.some((row) => row.name === name))
}

test('a replaced picture stays for a day, one in use for good', async () => {
  const shownNow = await picture({ made: '9 days', of: 'student' })
  const shownAgain = await picture({ made: '9 days', replaced: '2 days', of: 'student' })
  await owner.query('update students set image_url = $1 where id = $2', [`/media/${shownNow}`, omar.id])
  await owner.query('update students set image_url = $1 where id = $2', [`/media/${shownAgain}`, world.laila.id])
  const yesterday = await picture({ made: '9 days', replaced: '25 hours', of: 'student' })
  const today = await picture({ made: '9 days', replaced: '23 hours', of: 'student' })
  await eraseExpired(connection)
  expect(await present(shownNow, shownAgain, yesterday, today)).toEqual([true, true, false, true])
})

test('a picture that nothing names goes a day after that was found', async () => {
  const forgotten = await picture({ made: '9 days', of: 'student' })
  await eraseExpired(connection)
  expect(await present(forgotten)).toEqual([true])
  await owner.query(`update media set replaced_at = replaced_at - interval '25 hours' where name = $1`, [forgotten])
  await eraseExpired(connection)
  expect(await present(forgotten)).toEqual([false])
})

test('a free picture waits a day for its student', async () => {
  const fresh = await picture({ made: '23 hours', of: 'free' })
  const old = await picture({ made: '25 hours', of: 'free' })
  await eraseExpired(connection)
  expect(await present(fresh, old)).toEqual([true, false])
  const { rows } = await owner.query('select replaced_at from media where name = $1', [fresh])
  expect(rows).toEqual([{ replaced_at: null }])
})
