import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { removeOld } from './retention.ts'
import { archiveOf, basesOf, has, manifestOf, type Store, storeOf, walFilesOf, walOf, writeSealed } from './store.ts'

const folder = mkdtempSync(join(tmpdir(), 'kashkool-retention-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const store: Store = storeOf(folder, Buffer.from('a key of the tests that is long enough'), '7710930112018455635')

const write = (name: string, text: string) => writeSealed(store, name, Readable.from([Buffer.from(text)]))
const wal = (nth: number, timeline = 1) =>
  `0000000${timeline}00000000000000${nth.toString(16).toUpperCase().padStart(2, '0')}`

async function base(id: string, startWal: string) {
  await write(archiveOf(id), 'the files')
  await write(manifestOf(id), JSON.stringify({ id, startWal }))
}

test('the newest copy that is old enough stays, and the log from it on', async () => {
  await base('20261101T020000Z', wal(1))
  await base('20261105T020000Z', wal(10))
  await base('20261110T020000Z', wal(20, 2))
  for (const nth of [1, 9, 10, 19]) await write(walOf(wal(nth)), 'log')
  for (const nth of [19, 20, 21]) await write(walOf(wal(nth, 2)), 'log')
  await write(walOf('00000002.history'), 'history')
  const days = async (now: string) => {
    await removeOld(store, 5, new Date(now))
    return (await basesOf(store)).map(({ id }) => id)
  }

  // Every moment since the 4th must be restorable, from the copy of the 1st.
  expect(await days('2026-11-09T00:00:00Z')).toHaveLength(3)
  expect(await walFilesOf(store)).toHaveLength(8)
  expect(await days('2026-11-10T03:00:00Z')).toEqual(['20261105T020000Z', '20261110T020000Z'])
  expect(await has(store, archiveOf('20261101T020000Z'))).toBe(false)
  expect(await walFilesOf(store)).toEqual([wal(10), wal(19), '00000002.history', wal(19, 2), wal(20, 2), wal(21, 2)])
  expect(await days('2027-11-10T00:00:00Z')).toEqual(['20261110T020000Z'])
  expect(await walFilesOf(store)).toEqual(['00000002.history', wal(20, 2), wal(21, 2)])
})

test('a copy that cannot be read goes when it is old enough, and keeps its log until then', async () => {
  const other = storeOf(folder, store.key, '7710930112018455636')
  const write = (name: string, text: string) => writeSealed(other, name, Readable.from([Buffer.from(text)]))
  const unreadable = manifestOf('20261101T020000Z')
  for (const [id, nth] of [
    ['20261103T020000Z', 3],
    ['20261106T020000Z', 6],
  ] as const)
    await write(manifestOf(id), JSON.stringify({ id, startWal: wal(nth) }))
  writeFileSync(join(other.folder, unreadable), 'no manifest')
  for (const nth of [1, 3, 6]) await write(walOf(wal(nth)), 'log')
  const left = async (now: string) => {
    await removeOld(other, 5, new Date(now))
    return [await has(other, unreadable), (await basesOf(other)).length, await walFilesOf(other)]
  }
  expect(await left('2026-11-07T00:00:00Z')).toEqual([true, 2, [wal(1), wal(3), wal(6)]])
  expect(await left('2026-11-08T12:00:00Z')).toEqual([false, 2, [wal(3), wal(6)]])
  expect(await left('2026-11-12T00:00:00Z')).toEqual([false, 1, [wal(6)]])
})

test('what is left of copies that were never finished goes, but for one that may still be under way', async () => {
  const killed = ['20270101T020000Z', '20270103T020000Z', '20270105T020000Z']
  for (const id of killed) await write(archiveOf(id), 'the files')
  await write(`${archiveOf('20270102T020000Z')}.new-7`, 'half of the files')
  await base('20270104T020000Z', wal(30, 2))
  await removeOld(store, 5, new Date('2027-01-06T00:00:00Z'))
  const names = readdirSync(join(store.folder, 'base')).filter((name) => name > '2027')
  expect(names.toSorted()).toEqual(['20270104T020000Z.json', '20270104T020000Z.tar', '20270105T020000Z.tar'])
})

test('what killed processes left of files of the log goes once these are archived', async () => {
  const inLog = () => readdirSync(join(folder, '7710930112018455635', 'wal')).filter((name) => name.includes('.new-'))
  await write(walOf(wal(40, 2)), 'log')
  for (const nth of [40, 41]) await write(`${walOf(wal(nth, 2))}.new-7`, 'half of it')
  await removeOld(store, 5, new Date('2027-01-06T00:00:00Z'))
  expect(inLog()).toEqual([`${wal(41, 2)}.new-7`])
})
