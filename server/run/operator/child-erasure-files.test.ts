import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { withClient } from '#server/db/client.ts'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secretsOf } from '#server/base/secrets.ts'
import { childEverywhere, placesIn, spellings } from '#test/world/child-everywhere.ts'
import { today } from '#test/world/clock.ts'
import { testKey } from '#test/harness/ground.ts'
import { loadDemo } from '#test/world/world.ts'
import { tablesKept, tablesOfChild, vacuum } from './child-erasure.queries.ts'
import { childrenNamed } from './child-words.queries.ts'
import { erase } from './child-erasure.ts'
import { rowsOfSchool, tablesOfSchools } from './school-export.queries.ts'

// A separate database, because the test reads its files; a copy made by Kashkool is a copy of these files.
const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-erased-'))
const cluster = await startCluster({ dataDir })
const connection = cluster.connection('postgres')
afterAll(async () => {
  await cluster.stop()
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10 })
})

/** The files of the database that contain one of the texts. Its write-ahead log is left out; only earlier copies contain it. */
function filesWith(...texts: string[]) {
  const files = readdirSync(dataDir, { recursive: true, encoding: 'utf8' })
    .filter((name) => !/(^|\/)pg_wal\//.test(name))
    .map((name) => join(dataDir, name))
    .filter((name) => statSync(name, { throwIfNoEntry: false })?.isFile())
  expect(files.length).toBeGreaterThan(500)
  return files.filter((name) => {
    const content = contentOf(name)
    return texts.some((text) => content.includes(text))
  })
}

/** Caches of the database come and go meanwhile; a file that is gone contains nothing. */
function contentOf(name: string) {
  try {
    return readFileSync(name)
  } catch (problem) {
    if ((problem as NodeJS.ErrnoException).code === 'ENOENT') return ''
    throw problem
  }
}

test('the files of the database, from which later copies are made, and later exports hold nothing of an erased child', async () => {
  await migrate(connection)
  await acceptSignatures(connection, secretsOf(testKey))
  await loadDemo(connection, today)
  await withClient(connection, async (client) => {
    const { id, school } = await childEverywhere(client, [...tablesOfChild, ...tablesKept])
    // The planner's statistics of their values are in a separate file.
    await client.query('analyze')
    await client.query('checkpoint')
    for (const spelling of spellings) expect(filesWith(spelling).length).toBeGreaterThan(1)

    const [child] = await childrenNamed(client, id)
    await erase(client, child!)
    expect(await vacuum(client, { rewrites: true })).toBe(true)
    expect(filesWith(...spellings)).toEqual([])

    await client.query('begin')
    const exported: string[] = []
    for (const table of await tablesOfSchools(client))
      for await (const rows of rowsOfSchool(client, table, school)) exported.push(...rows)
    expect(exported.length).toBeGreaterThan(50)
    expect(placesIn(exported.join('\n'))).toEqual([])
  })
})
