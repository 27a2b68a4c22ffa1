import type pg from 'pg'
import type { Call } from './call.ts'
import { collected } from './collected.ts'
import { declared, valueOf } from './declared.ts'
import { rowOf } from './graph.ts'

type Line = { request_id: string; person_id: string; operation: string; outcome: string; target: string | null }

/**
 * What a call leaves behind (api.md §8.6): refusals 403 and 404 of the signed-in, and reads of a named student by anybody
 * but a parent.
 */
function owed({ operation, persona, answer, ...call }: Call): Line[] {
  // A write that reads students, as printing does, notes them in a transaction of its own, which is not undone.
  if (!persona.personId || (call.undone && operation.path !== 'Paper/Print')) return []
  const line = {
    request_id: String(answer.headers['x-request-id']),
    person_id: persona.personId,
    operation: operation.path,
  }
  if (answer.status === 403 || answer.status === 404) return [{ ...line, outcome: String(answer.status), target: null }]
  const target = answer.status === 200 ? readOf({ operation, persona, answer, ...call }) : undefined
  return target === undefined ? [] : [{ ...line, outcome: 'read', target }]
}

/** The student or person whose reading is to be noted; null where nobody was found, undefined where none is named. */
function readOf({ operation, ruling, body, person, answer }: Call): string | null | undefined {
  // Looking somebody up by a whole number is noted whether or not anybody has it.
  if (operation.path === 'API/User/GetByPhoneNumber')
    return person.graph.users.find(({ phone_number }) => phone_number === body.phoneNumber)?.id ?? null
  // Papers name whose they are: the one that is looked at before it is issued, and those that are printed.
  if (operation.path === 'Paper/Plan' && body.studentIds) return lookedAt(answer.text)
  if (operation.path === 'Paper/Print')
    return (body.paperIds as unknown[]).map((id) => rowOf(person.graph, id)?.row.student_id as string)[0]
  if (operation.writes || !('scope' in ruling) || ruling.scope.staff.size === 0) return undefined
  const code = valueOf(operation, body, 'code')
  const student =
    valueOf(operation, body, 'studentId') ?? (code && person.graph.students.find((one) => one.code === code)?.id)
  const { from, to } = declared(operation)
  // Where a parent reads across schools, their child is their child whatever else they are.
  if (to === 'anySchool' && ruling.scope.children.some(({ id }) => id === student)) return undefined
  if (student != null) return student as string
  const ids = Object.values(from).map((field) => valueOf(operation, body, field))
  return ids.map((id) => rowOf(person.graph, id)?.row.student_id as string | undefined).find((id) => id !== undefined)
}

function lookedAt(answer: string): string | undefined {
  const { students } = JSON.parse(answer) as { students: { studentId: string; state: string }[] }
  return students.find(({ state }) => state !== 'none')?.studentId
}

/** Every line that is missing, too many or wrong. Lines of reads may come within a second after the answer. */
export async function wrongLines(owner: pg.Client, calls: Call[]): Promise<string[]> {
  const wanted = new Map(calls.flatMap(owed).map((line) => [line.request_id, line]))
  const found = await settled(owner, calls, wanted.size)
  const wrong: string[] = []
  for (const call of calls) {
    const id = String(call.answer.headers['x-request-id'])
    const [line, ...more] = found.get(id) ?? []
    const complain = (what: string) =>
      wrong.push(`${call.operation.path} as ${call.persona.name} (${call.about}) ${what}`)
    const owing = wanted.get(id)
    if (!allNamed(call, [line, ...more])) complain('leaves more than one audit line')
    else if (!owing && line) complain(`leaves an audit line "${line.outcome}" that nobody asked for`)
    else if (owing && !line) complain(`leaves no audit line "${owing.outcome}"`)
    else if (owing && line && !alike(owing, line)) complain(`leaves the audit line ${JSON.stringify(line)}`)
  }
  return wrong
}

/** One line, or one a student where a call names several whom it reads. */
const allNamed = ({ body }: Call, lines: (Line | undefined)[]) =>
  lines.length < 2 ||
  (new Set(lines.map((line) => line!.target)).size === lines.length &&
    lines.every((line) => line!.outcome === 'read' && Object.values(body).includes(line!.target)))

const alike = (owing: Line, line: Line) =>
  owing.person_id === line.person_id &&
  owing.operation === line.operation &&
  owing.outcome === line.outcome &&
  (owing.target === null || owing.target === line.target)

async function settled(owner: pg.Client, calls: Call[], wanted: number) {
  const ids = calls.map(({ answer }) => String(answer.headers['x-request-id']))
  for (let tries = 0; ; tries++) {
    const { rows } = await owner.query<Line>(
      `select request_id, person_id, operation, outcome, target_id as target from audit_lines
       where request_id in (select unnest($1::text[])) order by id`,
      [ids],
    )
    if (rows.length >= wanted || tries >= 50) return collected(rows.map((line) => [line, line.request_id]))
    await new Promise((again) => setTimeout(again, 200))
  }
}
