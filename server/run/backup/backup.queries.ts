import type pg from 'pg'

/** The identity of the database, and whether it archives its write-ahead log. */
export async function archivingOf(client: pg.Client) {
  const { rows } = await client.query<{ identifier: string; archives: boolean; version: string; timeline: number }>(`
    select s.system_identifier::text as identifier, current_setting('archive_mode') <> 'off' as archives,
      current_setting('server_version') as version, c.timeline_id as timeline
    from pg_control_system() s, pg_control_checkpoint() c`)
  return rows[0]!
}

/** False if another process already makes a backup. The lock ends with the connection. */
export const alone = async (client: pg.Client) =>
  (await client.query<{ mine: boolean }>(`select pg_try_advisory_lock(hashtext('kashkool backup')) as mine`)).rows[0]!
    .mine

export const startCopy = (client: pg.Client, label: string) => client.query('select pg_backup_start($1, true)', [label])

/** Ends the copy and waits until PostgreSQL has archived all of the log that the copy needs. */
export async function stopCopy(client: pg.Client) {
  const { rows } = await client.query<{ label: string; spaces: string; stop: string }>(`
    select labelfile as label, coalesce(spcmapfile, '') as spaces, pg_walfile_name(lsn) as stop from pg_backup_stop(true)`)
  return rows[0]!
}

export async function newestMigration(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>('select max(name) as name from migrations')
  return rows[0]?.name ?? ''
}
