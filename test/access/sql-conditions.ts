import { type Clause, clausesOf } from './sql-clauses.ts'

/** A condition of a statement with its name in the proof: `school_id = $ (exams, class_rooms) #2`. */
export type Condition = { name: string; clause: Clause }

/** The conditions of a statement that decide whose rows it concerns. One that occurs in several places is listed for each. */
export function conditionsOf(sql: string): Condition[] {
  const times = new Map<string, number>()
  return clausesOf(sql)
    .filter((clause) => saysWhose(sql, clause))
    .map((clause) => {
      const text = plain(clause.text)
      const nth = (times.get(text) ?? 0) + 1
      times.set(text, nth)
      return { name: `${text} (${tablesOf(sql).slice(0, 3).join(', ')})${nth > 1 ? ` #${nth}` : ''}`, clause }
    })
}

/**
 * Whether a condition decides whose rows are visible and still valid: the school, the caller, their classes and children. For a writing statement
 * also which rows are written. Filters of lists and joins are covered by the counts of every run; whether anything changed at all is for the
 * operation's own tests.
 */
const saysWhose = (sql: string, { text }: Clause) =>
  (whose.test(text) || (isWriting(sql) && which.test(plain(text)))) &&
  !/^\(?([\w"]+\.)?[\w"]+ = [\w"]+\.[\w"]+\)?$/.test(text)

export const isWriting = (sql: string) => /\b(insert into|update|delete from)\b/i.test(sql)

/** For a writing statement: which rows it changes. */
const which = /\b(id|row|position) (=|<>|in)|_id (=|<>|in)( |$)/i

const whose =
  /(school|person|user|parent|teacher|supervisor|admin)_?id|_scope|active\b|ended_at|seat_ended_on|support_until|token_hash|student_id = any|\bin \(\s*select/i

const plain = (text: string) =>
  text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/\$\d+|\bperson\b/g, '$')
    .replaceAll('"', '')

export const tablesOf = (sql: string) => [
  ...new Set([...sql.matchAll(/\b(?:from|join|update|into) "?(?:public\.)?([a-z_]{4,})"?/g)].map(([, name]) => name!)),
]
