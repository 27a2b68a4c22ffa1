import { cleaned } from '#contract/language/text.ts'
import type { FileRow } from '#server/exchange/imports/read/read-file.ts'
import { type Outgoing, readPinned } from '#server/platform/connections/outgoing/pinned-request.rules.ts'

export type ServiceProblem = 'address' | 'unreachable' | 'refused' | 'other' | 'size'

type Service = Pick<Outgoing, 'hosts' | 'resolve' | 'ca'> & {
  rosterUrl: string
  tokenUrl: string
  clientId: string
  secret: string
}

type Row = Readonly<Record<string, unknown>>

/** What is read at once: rows of a page, rows of all collections, bytes of a page, and ms for everything. */
const most = { page: 1000, rows: 300_000, bytes: 8 * 1024 * 1024, time: 45_000 }

class Stopped extends Error {
  readonly problem: ServiceProblem

  constructor(problem: ServiceProblem) {
    super(`The other service: ${problem}`)
    this.problem = problem
  }
}

/**
 * The school that another service offers by OneRoster 1.2, as the files of a folder of that standard. It is called as webhooks are: public
 * addresses, each name resolved once for a call, no redirections. Collections that the client may not read are left out, but not users.
 */
export async function filesOfService(
  service: Service,
): Promise<{ files: Record<string, FileRow[]> } | { problem: ServiceProblem }> {
  const until = performance.now() + most.time
  try {
    const call = callsOf(service, until)
    const bearer = await tokenOf(service, call)
    const files: Record<string, FileRow[]> = { manifest: table(manifest, [{}]) }
    let rows = 0
    for (const [name, { collection, columns }] of Object.entries(collections)) {
      const all = await allOf(call, {
        address: `${baseOf(service.rosterUrl)}/${collection}`,
        bearer,
        needed: name === 'users',
      })
      if (all === null) continue
      rows += all.length
      if (rows > most.rows) throw new Stopped('size')
      files[name] = table(columns, all)
      if (name === 'users') files['roles'] = table(ofRoles, all.flatMap(rolesOf))
    }
    return { files }
  } catch (problem) {
    if (problem instanceof Stopped) return { problem: problem.problem }
    throw problem
  }
}

/** People enter the address of the service, or the one below which all services of OneRoster are. */
const baseOf = (url: string) => (url.endsWith('/v1p2') ? url : `${url}/rostering/v1p2`)

type Asked = { method: string; headers: Record<string, string>; body?: string }

const callsOf =
  ({ hosts, resolve, ca }: Service, until: number) =>
  async (address: string, asked: Asked) => {
    const timeout = Math.min(15_000, until - performance.now())
    if (timeout <= 0) throw new Stopped('size')
    const outgoing = { hosts, timeout, mostBytes: most.bytes, ...(resolve && { resolve }), ...(ca && { ca }) }
    const answer = await readPinned(address, asked, outgoing)
    if (!('problem' in answer)) return answer
    throw new Stopped(answer.problem === 'timeout' ? 'unreachable' : answer.problem)
  }

type Calls = ReturnType<typeof callsOf>

const scope = 'https://purl.imsglobal.org/spec/or/v1p2/scope/'

