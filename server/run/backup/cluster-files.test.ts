import { mkdirSync, mkdtempSync, readdirSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { packed } from './cluster-files.ts'

const cluster = mkdtempSync(join(tmpdir(), 'kashkool-cluster-'))
afterAll(() => rmSync(cluster, { recursive: true, force: true }))
mkdirSync(join(cluster, 'global'))
writeFileSync(join(cluster, 'global', 'pg_control'), 'control')
for (const name of ['one', 'two']) writeFileSync(join(cluster, name), Buffer.alloc(4 * 1024 * 1024, name))

/** The files of the cluster that this process has open. */
const openFiles = () =>
  readdirSync('/proc/self/fd')
    .map((fd) => {
      try {
        return readlinkSync(`/proc/self/fd/${fd}`)
      } catch {
        return ''
      }
    })
    .filter((path) => path.startsWith(cluster))

test.runIf(process.platform === 'linux')('a copy that is broken off leaves no file open', async () => {
  let ended = false
  const { stream } = packed(cluster, async () => {
    ended = true
    return []
  })
  let pieces = 0
  for await (const _ of stream) if (++pieces === 4) break
  expect(openFiles()).toHaveLength(1)
  await expect.poll(openFiles).toEqual([])
  expect(ended).toBe(false)
})
