import pg from 'pg'

/** Why the database refused a statement: the code of PostgreSQL, and what it is about, if anything. */
export type RefusedStatement = {
  code: string
  message: string
  constraint: string | undefined
  table: string | undefined
  routine: string | undefined
}

/** Null if a problem is no refusal of the database. */
export function refusedStatement(problem: unknown): RefusedStatement | null {
  if (!(problem instanceof pg.DatabaseError)) return null
  const { code = '', message, constraint, table, routine } = problem
  return { code, message, constraint, table, routine }
}
