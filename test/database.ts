import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database of the server the tests run on, as its owner, and the one that is copied for every test file. */
    server: pg.ClientConfig
    template: string
  }
}

/** This test file's own copy of the world, as its owner; dropped after the file. */
export async function testDatabase(): Promise<pg.ClientConfig> {
  const server = inject('server')
  const name = `kashkool_test_${randomUUID().replaceAll('-', '')}`
  await ask(server, `create database ${name} template ${inject('template')}`)
  afterAll(() => ask(server, `drop database if exists ${name} with (force)`))
  return inDatabase(server, name)
}

/** The same server and person, another database. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

/** One statement on a connection of its own. */
export async function ask(connection: pg.ClientConfig, sql: string) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return await client.query(sql)
  } finally {
    await client.end()
  }
}
