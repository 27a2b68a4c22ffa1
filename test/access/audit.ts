import type pg from 'pg'
import type { Call } from './run.ts'

type Line = { request_id: string; person_id: string; operation: string; outcome: string; target: string | null }

/**
 * What a call leaves behind: refusals 403 and 404 of the signed-in, reads of a named student by all but his parents, and
 * of a person by his phone.
 */
function owed({ operation, persona, expected, answer }: Call): Line[] {
  if (!persona.personId) return []
  const line = {
    request_id: String(answer.headers['x-request-id']),
    person_id: persona.personId,
    operation: operation.path,
  }
  if (expected.status === 403 || expected.status === 404)
    return [{ ...line, outcome: String(expected.status), target: null }]
  if ('reads' in expected && expected.reads !== undefined) return [{ ...line, outcome: 'read', target: expected.reads }]
  return []
}

/** Every line that is missing, too many or wrong. Lines of reads may come within a second after the answer. */
export async function wrongLines(owner: pg.Client, calls: Call[]): Promise<string[]> {
  const wanted = new Map(calls.flatMap(owed).map((line) => [line.request_id, line]))
  const found = await settled(owner, calls, wanted.size)
  const wrong: string[] = []
  for (const call of calls) {
    const id = String(call.answer.headers['x-request-id'])
    const [line, ...more] = found.get(id) ?? []
    const said = (what: string) => wrong.push(`${call.operation.path} as ${call.persona.name} (${call.about}) ${what}`)
    const owing = wanted.get(id)
    if (more.length > 0) said('leaves more than one audit line')
    else if (!owing && line) said(`leaves an audit line "${line.outcome}" that nobody asked for`)
    else if (owing && !line) said(`leaves no audit line "${owing.outcome}"`)
    else if (owing && line && !alike(owing, line)) said(`leaves the audit line ${JSON.stringify(line)}`)
  }
  return wrong
}

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
       where request_id = any ($1) order by id`,
      [ids],
    )
    if (rows.length >= wanted || tries >= 10) {
      const byRequest = new Map<string, Line[]>()
      for (const line of rows) byRequest.set(line.request_id, [...(byRequest.get(line.request_id) ?? []), line])
      return byRequest
    }
    await new Promise((again) => setTimeout(again, 200))
  }
}
