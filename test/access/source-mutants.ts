import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type pg from 'pg'
import { asRequests } from '#test/harness/ground.ts'
import type { Edit, Turned } from './clauses.ts'
import type { Ground } from './plan.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Starts the product from a copy of its source with one mutated clause; calls are sent to it over the network. */
export async function servedWith(turned: Turned, connection: pg.ClientConfig) {
  const { folder, remove } = copied(turned.edits, ['test/world/clock.ts'])
  writeFileSync(join(folder, 'serve.ts'), script)

  const child = spawn(process.execPath, ['--import', 'tsx', 'serve.ts'], {
    cwd: folder,
    env: { ...process.env, CONNECTION: JSON.stringify(asRequests(connection)) },
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

/** A copy of the source and of other named files, with some of it mutated. */
export function copied(edits: Edit[], others: string[] = []) {
  const places = edits.map(placeOf)
  const folder = mkdtempSync(join(tmpdir(), 'kashkool-turned-'))
  for (const part of ['server', 'contract', 'package.json', 'tsconfig.json', ...others])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  for (const { file, at, length, to } of places) {
    const text = readFileSync(join(folder, file), 'utf8')
    writeFileSync(join(folder, file), text.slice(0, at) + to + text.slice(at + length))
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** The place of an edit: the only occurrence of the text in a declaration with that name. */
export function placeOf({ symbol, from, to }: Edit) {
  const pattern = new RegExp(from.split(/\s+/).map(escaped).join('\\s+'), 'g')
  const found = declarationsOf(symbol).flatMap(({ file, start, text }) =>
    [...text.matchAll(pattern)].map((match) => ({ file, at: start + match.index, length: match[0].length, to })),
  )
  if (found.length !== 1) throw new Error(`"${from}" stands ${found.length} times in ${symbol}, not once`)
  return found[0]!
}

/** Escapes a text for a regular expression. */
export const escaped = (text: string) => text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')

/** All declarations of a name at the top of a file of the server, each up to the next declaration. */
function declarationsOf(symbol: string) {
  return sources().flatMap(({ file, text }) => {
    const tops = [...text.matchAll(/^(?:export )?(?:default )?(?:async )?(?:function\*?|const|class) (\w+)/gm)]
    return tops.flatMap((top, nth) =>
      top[1] === symbol ? [{ file, start: top.index, text: text.slice(top.index, tops[nth + 1]?.index) }] : [],
    )
  })
}

let known: { file: string; text: string }[] | undefined

const sources = () =>
  (known ??= readdirSync(join(root, 'server'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.d.ts'))
    .map((name) => ({ file: join('server', name), text: readFileSync(join(root, 'server', name), 'utf8') })))

// Nothing is stored here either: see undone.ts.
const script = `
import { buildApp } from '#server/app.ts'
import { batches } from '#server/db/batch.ts'
import { clock } from '#test/world/clock.ts'
const { ask } = batches
batches.ask = function (asked) {
  return ask.call(this, asked.text === 'commit' ? { ...asked, text: 'rollback', name: undefined } : asked)
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
