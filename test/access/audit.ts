import type pg from 'pg'
import type { Call } from './call.ts'
import { collected } from './collected.ts'
import { declared, valueOf } from './declared.ts'
import { rowOf } from './graph.ts'

type Line = { request_id: string; person_id: string; operation: string; outcome: string; target: string | null }

/**
 * The audit line that a call must leave (api.md §8.6): for a 403 or 404 of a signed-in person, for a read of a named student by anybody except a
 * parent, and for a list that leaves the product.
 */
function owed({ operation, persona, answer, ...call }: Call): Line[] {
  // A write that reads students, such as printing, writes these lines in a separate transaction, which is not undone; a refusal's line is.
  const outlives = operation.path === 'Paper/Print' && answer.status === 200
  if (!persona.personId || (call.undone && !outlives)) return []
  const line = {
    request_id: String(answer.headers['x-request-id']),
    person_id: persona.personId,
    operation: operation.path,
  }
  if (answer.status === 403 || answer.status === 404) return [{ ...line, outcome: String(answer.status), target: null }]
  // The list that a gate takes along leaves the product, as an export does.
  if (operation.path === 'Gate/GetDay' && answer.status === 200)
    return [{ ...line, outcome: 'done', target: call.body.schoolId as string }]
  const target = answer.status === 200 ? readOf({ operation, persona, answer, ...call }) : undefined
  return target === undefined ? [] : [{ ...line, outcome: 'read', target }]
}

/** The student or person whose reading must be recorded; null if nobody was found, undefined if none is named. */
function readOf({ operation, ruling, body, person, answer }: Call): string | null | undefined {
  // A look-up by a whole number is recorded whether or not anybody has the number.
  if (operation.path === 'API/User/GetByPhoneNumber')
    return person.graph.users.find(({ phone_number }) => phone_number === body.phoneNumber)?.id ?? null
  // Papers name their students: the one of the preview before issuing, and those of printed papers.
  if (operation.path === 'Paper/Plan' && body.studentIds) return lookedAt(answer.text)
  if (operation.path === 'Paper/Print')
    return (body.paperIds as unknown[]).map((id) => rowOf(person.graph, id)?.row.student_id as string)[0]
  // A thread names its child; of the parent who asks it is their own.
  if (operation.path === 'Message/GetThread') return childOfThread(answer.text)
  if (operation.writes || !('scope' in ruling) || ruling.scope.staff.size === 0) return undefined
  const code = valueOf(operation, body, 'code')
  const student =
    valueOf(operation, body, 'studentId') ?? (code && person.graph.students.find((one) => one.code === code)?.id)
  const { from, to } = declared(operation)
  // When a parent reads across schools, their child counts as their child, whatever other roles they have.
  if (to === 'anySchool' && ruling.scope.children.some(({ id }) => id === student)) return undefined
  if (student != null) return student as string
  const ids = Object.values(from).map((field) => valueOf(operation, body, field))
  return ids.map((id) => rowOf(person.graph, id)?.row.student_id as string | undefined).find((id) => id !== undefined)
}

function childOfThread(answer: string): string | undefined {
  const { side, studentId } = JSON.parse(answer) as { side: string; studentId: string | null }
  return side === 'asker' ? undefined : (studentId ?? undefined)
}

function lookedAt(answer: string): string | undefined {
  const { students } = JSON.parse(answer) as { students: { studentId: string; state: string }[] }
  return students.find(({ state }) => state !== 'none')?.studentId
}

/** Every line that is missing, unexpected or wrong. Lines of reads may arrive within a second after the answer. */
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

/** One line, or one per student if a call names several students whom it reads. */
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
