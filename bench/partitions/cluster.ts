import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { acceptSignatures } from '#server/db/signing.ts'
import { secrets } from './asking.ts'
import { plainTable } from './jobs.ts'

const folder = process.env.BENCH_DIR ?? fileURLToPath(new URL('../../data/partitions', import.meta.url))

// What is laid need not survive; autovacuum would work beside one form and not beside another. One process a statement.
const settings = {
  fsync: 'off',
  full_page_writes: 'off',
  wal_level: 'minimal',
  max_wal_senders: '0',
  synchronous_commit: 'off',
  max_wal_size: '1GB',
  checkpoint_timeout: '1h',
  autovacuum: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  maintenance_work_mem: '1GB',
  shared_buffers: '1GB',
}

/** The small server that is asked after the caches were dropped has so much of its own. */
const coldBuffers = '128MB'

/** A database of its own with the product's tables, which is made anew. */
export async function emptyCluster() {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const cluster = await startCluster({ dataDir: folder, settings })
  const connection = cluster.connection('postgres')
  await migrate(connection)
  await acceptSignatures(connection, secrets, { besides: true })
  await withClient(connection, (client) => client.query(plainTable))
  return cluster
}

/**
 * Stops the server, has the system forget what it keeps of the files of the database (`dd` of GNU; only of these), and starts it
 * again with less memory, or as it was.
 */
export async function restarted(cluster: Cluster, { cold }: { cold: boolean }) {
  await cluster.stop()
  if (cold)
    execFileSync('find', [cluster.cluster, '-type', 'f', '-size', '+0', '-exec', ...forget, ';'], { stdio: 'ignore' })
  return startCluster({ dataDir: folder, settings: { ...settings, ...(cold && { shared_buffers: coldBuffers }) } })
}

const forget = ['dd', 'if={}', 'iflag=nocache', 'count=0']

export async function removeCluster(cluster: Cluster) {
  await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
}
