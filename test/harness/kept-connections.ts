import pg from 'pg'

/** By the name of the copy, and by the settings of the connection. */
const pools = new Map<string, Map<string, pg.Pool>>()

/** From now on keeps connections to this database open, because opening one takes longer than most statements of a test. */
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
  // If a test ends a connection on purpose, the pool replaces it.
  pool.on('error', () => {})
  ofDatabase.set(key, pool)
  return pool
}

/** Closes the connections to this database, and keeps no new ones. */
export async function closeConnections(database: string) {
  const all = [...(pools.get(database)?.values() ?? [])]
  pools.delete(database)
  await Promise.all(all.map((pool) => pool.end()))
}

const databaseOf = ({ connectionString, database = '' }: pg.ClientConfig) =>
  connectionString ? new URL(connectionString).pathname.slice(1) : database
