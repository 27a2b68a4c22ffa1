import pg from 'pg'

/** By the name of a copy, and by what its connections are opened with. */
const pools = new Map<string, Map<string, pg.Pool>>()

/** From now on connections to this database are kept: opening one takes longer than most of what a test asks. */
export function keepConnections(connection: pg.ClientConfig) {
  const database = databaseOf(connection)
  if (!pools.has(database)) pools.set(database, new Map())
}

/** The kept connections, or null where each is closed after its statement. */
export function keptConnections(connection: pg.ClientConfig): pg.Pool | null {
  const ofDatabase = pools.get(databaseOf(connection))
  if (!ofDatabase) return null
  const key = JSON.stringify(connection)
  const known = ofDatabase.get(key)
  if (known) return known
  const pool = new pg.Pool({ ...connection, max: 20, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // One that a test ends on purpose is replaced by the pool.
  pool.on('error', () => {})
  ofDatabase.set(key, pool)
  return pool
}

/** Closes the connections to this database, and keeps no others. */
export async function closeConnections(database: string) {
  const all = [...(pools.get(database)?.values() ?? [])]
  pools.delete(database)
  await Promise.all(all.map((pool) => pool.end()))
}

const databaseOf = ({ connectionString, database = '' }: pg.ClientConfig) =>
  connectionString ? new URL(connectionString).pathname.slice(1) : database
