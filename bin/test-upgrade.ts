import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import type pg from 'pg'
import { startCluster } from '#server/db/embedded.ts'
import { withClient } from '#server/db/client.ts'
import { definitionsHere } from '#server/db/definitions.ts'
import { migrate } from '#server/db/migrate.ts'
import { requestAccount } from '#server/db/request-account.ts'
import { definedIn } from '#test/harness/defined.ts'
import { freePort } from '#test/harness/ports.ts'
import { invitedComes, inviteParent, whoSignsIn } from '#test/harness/upgraded-people.ts'

// Tests that an installation can be upgraded from the previous release to this version while it serves (docs/operations.md, Upgrade).
// `npm run test:upgrade` takes the last tag or, in a copy without tags, the commit that put the last release into CHANGELOG.md;
// `-- --from REF` takes another commit; further words select the old tests to run.

/** Old tests that list every table of the schema, in order to fail when one is added. */
const ofTheSchema = [
  'is hindered by everything that may ever speak of a student',
  'every table about students goes along, or stays for a reason',
  'every table that names a student is one that is erased or kept',
]

/** Old tests that expect settled requests in inboxes. Since migrations 0780 and 0861 inboxes leave these out, on purpose. */
const ofSettledItems = [
  'is said to the parents, and asking to those who decide',
  'school submitted: goes to the people that api.md names',
  'a change of a built-in role goes to who may confirm it, then to the managers of all schools',
]

/**
 * Old tests of what 0.2.0 can no longer do on this schema, which refuses it and changes nothing: reading all columns of people, writing roles
 * and lists of reference without the functions for it (both migration 1040), asking who may vouch for a number (decision 080).
 */
const ofWhatIsRefused = [
  'server/exports/folder/{out-and-in,school-folder}.test.ts',
  'server/identity/{guessable-passwords,phone-changes,proof,registration,users}.test.ts',
  'server/imports/tables/tables.test.ts',
  'server/inbox/invitations-answered.test.ts',
  'server/parents/invitations.test.ts',
  'server/pictures/pictures.test.ts',
  'server/reference/reference-lists.test.ts',
  'server/roles/{roles,user-permissions,user-roles,why}.test.ts',
  'server/teachers/{staff-invitations,teachers,teaching}.test.ts',
]

/** Old tests of a second mark of a child on one day, which is one mark now (decision 078). */
const ofSecondMarks = [
  'of a student who was in the class on that day is taken after the student left it',
  'steps of a generated year are those of a naive counter, and a corrected register changes exactly the right ones',
]

const git = (...words: string[]) =>
  spawnSync('git', words, { encoding: 'utf8', maxBuffer: 2 ** 30, stdio: ['ignore', 'pipe', 'ignore'] })
const words = process.argv.slice(2)
const named = words[0] === '--from' ? words.splice(0, 2)[1]! : null
const from = named ?? (git('describe', '--tags', '--abbrev=0').stdout.trim() || lastReleased())
if (git('rev-parse', '--verify', '--quiet', `${from}^{commit}`).status !== 0) {
  console.log(
    `Nothing to upgrade from: this is no repository with ${from || 'a former version'}. Name a commit with --from.`,
  )
  process.exit(named ? 1 : 0)
}
console.log(`From ${from} to this version.`)

const place = mkdtempSync(join(tmpdir(), 'kashkool-upgrade-'))
// When root runs this, the database runs as another account, which must be able to pass through this folder.
chmodSync(place, 0o711)
const old = join(place, 'old')
const children: ChildProcess[] = []
let stopCluster = async () => {}
/** What the servers printed, with the codes of SMS among it. */
let printed = ''
try {
  checkOut()
  await sideBySide()
  await oldTestsOnNewSchema()
  console.log(`${from} and this version serve one database side by side, and its tests pass on the new schema.`)
} finally {
  for (const child of children) child.kill('SIGKILL')
  await stopCluster()
  rmSync(place, { recursive: true, force: true, maxRetries: 10 })
}

function lastReleased() {
  const [heading] = /^## \[\d.*?\]/m.exec(readFileSync('CHANGELOG.md', 'utf8')) ?? []
  if (!heading) return ''
  return git('log', '--reverse', '--format=%h', `-S${heading}`, '--', 'CHANGELOG.md').stdout.split('\n')[0]!
}

