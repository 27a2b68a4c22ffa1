import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { gradebook, type GradebookRowOf } from '#contract/exchange/roster/gradebook.ts'
import { roster, type RosterRowOf, rowsOfRoster } from '#contract/exchange/roster/roster.ts'
import type { Operation } from '#contract/language/operation.ts'
import { invalid, notFound, Refusal, unauthenticated } from '#server/base/errors.ts'
import { isProgramSecret } from '#server/access/program.ts'
import { secretOf } from '#server/call/http.ts'
import type { Run } from '#server/call/implement.ts'
import { refusals } from '#server/call/refusals.ts'
import { outcomeOf, type Served } from '#server/call/serve.ts'

/** Other services of OneRoster are not served: their addresses are unknown, and refused in its form. */
const services = '/ims/oneroster'

/** The addresses of the rostering service (OneRoster 1.2, REST binding), besides those of single rows. */
const rostering =
  `/orgs /schools /academicSessions /terms /gradingPeriods /courses /classes /enrollments /users /students /teachers /demographics
  /classes/:within/students /classes/:within/teachers /courses/:within/classes /terms/:within/classes /terms/:within/gradingPeriods
  /students/:within/classes /teachers/:within/classes /users/:within/classes
  /schools/:school/classes /schools/:school/courses /schools/:school/enrollments /schools/:school/students /schools/:school/teachers
  /schools/:school/terms /schools/:school/classes/:within/enrollments /schools/:school/classes/:within/students
  /schools/:school/classes/:within/teachers`.split(/\s+/)

/** The same of the gradebook service. */
const ofGradebook =
  `/categories /lineItems /results /classes/:classId/categories /classes/:classId/lineItems /classes/:classId/results
  /classes/:classId/lineItems/:lineItemId/results /classes/:classId/students/:studentId/results`.split(/\s+/)

type Service = { base: string; addresses: readonly string[]; operation: Operation; run: Run }

/** Which rows an address is for, and its form without ids. */
type Address = { collection: string; within: string | null; noted: string }

type Asked = {
  collection: string
  within: string | null
  params: { sourcedId?: string; within?: string; school?: string }
  query: Record<string, unknown>
}

/** What both operations answer. */
type Page = { total: number; rows: (RosterRowOf | GradebookRowOf)[] }

type Roster = {
  /** What answers rostering and the gradebook. */
  read: { roster: Run; gradebook: Run }
  countBusy: (refused: Refusal) => void
  origins: readonly string[]
}

/**
 * The school by OneRoster 1.2, for programs alone: each address is a call of `OneRoster/Read` or `OneRoster/ReadGradebook`, written as the
 * standard wants it.
 */
export function rosterRoutes(app: FastifyInstance, served: Served, { read, countBusy, origins }: Roster) {
  void app.register(async (own) => {
    own.setErrorHandler(refusals(countBusy, sendStatus))
    const answerOf =
      ({ operation, run }: Service, { collection, within, noted }: Address) =>
      async (request: FastifyRequest, reply: FastifyReply) => {
        if (!isProgramSecret(secretOf(request))) throw unauthenticated()
        const { params, query } = request as unknown as Pick<Asked, 'params' | 'query'>
        const asked = (schoolId: string) => inputOf({ collection, within, params, query }, schoolId)
        const outcome = await outcomeOf(served, { operation, run, asked, noted }, request, reply)
        if ('refused' in outcome) throw outcome.refused
        const { total, rows } = (outcome as { rows: Page }).rows
        const written = rows.map((row) => inForm(row, originOf(request, origins), query))
        if (params.sourcedId !== undefined) return reply.send({ [nameOfOne(collection)]: written[0] })
        return reply
          .headers(pageHeaders(request, originOf(request, origins), total))
          .send({ [nameOfAll(collection)]: written })
      }
    const all: Service[] = [
      { base: bases.rostering, addresses: rostering, operation: roster.read, run: read.roster },
      { base: bases.gradebook, addresses: ofGradebook, operation: gradebook.read, run: read.gradebook },
    ]
    for (const service of all)
      for (const address of service.addresses) {
        const words = address.split('/')
        const within = words.at(-2) === ':within' ? words.at(-3)! : null
        const route = (url: string) => {
          const handler = answerOf(service, { collection: words.at(-1)!, within, noted: url.replaceAll(/:\w+/g, '…') })
          own.route({ method: 'GET', url: service.base + url, config: { operation: service.operation }, handler })
        }
        route(address)
        if (words.length === 2) route(`${address}/:sourcedId`)
      }
    own.route({ method: 'GET', url: `${services}/*`, handler: () => Promise.reject(notFound()) })
    own.route({
      method: ['POST', 'PUT', 'PATCH', 'DELETE'],
      url: `${services}/*`,
      handler: () => Promise.reject(new Refusal(405, 'unsupported', 'These rows can only be read')),
    })
  })
}

const parameters = ['limit', 'offset', 'filter', 'sort', 'orderBy', 'fields']

function inputOf({ collection, within, params, query }: Asked, schoolId: string) {
  if (params.school !== undefined && params.school.toLowerCase() !== schoolId) throw notFound()
  const unknown = Object.keys(query).find((name) => !parameters.includes(name))
  if (unknown !== undefined) throw invalid('This address takes limit, offset, filter, sort, orderBy and fields alone')
  const { school: _, within: withinId, ...rows } = params
  return { schoolId, collection, ...query, ...rows, ...(within && withinId && { within, withinId }) }
}

