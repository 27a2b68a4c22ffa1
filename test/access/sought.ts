import type { BatchedStatement } from '#server/db/batch.ts'
import { type Graph, rowOf } from './graph.ts'
import { schoolOf } from './reach.ts'
import { type Clause, clausesOf } from './sql-clauses.ts'

/** The school of a row and the id by which it is sought, each a parameter: `st.school_id = $1 and st.id = any($2)`. */
const equal = /^"?(?:(\w+)"?\.)?"?(\w+)"? = (?:any ?\()?\$(\d+)/

type Equal = { of: string | undefined; column: string; parameter: number }

function equalIn({ text }: Clause): Equal | null {
  const [, of, column, parameter] = equal.exec(text.replace(/^\(/, '')) ?? []
  return column ? { of, column, parameter: Number(parameter) - 1 } : null
}

/** The conditions of a statement that name a school beside an id, with the parameters of both. */
function besideIds(sql: string) {
  return clausesOf(sql).flatMap((clause) => {
    const school = equalIn(clause)
    if (school?.column !== 'school_id') return []
    const ids = clause.beside
      .flatMap((other) => equalIn(other) ?? [])
      .filter(({ of, column }) => of === school.of && column !== 'school_id' && /(^|_)id$/.test(column))
      .map(({ parameter }) => parameter)
    return ids.length > 0 ? [{ from: clause.from, school: school.parameter, ids }] : []
  })
}

const known = new Map<string, ReturnType<typeof besideIds>>()

/**
 * Which conditions on a school exclude no row, for every call that asked the statement sought the row by an id of that
 * very school, which was looked at before. Calls with ids of other schools are made of every operation: an id that
 * nobody looked at would be among those asked.
 */
export function alwaysOfThatSchool(graph: () => Graph) {
  const other = new Map<string, Set<string>>()
  const of = (id: unknown, body: string) => {
    const found = rowOf(graph(), id)
    // What the call has made itself stands where the call put it.
    return found ? schoolOf(found.table, found.row) : typeof id === 'string' && !body.includes(id) ? 'made' : null
  }
  return {
    note(key: string, { text, values }: BatchedStatement, body: object) {
      const conditions = known.get(text) ?? besideIds(text)
      known.set(text, conditions)
      const sent = conditions.length > 0 ? JSON.stringify(body) : ''
      for (const { from, school, ids } of conditions) {
        const schools = [values[school]].flat()
        for (const id of ids) {
          const isThere = [values[id]].flat().every((one) => {
            const place = of(one, sent)
            return place === 'made' || (place !== null && schools.includes(place))
          })
          if (!isThere) other.set(`${key} ${text}`, (other.get(`${key} ${text}`) ?? new Set()).add(`${from} ${id}`))
        }
      }
    },
    /** Whether one of the ids beside the condition was of that school in every call. */
    keeps: (key: string, sql: string, { from }: Clause) =>
      (known.get(sql) ?? []).some(
        (one) => one.from === from && one.ids.some((id) => !other.get(`${key} ${sql}`)?.has(`${from} ${id}`)),
      ),
  }
}

/** Whether a statement does no more than lock rows of a school: what is read and written of them is sought again. */
export const locksAlone = (sql: string, { text }: Clause) =>
  /^\s*select( version| "id")? from [^;]* for (no key )?(update|share)\s*$/i.test(sql) && !/school_id"? =/.test(text)

/** A row's own id, or one that it names of another, equal to a column of a table beside it: `st.id = r.student_id`. */
const joinedTo = /^\(?"?(?:(\w+)"?\.)?"?(\w+)"? = "?(\w+)"?\."?(\w+)"?$/

/** What belongs to no school: a person, a role, a language are in rows of several. */
const ofNoSchool = /^(person|user|parent|teacher|supervisor|author|admin|role|language|relation|reason)_id$/

/** What a row with its school is looked for among: `(st.school_id, st.class_room_id) in (select school_id, id from … where`. */
const besideItsSchool = /\bselect school_id, [a-z_, ]+ from [a-z_]+ where\s*$/

/**
 * Whether a condition names the school of a row that is joined by an id to a row of that school, or looked for with it: both
 * hold the school, and without the condition no other row is joined.
 */
export function joinedInItsSchool(sql: string, clause: Clause) {
  const school = equalIn(clause)
  if (school?.column !== 'school_id') return false
  if (besideItsSchool.test(sql.slice(0, clause.from))) return true
  return clause.beside.some((other) => {
    const [, left, column, right, joined] = joinedTo.exec(other.text) ?? []
    const isId = [column, joined].every((name) => name && /(^|_)id$/.test(name) && !ofNoSchool.test(name))
    return isId && [left, right].includes(school.of)
  })
}