/** A token for people, classes and births; for the first two where the service does not give the third. */
async function tokenOf({ tokenUrl, clientId, secret }: Service, call: Calls) {
  const basic = Buffer.from(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`).toString('base64')
  const headers = {
    authorization: `Basic ${basic}`,
    'content-type': 'application/x-www-form-urlencoded',
    accept: 'application/json',
  }
  for (const scopes of [`${scope}roster.readonly ${scope}roster-demographics.readonly`, `${scope}roster.readonly`]) {
    const body = new URLSearchParams({ grant_type: 'client_credentials', scope: scopes }).toString()
    const { status, body: answer } = await call(tokenUrl, { method: 'POST', headers, body })
    const token = status === 200 ? objectIn(answer)?.['access_token'] : undefined
    if (typeof token === 'string' && /^[\x21-\x7e]{1,4000}$/.test(token)) return token
    if (status === 401 || status === 403) throw new Stopped('refused')
    if (status !== 400) throw new Stopped('other')
  }
  throw new Stopped('refused')
}

type Collection = { address: string; bearer: string; needed: boolean }

/** The rows of a collection, page after page; null if it is not there, or not for this client. */
async function allOf(call: Calls, { address, bearer, needed }: Collection) {
  const rows: Row[] = []
  const headers = { authorization: `Bearer ${bearer}`, accept: 'application/json' }
  for (;;) {
    const page = `${address}?limit=${most.page}&offset=${rows.length}`
    const { status, headers: given, body } = await call(page, { method: 'GET', headers })
    if (status === 401) throw new Stopped('refused')
    if ((status === 403 || status === 404) && !needed) return null
    if (status !== 200) throw new Stopped(status === 403 ? 'refused' : 'other')
    const found = rowsIn(body)
    if (rows.length + found.length > most.rows) throw new Stopped('size')
    for (const one of found) rows.push(one)
    const total = Number(given['x-total-count'] ?? Number.NaN)
    const isOver = Number.isNaN(total) ? found.length < most.page : rows.length >= total
    if (found.length === 0 || isOver) return rows
  }
}

/** The rows of an answer: the one list in it. */
function rowsIn(body: Buffer): Row[] {
  const list = Object.values(objectIn(body) ?? {}).find((value) => Array.isArray(value))
  if (!Array.isArray(list)) throw new Stopped('other')
  return list.filter((one): one is Row => isObject(one))
}

function objectIn(body: Buffer): Row | null {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    return isObject(parsed) ? parsed : null
  } catch {
    return null
  }
}

const isObject = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** A column of a file, and what of a row stands in it. */
type Columns = Readonly<Record<string, (row: Row) => unknown>>

const own = (...names: string[]): Columns => Object.fromEntries(names.map((name) => [name, (row) => row[name]]))
const idOf = (link: unknown) => (isObject(link) ? link['sourcedId'] : undefined)
const linked = (column: string, field: string): Columns => ({ [column]: (row) => idOf(row[field]) })
const every = own('sourcedId', 'status', 'dateLastModified')

const manifest: Columns = { propertyName: () => 'oneroster.version', value: () => '1.2' }
const ofRoles = own('userSourcedId', 'roleType', 'role', 'orgSourcedId')

/** The files of a folder by the collections of the service. */
const collections: Readonly<Record<string, { collection: string; columns: Columns }>> = {
  orgs: { collection: 'orgs', columns: { ...every, ...own('name', 'type', 'identifier') } },
  academicsessions: {
    collection: 'academicSessions',
    columns: { ...every, ...own('title', 'type', 'startDate', 'endDate'), ...linked('parentSourcedId', 'parent') },
  },
  courses: { collection: 'courses', columns: { ...every, ...own('title', 'courseCode') } },
  classes: {
    collection: 'classes',
    columns: {
      ...every,
      ...own('title', 'grades', 'classCode', 'classType', 'subjects'),
      ...linked('courseSourcedId', 'course'),
      ...linked('schoolSourcedId', 'school'),
    },
  },
  users: {
    collection: 'users',
    columns: {
      ...every,
      ...own('username', 'givenName', 'middleName', 'familyName', 'identifier', 'email', 'sms', 'phone', 'grades'),
      agentSourcedIds: ({ agents }) => (Array.isArray(agents) ? agents.map(idOf) : []),
      primaryOrgSourcedId: ({ primaryOrg }) => idOf(primaryOrg),
    },
  },
  enrollments: {
    collection: 'enrollments',
    columns: {
      ...every,
      ...own('role', 'primary'),
      ...linked('userSourcedId', 'user'),
      ...linked('classSourcedId', 'class'),
      ...linked('schoolSourcedId', 'school'),
    },
  },
  demographics: { collection: 'demographics', columns: { ...every, ...own('birthDate', 'sex', 'cityOfBirth') } },
}

/** The roles of a person as rows of a file of their own. */
const rolesOf = ({ sourcedId, roles }: Row): Row[] =>
  Array.isArray(roles)
    ? roles
        .filter(isObject)
        .map(({ roleType, role, org }) => ({ userSourcedId: sourcedId, roleType, role, orgSourcedId: idOf(org) }))
    : []

/** A file: its headings, and a line for each row. */
const table = (columns: Columns, rows: readonly Row[]): FileRow[] => [
  { row: 1, cells: Object.keys(columns) },
  ...rows.map((row, nth) => ({ row: nth + 2, cells: Object.values(columns).map((cell) => textOf(cell(row))) })),
]

/** As a cell of a file: several values separated by commas, without signs that nobody sees and the database cannot store. */
function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.map(textOf).filter(Boolean).join(',')
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean') return ''
  return cleaned(String(value).slice(0, 2000)).replace(/[\p{Cc}\p{Cs}]/gu, '\ufffd')
}