const bases = { rostering: `${services}/rostering/v1p2`, gradebook: `${services}/gradebook/v1p2` }

const kinds: Readonly<Record<string, readonly [all: string, one: string]>> = {
  orgs: ['orgs', 'org'],
  schools: ['orgs', 'org'],
  academicSessions: ['academicSessions', 'academicSession'],
  terms: ['academicSessions', 'academicSession'],
  gradingPeriods: ['academicSessions', 'academicSession'],
  courses: ['courses', 'course'],
  classes: ['classes', 'class'],
  enrollments: ['enrollments', 'enrollment'],
  users: ['users', 'user'],
  students: ['users', 'user'],
  teachers: ['users', 'user'],
  demographics: ['demographics', 'demographics'],
  categories: ['categories', 'category'],
  lineItems: ['lineItems', 'lineItem'],
  results: ['results', 'result'],
}
const nameOfAll = (collection: string) => kinds[collection]![0]
const nameOfOne = (collection: string) => kinds[collection]![1]

const ofMarks: ReadonlySet<string> = new Set(['category', 'lineItem', 'result'])

function addressOf(type: string) {
  const [all] = Object.values(kinds).find(([, one]) => one === type)!
  return `${ofMarks.has(type) ? bases.gradebook : bases.rostering}/${all}`
}

/** Our own address under which the program called. */
function originOf({ protocol, host }: FastifyRequest, origins: readonly string[]) {
  const called = `${protocol}://${host}`
  return origins.length === 0 || origins.includes(called) ? called : origins[0]!
}

/** What the operation answers also where other fields were chosen. */
const always: ReadonlySet<string> = new Set(['sourcedId', 'status', 'dateLastModified'])

/** Links get an address; of chosen fields, those are left out that the operation adds to them. */
function inForm(row: RosterRowOf | GradebookRowOf, origin: string, query: Record<string, unknown>) {
  const wanted = typeof query['fields'] === 'string' ? query['fields'].split(',').map((name) => name.trim()) : null
  const isKept = (name: string) => !always.has(name) || (wanted?.includes(name) ?? true)
  const fields = Object.entries(row).filter(([name, value]) => value !== undefined && isKept(name))
  return Object.fromEntries(fields.map(([name, value]) => [name, withAddress(value, origin)]))
}

function withAddress(value: unknown, origin: string): unknown {
  if (Array.isArray(value)) return value.map((one) => withAddress(one, origin))
  if (typeof value !== 'object' || value === null) return value
  const { sourcedId, type } = value as { sourcedId?: string; type?: string }
  if (sourcedId === undefined || type === undefined)
    return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, withAddress(one, origin)]))
  return { href: `${origin}${addressOf(type)}/${encodeURIComponent(sourcedId)}`, sourcedId, type }
}

/** Of how many rows this is a page, and where the first, previous, next and last one are (RFC 8288). */
function pageHeaders({ url, query }: FastifyRequest, origin: string, total: number) {
  const asked = query as Record<string, string>
  const [limit, offset] = [Number(asked['limit']) || rowsOfRoster.usual, Number(asked['offset']) || 0]
  const at = (start: number) => {
    const address = new URL(url, origin)
    address.searchParams.set('limit', String(limit))
    address.searchParams.set('offset', String(start))
    return address.href
  }
  const last = Math.max(0, Math.ceil(total / limit) - 1) * limit
  const links = [
    ['first', at(0)],
    ...(offset > 0 ? [['prev', at(Math.max(0, offset - limit))]] : []),
    ...(offset + limit < total ? [['next', at(offset + limit)]] : []),
    ['last', at(last)],
  ]
  return {
    'x-total-count': String(total),
    link: links.map(([name, address]) => `<${address}>; rel="${name}"`).join(', '),
  }
}

const minorOf: Readonly<Record<number, string>> = {
  401: 'unauthorisedrequest',
  403: 'forbidden',
  404: 'unknownobject',
  405: 'unsupported',
  429: 'server_busy',
  503: 'server_busy',
}

const minorOfField: Readonly<Record<string, string>> = {
  filter: 'invalid_filter_field',
  sort: 'invalid_sort_field',
  orderBy: 'invalid_sort_field',
  fields: 'invalid_selection_field',
}

/** A refusal in the form of OneRoster: `imsx_StatusInfo`. */
function sendStatus(refused: Refusal, _: FastifyRequest, reply: FastifyReply) {
  const { status, message, errors, retryAfter } = refused
  const [field] = Object.keys(errors ?? {})
  const minor =
    minorOfField[field ?? ''] ?? minorOf[status] ?? (status >= 500 ? 'internal_server_error' : 'invaliddata')
  if (retryAfter) reply.header('retry-after', retryAfter)
  if (status === 401) reply.header('www-authenticate', 'Bearer realm="programs"')
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send({
      imsx_codeMajor: status === 405 ? 'unsupported' : 'failure',
      imsx_severity: 'error',
      imsx_description: message,
      imsx_CodeMinor: {
        imsx_codeMinorField: [{ imsx_codeMinorFieldName: field ?? 'TargetEndSystem', imsx_codeMinorFieldValue: minor }],
      },
    })
}
