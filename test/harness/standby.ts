import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type pg from 'pg'
import { withClient } from '#server/db/client.ts'
import { type Cluster, startCluster } from '#server/db/embedded.ts'
import { ask, inDatabase, layGround } from './ground.ts'
import { freshMemoryFolder } from './memory-folder.ts'

export type WithStandby = {
  /** The world's database, signed in to as its owner, at the primary and at the standby. */
  primary: pg.ClientConfig
  standby: pg.ClientConfig
  /** Pauses and resumes the replay of the standby. */
  hold: () => Promise<void>
  goOn: () => Promise<void>
  stopStandby: () => Promise<void>
  stop: () => Promise<void>
}

/** Two embedded servers. The second is a standby: a copy of the first one's files that replays its write-ahead log. */
export async function withStandby(): Promise<WithStandby> {
  const [home, copy] = [freshMemoryFolder(), freshMemoryFolder()]
  const settings = { fsync: 'off', autovacuum: 'off', max_connections: '100' }
  const first = await startCluster({ dataDir: home, settings })
  const server = first.connection('postgres')
  const { ground, lift } = await layGround({ server, stop: async () => {} })
  await letFollow(server)
  await copyFiles(server, first, copy)
  const second = await startCluster({ dataDir: copy, settings })
  const standby = inDatabase(second.connection('postgres'), ground.worldTemplate)
  return {
    primary: inDatabase(server, ground.worldTemplate),
    standby,
    hold: async () => void (await ask(standby, 'select pg_wal_replay_pause()')),
    goOn: async () => void (await ask(standby, 'select pg_wal_replay_resume()')),
    stopStandby: second.stop,
    async stop() {
      await second.stop()
      await lift()
      await first.stop()
      for (const folder of [home, copy]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** The standby is identified by the kernel, like every other client. */
async function letFollow(server: pg.ClientConfig) {
  const [{ file }] = (await ask<{ file: string }>(server, `select current_setting('hba_file') as file`)) as [
    { file: string },
  ]
  appendFileSync(file, 'local replication kashkool peer map=kashkool\n')
  await ask(server, 'select pg_reload_conf()')
}

async function copyFiles(server: pg.ClientConfig, { cluster }: Cluster, home: string) {
  chmodSync(home, 0o711)
  const there = join(home, 'postgres')
  await withClient(server, async (client) => {
    await client.query(`select pg_backup_start('standby', true)`)
    spawnSync('cp', ['-a', cluster, there])
    rmSync(join(there, 'postmaster.pid'), { force: true })
    const { rows } = await client.query('select labelfile from pg_backup_stop(false)')
    const { host, user } = server
    for (const [name, text] of [
      ['backup_label', rows[0].labelfile],
      ['standby.signal', ''],
      ['postgresql.auto.conf', `primary_conninfo = 'host=${host} user=${user}'\n`],
    ] as const)
      writeAs(join(there, name), text)
  })
}

/** Runs as the account of the servers, which owns the folder. */
function writeAs(path: string, text: string) {
  const { uid, gid } = statSync(dirname(path))
  writeFileSync(path, text)
  if (process.getuid?.() === 0) chownSync(path, uid, gid)
}
