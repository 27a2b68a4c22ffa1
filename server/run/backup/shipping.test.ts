import { randomBytes } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterAll, expect, test } from 'vitest'
import { readWhole, storeOf, walFilesOf, walOf, writeSealed } from './store.ts'
import { ship } from './wal-archive.ts'

const place = mkdtempSync(join(tmpdir(), 'kashkool-shipping-'))
afterAll(() => rmSync(place, { recursive: true, force: true }))
const store = storeOf(join(place, 'backups'), Buffer.from('a key of the tests that is long enough'), '1')

const files = [1, 2, 3, 4].map((nth) => `00000001000000000000000${nth}`)
const contents = files.map(() => randomBytes(3_000_000))

const archived = async () => {
  const found: boolean[] = []
  for (const [nth, file] of files.entries())
    found.push(
      await readWhole(store, walOf(file)).then(
        (whole) => whole.equals(contents[nth]!),
        () => false,
      ),
    )
  return found
}

test('the log is archived whole while a copy waits for it too', async () => {
  const spool = join(place, 'spool')
  mkdirSync(spool)
  for (const [nth, file] of files.entries()) writeFileSync(join(spool, file), contents[nth]!)
  const shipped = await Promise.all([ship(store, spool), ship(store, spool), ship(store, spool)])
  expect(shipped).toEqual([4, 0, 0])
  expect(await archived()).toEqual([true, true, true, true])
  expect(readdirSync(spool)).toEqual([])
})

test('a file that two processes write at one moment is whole', async () => {
  rmSync(store.folder, { recursive: true })
  // Like a process in another container, which may have the same process number.
  const write = (nth: number) => writeSealed(store, walOf(files[nth]!), Readable.from([contents[nth]!]))
  for (const nth of files.keys()) await Promise.all([write(nth), write(nth)])
  expect(await archived()).toEqual([true, true, true, true])
  expect(await walFilesOf(store)).toEqual(files)
})

test('a file that cannot be archived keeps none from being archived later', async () => {
  const spool = join(place, 'spool')
  writeFileSync(join(spool, files[0]!), 'of another installation')
  await expect(ship(store, spool)).rejects.toThrow('another installation')
  rmSync(join(spool, files[0]!))
  expect(await ship(store, spool)).toBe(0)
})
