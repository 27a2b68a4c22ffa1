import type { BatchedStatement } from '#server/db/batch.ts'
import { type Graph, rowOf } from './graph.ts'
import { schoolOf } from './reach.ts'
import { type Clause, clausesOf } from './sql-clauses.ts'

/** The school of a row and the id by which it is searched, each a parameter: `st.school_id = $1 and st.id = any($2)`. */
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
 * Finds conditions on a school that exclude no row, because in every call the statement searched the row by an id of that same school, which had been
 * checked before. Every operation is also called with ids of other schools, so an unchecked id would be noticed here.
 */
export function alwaysOfThatSchool(graph: () => Graph) {
  const other = new Map<string, Set<string>>()
  const of = (id: unknown, body: string) => {
    const found = rowOf(graph(), id)
    if (found) return schoolOf(found.table, found.row)
    // A row that the call itself created belongs where the call put it.
    return typeof id === 'string' && !body.includes(id) ? 'made' : null
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
    /** Whether one of the ids beside the condition belonged to that school in every call. */
    keeps: (key: string, sql: string, { from }: Clause) =>
      (known.get(sql) ?? []).some(
        (one) => one.from === from && one.ids.some((id) => !other.get(`${key} ${sql}`)?.has(`${from} ${id}`)),
      ),
  }
}

/** Whether a statement only locks rows of a school; what is read and written of them is searched again. */
export const locksAlone = (sql: string, { text }: Clause) =>
  /^\s*select( version| "id")? from [^;]* for (no key )?(update|share)\s*$/i.test(sql) && !/school_id"? =/.test(text)

/** A row's own id, or one that refers to another row, compared with a column of another table: `st.id = r.student_id`. */
const joinedTo = /^\(?"?(?:(\w+)"?\.)?"?(\w+)"? = "?(\w+)"?\."?(\w+)"?$/

/** Rows that belong to no school: a person, a role or a language occurs in rows of several schools. */
const ofNoSchool = /^(person|user|parent|teacher|supervisor|author|admin|role|language|relation|reason)_id$/

/** A sub-select in which a row is searched together with its school: `(st.school_id, st.class_room_id) in (select school_id, id from … where`. */
const besideItsSchool = /\bselect school_id, [a-z_, ]+ from [a-z_]+ where\s*$/

/**
 * Whether a condition names the school of a row that is joined by an id to a row of that school, or searched together with it. Both rows have the
 * school, so without the condition no other row is joined.
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