/** The previous release, with its own packages. */
function checkOut() {
  execFileSync('mkdir', ['-p', old])
  execFileSync('sh', ['-c', 'git archive "$1" | tar -x -C "$2"', 'sh', from, old])
  const lock = 'package-lock.json'
  if (readFileSync(lock, 'utf8') === readFileSync(join(old, lock), 'utf8'))
    symlinkSync(resolve('node_modules'), join(old, 'node_modules'))
  else execFileSync('npm', ['ci', '--no-audit', '--no-fund'], { cwd: old, stdio: 'inherit' })
}

/** The old server fills and serves a database; the new one migrates it at the same time; both continue to serve. */
async function sideBySide() {
  const cluster = await startCluster({ dataDir: join(place, 'data') })
  stopCluster = cluster.stop
  const database = {
    DATABASE_URL: urlOf(cluster.connection('postgres', requestAccount)),
    MIGRATE_URL: urlOf(cluster.connection('postgres')),
    SECRET: 'the secret that both versions share',
  }
  const before = await start(old, { ...database, DEMO: 'on' })
  const token = await signedIn(before)
  const seen = await readAll(before, token)
  const asOwner = <T>(work: (client: pg.Client) => Promise<T>) => withClient(cluster.connection('postgres'), work)
  const people = await asOwner(async (client) => {
    await inviteParent({ call, client }, before, token)
    return whoSignsIn({ call, client }, before)
  })
  const after = await start(process.cwd(), { ...database, DEMO: 'off' })
  for (const [version, url] of Object.entries({ old: before, new: after })) {
    // A session of one server is valid at the other, also one that begins now.
    await readAll(url, token)
    const again = await readAll(url, await signedIn(url))
    if (again !== seen) throw new Error(`The ${version} version answers ${again} students, and answered ${seen} before`)
  }
  await asOwner(async (client) => {
    for (const url of [before, after]) {
      const kept = await whoSignsIn({ call, client }, url)
      const lost = people.filter((phone) => !kept.includes(phone))
      if (lost.length > 0) throw new Error(`After the upgrade these cannot sign in: ${lost.join(', ')}`)
    }
    await invitedComes({ call, client }, after, codeTo)
    console.log(
      `${people.length} people sign in at both versions, and an invitation of the old one is taken at the new one.`,
    )
    await numberOfAnotherCountry(client, { old: before, new: after })
  })
  console.log(`Both versions serve the database of ${from} after its migration.`)
  for (const child of children.splice(0)) {
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await definedAsInNew((name) => cluster.connection(name))
  await stopCluster()
  stopCluster = async () => {}
}

/** A teacher has a number of another country: the old version serves the session of the new one, and signs in nobody by it (decision 103). */
async function numberOfAnotherCountry(client: pg.Client, { old: before, new: after }: { old: string; new: string }) {
  const phoneNumber = '+966505550104'
  await client.query(`update users set phone_number = $1 where phone_number = '01000000004'`, [phoneNumber])
  const signIn = (url: string) =>
    call<{ token: string }>(url, 'API/Identity/Login', { phoneNumber, password: 'kashkool' })
  const { token } = (await signIn(after)).answer
  const me = await fetch(`${before}/API/Identity/Me`, { headers: { authorization: `Bearer ${token}` } })
  const { logedinUser } = (await me.json()) as { logedinUser?: { phoneNumber: string } }
  if (logedinUser?.phoneNumber !== phoneNumber)
    throw new Error(`The old version answers ${me.status} to ${phoneNumber}`)
  const refused = await signIn(before).then(() => 'a session', String)
  if (!refused.includes('answered 400')) throw new Error(`The old version answers ${phoneNumber} with ${refused}`)
}

/** Functions and views of the upgraded database are those of a new one. */
async function definedAsInNew(connection: (database: string) => pg.ClientConfig) {
  await withClient(connection('postgres'), (client) => client.query('create database new_one'))
  await migrate(connection('new_one'))
  const [upgraded, fresh] = await Promise.all(
    ['postgres', 'new_one'].map((database) => withClient(connection(database), definedIn)),
  )
  const names = Object.keys({ ...upgraded, ...fresh }).filter((name) => upgraded![name] !== fresh![name])
  if (names.length > 0)
    throw new Error(`Defined otherwise after the upgrade than in a new database: ${names.join(', ')}`)
  console.log(`${Object.keys(fresh!).length} functions and views are defined as in a new database.`)
}

async function oldTestsOnNewSchema() {
  const migrations = join('server', 'db', 'migrations')
  cpSync(migrations, join(old, migrations), { recursive: true })
  // The release applies migrations only, so what stands beside them is one more.
  writeFileSync(join(old, migrations, '9999_functions_and_views.sql'), await allDefinitions())
  // Tests of the start and of the embedded server do not depend on the schema.
  const others = ['server/{run/,}{start,backup}/**', 'server/db/embedded.test.ts', ...ofWhatIsRefused]
  const wanted = words.length > 0 ? words : ['server']
  const without = others.flatMap((one) => ['--exclude', one])
  // Other work on the machine must not make tests fail: more time and a second try, whatever the release's own settings are.
  const patience = ['--testTimeout=60000', '--hookTimeout=90000', '--retry=1']
  const names = [`--testNamePattern=^(?!.*(${[...ofTheSchema, ...ofSettledItems, ...ofSecondMarks].join('|')}))`]
  const vitest = join('node_modules', 'vitest', 'vitest.mjs')
  const call = [vitest, 'run', ...wanted, ...without, ...patience, ...names]
  const tests = spawn(process.execPath, call, { cwd: old, stdio: 'inherit' })
  const [code] = (await once(tests, 'exit')) as [number | null]
  if (code !== 0) throw new Error(`Tests of ${from} fail on the new schema; see above`)
}

/** All functions and views as one migration: each is tried again once what it needs is there, and put in the place of one with other parameters. */
async function allDefinitions() {
  const all = (await definitionsHere()).map(({ sql }) => `$definition$${sql}$definition$`)
  return `do $migration$
    declare
      all_of_them text[] := array[${all.join(',')}];
      waiting text[] := all_of_them;
      next text[];
      one text;
      hint text;
      dropped boolean;
    begin
      set local check_function_bodies = off;
      while cardinality(waiting) > 0 loop
        next := '{}';
        dropped := false;
        foreach one in array waiting loop
          begin
            execute one;
          exception
            when undefined_table or undefined_column or undefined_function or undefined_object or dependent_objects_still_exist then
              next := next || one;
            when invalid_function_definition then
              get stacked diagnostics hint = pg_exception_hint;
              execute 'drop routine ' || substring(hint from '[\\w."]+\\(.*\\)') || ' cascade';
              dropped := true;
            when invalid_table_definition then
              execute 'drop view ' || substring(one from 'view (\\w+)') || ' cascade';
              dropped := true;
          end;
        end loop;
        if next = waiting and not dropped then execute next[1]; end if;
        waiting := case when dropped then all_of_them else next end;
      end loop;
    end $migration$`
}

async function start(folder: string, settings: Record<string, string>) {
  const port = await freePort()
  const child = spawn(process.execPath, ['--import', 'tsx', 'server/main.ts'], {
    cwd: folder,
    env: { PATH: process.env.PATH, PORT: `${port}`, ...settings },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  children.push(child)
  const url = `http://127.0.0.1:${port}`
  await new Promise<void>((ready, failed) => {
    child.stdout!.on('data', (text) => {
      printed += text
      if (`${text}`.includes('Kashkool is ready')) ready()
    })
    child.once('exit', (code) => failed(new Error(`${existsSync(folder) ? folder : from} ended with ${code}`)))
  })
  return url
}

async function call<T>(url: string, path: string, body: object, token = ''): Promise<{ answer: T; headers: Headers }> {
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) },
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${text}`)
  return { answer: JSON.parse(text) as T, headers: answer.headers }
}

/** The code that was sent to a number last. */
async function codeTo(phone: string) {
  for (let tries = 0; tries < 600; tries++) {
    const code = printed.split(`SMS to ${phone}: `).at(-1)?.split('\n')[0]
    if (code && printed.includes(`SMS to ${phone}: `)) return code
    await new Promise((later) => setTimeout(later, 100))
  }
  throw new Error(`No code was sent to ${phone}`)
}

/** The manager of the demo. */
async function signedIn(url: string) {
  const account = { phoneNumber: '01000000002', password: 'kashkool' }
  return (await call<{ token: string }>(url, 'API/Identity/Login', account)).answer.token
}

/** How many students the manager sees. */
async function readAll(url: string, token: string) {
  const { answer } = await call<{ id: string }[]>(url, 'api/School/GetAll', {}, token)
  const counts = await Promise.all(
    answer.map(({ id }) =>
      call(url, 'Student/GetSchoolStudents', { schoolId: id, pageNumber: 1 }, token).then(
        ({ headers }) => Number(headers.get('x-total-count')),
        () => 0,
      ),
    ),
  )
  const seen = counts.reduce((sum, count) => sum + count, 0)
  if (seen === 0) throw new Error('No students were read')
  return seen
}

function urlOf({ host, port, user, database }: pg.ClientConfig) {
  return `postgres:///${database}?${new URLSearchParams({ host: host!, port: `${port}`, user: `${user}` })}`
}
