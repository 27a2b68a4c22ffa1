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

// The data need not survive. Autovacuum is off, because it could run with one form and not with another. Each statement uses
// one process.
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

/** The shared buffers of the small server that is measured after the caches were dropped. */
const coldBuffers = '128MB'

/** A separate database with the product's tables, created again for each run. */
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
 * Stops the server, makes the system drop the cached files of the database (`dd` of GNU; only these files), and starts it again
 * with less memory, or as before.
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
