/**
 * Generates server/db/schema.d.ts and server/db/schema.sql from a freshly migrated database. With --check and the address of such a
 * database, fails when a file differs from it.
 */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import { PostgresDialect as CodegenDialect, generate, RawExpressionNode } from 'kysely-codegen'
import pg from 'pg'
import { startCluster } from '#server/db/embedded.ts'
import { migrate } from '#server/db/migrate.ts'
import { schemaOf } from './schema-sql.ts'

const [check, migrated] = process.argv.slice(2)
const generated = await (migrated ? filesOf(JSON.parse(migrated)) : filesOfFreshDatabase())
for (const [name, text] of Object.entries(generated)) {
  const file = new URL(`../server/db/${name}`, import.meta.url)
  if (check !== '--check') await writeFile(file, text)
  else if ((await readFile(file, 'utf8').catch(() => '')).replaceAll('\r\n', '\n') !== text) {
    console.error(`server/db/${name} does not fit the migrations; run: npm run db:types`)
    process.exitCode = 1
  }
}

async function filesOf(connection: pg.ClientConfig): Promise<Record<string, string>> {
  return { 'schema.d.ts': await typesOf(connection), 'schema.sql': await schemaOf(connection) }
}

async function filesOfFreshDatabase(): Promise<Record<string, string>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kashkool-types-'))
  const cluster = await startCluster({ dataDir, settings: { fsync: 'off' } })
  try {
    await migrate(cluster.connection('postgres'))
    return await filesOf(cluster.connection('postgres'))
  } finally {
    await cluster.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function typesOf(connection: pg.ClientConfig): Promise<string> {
  const pool = new pg.Pool({ ...connection, max: 2 })
  // The pool's end does not wait for its connections, so the server may be stopped while they are still closing.
  pool.on('error', () => {})
  const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
  try {
    return await generate({
      db,
      dialect: new CodegenDialect(),
      camelCase: true,
      excludePattern: '{migrations,definitions}',
      // The types that the parsers of server/db/db.ts produce.
      typeMapping: { date: 'string', timestamptz: 'string', numeric: 'number', int8: 'number' },
      overrides: {
        columns: {
          'attendance_marks.state': new RawExpressionNode("'present' | 'absent' | 'late' | 'excused'"),
          'coin_entries.kind': new RawExpressionNode("'payment' | 'manual' | 'adjustment' | 'seat' | 'seat_refund'"),
          'media.kind': new RawExpressionNode(
            "'student' | 'user' | 'school' | 'contact_type' | 'class_room' | 'excuse' | 'transfer'",
          ),
          // Filled by a trigger.
          'student_parents.see_from': new RawExpressionNode('Generated<string>'),
          'student_parents.notify_from': new RawExpressionNode('Generated<string>'),
          'student_parents.fetch_from': new RawExpressionNode('Generated<string>'),
          'student_parents.pay_from': new RawExpressionNode('Generated<string>'),
          'user_roles.source': new RawExpressionNode("Generated<'given' | 'teacher' | 'supervisor'>"),
        },
      },
      outFile: null,
    })
  } finally {
    await db.destroy()
  }
}
