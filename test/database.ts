import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, inject } from 'vitest'

declare module 'vitest' {
  export interface ProvidedContext {
    /** A database of the server the tests run on, as its owner. */
    server: pg.ClientConfig
    /** The databases that are copied: migrated with nobody in it, and with the world in it. */
    emptyTemplate: string
    worldTemplate: string
  }
}

/** This test file's own copy of the world, as its owner; dropped after the file. Not to be called inside a test. */
export const testDatabase = (): Promise<pg.ClientConfig> => copyOf(inject('worldTemplate'))

/** The same without anybody in it: migrated, with the first rows alone. */
export const emptyDatabase = (): Promise<pg.ClientConfig> => copyOf(inject('emptyTemplate'))

async function copyOf(template: string) {
  const server = inject('server')
  const name = `kashkool_test_${randomUUID().replaceAll('-', '')}`
  await ask(server, `create database ${name} template ${template}`)
  afterAll(async () => void (await ask(server, `drop database if exists ${name} with (force)`)))
  return inDatabase(server, name)
}

/** The same server and person, another database. */
export function inDatabase(server: pg.ClientConfig, database: string): pg.ClientConfig {
  if (!server.connectionString) return { ...server, database }
  const url = new URL(server.connectionString)
  url.pathname = `/${database}`
  return { ...server, connectionString: url.href }
}

/** The rows of one statement on a connection of its own. */
export async function ask<Row extends pg.QueryResultRow>(connection: pg.ClientConfig, sql: string): Promise<Row[]> {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(sql)).rows
  } finally {
    await client.end()
  }
}

/** The first column of those rows. */
export const values = async <Value = string>(connection: pg.ClientConfig, sql: string): Promise<Value[]> =>
  (await ask<Record<string, Value>>(connection, sql)).map((row) => Object.values(row)[0]!)
