import { type CompiledQuery, type Kysely, type RawBuilder, sql } from 'kysely'
import type { ofParent, Schools } from '#server/overviews/today/of-parent.queries.ts'

/**
 * A statement about the children of a parent, as the product builds it for one school. For several schools it is built for each of them
 * and united, because Citus plans the form for several schools only where all of them are on one worker.
 */
export const schoolBySchool =
  (product: typeof ofParent): typeof ofParent =>
  (build) => {
    const ofOne = product(build)
    return (parentId, schools) => (schools.length === 1 ? ofOne(parentId, schools) : united(build, parentId, schools))
  }

function united<Row>(
  build: (parentId: string, schools: Schools) => RawBuilder<Row>,
  parentId: string,
  schools: readonly string[],
) {
  const ofEach = schools.map((one) => sql`(${build(parentId, { one })})`)
  const all = sql<Row>`${sql.join(ofEach, sql` union all `)}`
  // The rows of a child are already in order. The children themselves are in the order of their names over all schools.
  const byName = sql<Row>`select * from (${all}) child order by student_name collate by_name, student_id`
  const compile = (db: Kysely<never>): CompiledQuery<Row> => {
    const query = all.compile(db)
    return query.sql.includes(' as student_name') ? byName.compile(db) : query
  }
  return { compile, execute: <Tables>(db: Kysely<Tables>) => db.executeQuery(compile(db as never)) }
}
