import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Ground } from './run.ts'

/** A clause written in code: the file, how it reads there, and how it reads when it is turned. */
export type Turned = { file: string; from: string; to: string; asks: RegExp }

const authorise = 'server/authorise.ts'
const schools = 'server/schools/schools.ts'
const inOneSchool = /^(ClassRoom|Student|Attendance)\//
const ofSchools = /School/
const ofAttendance = /^Attendance/

/** Every clause of code that decides who sees what and that no declared access and no statement holds. */
export const clauses: Turned[] = [
  {
    file: 'server/serve.ts',
    asks: /Me$/,
    from: 'if (!caller && needsSession(operation.access)) throw unauthenticated()',
    to: '',
  },
  { file: authorise, asks: /Me$/, from: 'if (!isAlive(session, rights)) return null', to: '' },
  {
    file: authorise,
    asks: inOneSchool,
    from: 'if (open.length === 0 && children.length === 0) throw forbidden()',
    to: '',
  },
  {
    file: authorise,
    asks: inOneSchool,
    from: "if (input.schoolId != null && input.schoolId !== scope.school.id) throw invalid('Invalid input')",
    to: '',
  },
  { file: authorise, asks: inOneSchool, from: 'places.some((place) => place?.schoolId !== school.id)', to: 'false' },
  { file: authorise, asks: inOneSchool, from: '!(await worksIn(db, caller.id, place!.classRoomId))', to: 'false' },
  {
    file: authorise,
    asks: inOneSchool,
    from: "access.to === 'member' || access.keys.some",
    to: 'access.keys.length >= 0 || access.keys.some',
  },
  { file: authorise, asks: ofAttendance, from: 'children.find(({ id }) => id === studentId)', to: 'children[0]' },
  { file: authorise, asks: ofSchools, from: 'school.active ||', to: 'true ||' },
  { file: authorise, asks: ofSchools, from: 'school.adminId === caller?.id ||', to: '' },
  { file: authorise, asks: ofSchools, from: '|| reviewsSchools(caller)', to: '|| caller !== null' },
  { file: authorise, asks: ofSchools, from: "key === 'ViewSchoolActionList' ||", to: '' },
  { file: authorise, asks: ofSchools, from: "|| key === 'ViewPaymentsRequests'", to: '' },
  { file: schools, asks: ofSchools, from: 'if (reviewsSchools(user)) {', to: 'if (user) {' },
  {
    file: schools,
    asks: ofSchools,
    from: 'if (input.coinTypeId != null || input.adminId != null || input.newSchools != null) throw forbidden()',
    to: '',
  },
  { file: schools, asks: ofSchools, from: 'if (input.active === false) return { rows: [], total: 0 }', to: '' },
  { file: schools, asks: ofSchools, from: ', active: true }, page)', to: ' }, page)' },
  { file: schools, asks: ofSchools, from: "schoolsBy(db, 'public',", to: "schoolsBy(db, 'reviewer'," },
  { file: schools, asks: ofSchools, from: "(own?.keys.includes('ViewSchoolData') ?? false)", to: 'own !== undefined' },
  { file: schools, asks: ofSchools, from: "own ? 'member' : reviewer ? 'reviewer' : 'public'", to: "'member'" },
  { file: schools, asks: ofSchools, from: "own ? 'member' :", to: '' },
  { file: 'server/schools/schools.queries.ts', asks: ofSchools, from: "keys.includes('ViewSchoolData')", to: 'keys' },
  {
    file: 'server/classes/classes.ts',
    asks: /Supervisor/,
    from: "may('ViewClassesSettingList') ? supervisorId : null",
    to: 'supervisorId',
  },
  {
    file: 'server/classes/class-settings.ts',
    asks: /UpdateClass/,
    from: "if (switches && !may('ChangeClassActivation')) throw forbidden()",
    to: '',
  },
  {
    file: 'server/classes/supervisors.ts',
    asks: /(Update|Add)Class$/,
    from: 'if (personId === user.id) await mayTakePost(db, roleId, may)',
    to: '',
  },
  {
    file: 'server/classes/supervisors.ts',
    asks: /(Update|Add)Class$/,
    from: '!(await canSupervise(db, school.id, personId))',
    to: 'false',
  },
  {
    file: 'server/schools/school-settings.ts',
    asks: /UpdateSchool/,
    from: "if (user.id !== fromId) throw forbidden('Only the administrator can hand the school over')",
    to: '',
  },
  {
    file: 'server/schools/school-settings.ts',
    asks: /UpdateSchool/,
    from: "read: () => schoolSeen(db, id, 'member', may('ViewSchoolData'))",
    to: "read: () => schoolSeen(db, id, 'member', true)",
  },
  {
    file: 'server/languages/languages.ts',
    asks: /LanguageSchools/,
    from: "reviewsSchools(user) ? 'reviewer' : 'public'",
    to: "'reviewer'",
  },
  { file: 'server/classes/classes.queries.ts', asks: /SchoolClasses/, from: "reach.of === 'school' ? query :", to: '' },
  {
    file: 'server/students/students.ts',
    asks: /RoomStudents/,
    from: "may('UpdateStudentInfo') || may('AssignStudentToSchool')",
    to: 'true',
  },
  { file: 'server/students/students.ts', asks: /RoomStudents/, from: "may('UpdateStudentInfo') ||", to: '' },
  { file: 'server/students/students.ts', asks: /RoomStudents/, from: "|| may('AssignStudentToSchool')", to: '' },
]

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The product started from a copy of its source with one clause turned; calls go to it over the wire. */
export async function servedWith(turned: Turned, connection: pg.ClientConfig) {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-turned-'))
  for (const part of ['server', 'contract', 'package.json', 'tsconfig.json'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  turn(folder, turned)
  writeFileSync(join(folder, 'serve.ts'), script)

  const child = spawn(process.execPath, ['--import', 'tsx', 'serve.ts'], {
    cwd: folder,
    env: { ...process.env, CONNECTION: JSON.stringify(connection) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const address = await firstLine(child)
  return {
    app: { inject: (call: Injected) => overTheWire(address, call) } as unknown as Ground['app'],
    stop: async () => {
      child.kill()
      if (child.exitCode === null) await new Promise((ended) => child.once('exit', ended))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function turn(folder: string, { file, from, to }: Turned) {
  const path = join(folder, file)
  const source = readFileSync(path, 'utf8')
  if (source.split(from).length !== 2)
    throw new Error(`${file} reads otherwise now: say in test/access/source-mutants.ts what became of "${from}"`)
  writeFileSync(
    path,
    source.replace(from, () => to),
  )
}

// Here too nothing is kept: see undone.ts.
const script = `
import pg from 'pg'
import { buildApp } from '#server/app.ts'
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (text, ...rest) {
  return query.call(this, text === 'commit' ? 'rollback' : text, ...rest)
}
const app = await buildApp({
  connection: JSON.parse(process.env.CONNECTION), origins: [], trustProxy: null, web: null,
  calls: { person: 1e9, writes: 1e9, visitor: 1e9 },
})
console.log(await app.listen({ port: 0, host: '127.0.0.1' }))
`

function firstLine(child: ChildProcess) {
  return new Promise<string>((found, failed) => {
    child.stdout!.once('data', (line) => found(String(line).trim()))
    child.once('exit', () => failed(new Error('a turned clause keeps the product from starting')))
  })
}

type Injected = { method: string; url: string; headers: Record<string, string>; payload?: unknown }

async function overTheWire(address: string, { method, url, headers, payload }: Injected) {
  const init: RequestInit = { method, headers }
  if (payload !== undefined) {
    init.body = JSON.stringify(payload)
    init.headers = { ...headers, 'content-type': 'application/json' }
  }
  const answer = await fetch(address + url, init)
  return { statusCode: answer.status, headers: Object.fromEntries(answer.headers), body: await answer.text() }
}
