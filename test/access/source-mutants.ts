import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import type { Edit, Turned } from './clauses.ts'
import type { Ground } from './run.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The product started from a copy of its source with one clause turned; calls go to it over the wire. */
export async function servedWith(turned: Turned, connection: pg.ClientConfig) {
  const { folder, remove } = copied(editsOf(turned), ['test/clock.ts'])
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
      remove()
    },
  }
}

/** A copy of the source, and of what else is named, with some of it turned. */
export function copied(edits: Edit[], others: string[] = []) {
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-turned-'))
  for (const part of ['server', 'contract', 'package.json', 'tsconfig.json', ...others])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, from, to } of edits)
    writeFileSync(
      join(folder, file),
      readFileSync(join(folder, file), 'utf8').replace(from, () => to),
    )
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** What is to be turned and does not stand in the code once, as it is said to. */
export const gone = (clauses: (Edit & { also?: Edit })[]) =>
  clauses.flatMap(editsOf).filter(({ file, from }) => readFileSync(join(root, file), 'utf8').split(from).length !== 2)

export const editsOf = ({ also, ...edit }: Edit & { also?: Edit }) => [edit, ...(also ? [also] : [])]

// Here too nothing is kept: see undone.ts.
const script = `
import pg from 'pg'
import { buildApp } from '#server/app.ts'
import { clock } from '#test/clock.ts'
const { query } = pg.Client.prototype
pg.Client.prototype.query = function (text, ...rest) {
  return query.call(this, text === 'commit' ? 'rollback' : text, ...rest)
}
const app = await buildApp({
  connection: JSON.parse(process.env.CONNECTION), origins: [], trustProxy: null, web: null,
  key: Buffer.from('the key of the tests'),
  clock,
  calls: { person: 1e9, writes: 1e9, visitor: 1e9 },
  lookUps: { personMinute: 1e9, schoolDay: 1e9 }, studentCodes: 1e9, readings: { students: 1e6 },
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
