import pg from 'pg'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { columnsOf } from '#server/exchange/exports/columns.ts'
import { testApp } from '#test/harness/app.ts'
import { inParallel } from './call.ts'
import { changed, checksums } from './checksums.ts'
import { prepare } from './ground.ts'
import { forbiddenIn } from './mentions.ts'
import type { Graph } from './graph.ts'
import { exportsOf, importsOf, picturesOf, type Route, streamsOf, uploadsOf } from './other-routes.ts'
import type { Persona } from './people.ts'
import { type Ground, personOf } from './plan.ts'
import type { Person } from './reach.ts'
import { undone } from './undone.ts'

const { app, connection } = await testApp()
const owner = new pg.Client(connection)
let ground: Ground

beforeAll(async () => {
  await owner.connect()
  ground = (await prepare(app, owner)).ground
})

afterAll(() => owner.end())

const authorization = ({ secret }: Persona) => (secret ? { authorization: `Bearer ${secret}` } : {})

async function send(persona: Persona, options: Awaited<ReturnType<Route['send']>>) {
  const headers = { ...options.headers, ...authorization(persona) }
  const reply = (await app.inject({ ...options, headers })) as LightMyRequestResponse
  if (!('payloadAsStream' in options)) return { status: reply.statusCode, text: reply.body }
  // An allowed stream never ends.
  const stream = reply.stream()
  if (reply.statusCode === 200) stream.destroy()
  return {
    status: reply.statusCode,
    text: reply.statusCode === 200 ? '' : Buffer.concat(await stream.toArray()).toString(),
  }
}

/** Where answers differ from the declared access; with `hidden`, all refusals read like a missing object. */
async function wrongOf(routes: Route[], { hidden = false } = {}) {
  const calls = routes.flatMap((route) =>
    ground.people.map((persona) => ({ route, persona, ruling: route.ruling(persona) })),
  )
  const refused = ({ status, sentence }: { status: number; sentence: string }) =>
    hidden ? '404 Not found' : `${status} ${sentence}`
  const one = async ({ route, persona, ruling }: (typeof calls)[number]) => {
    const { status, text } = await send(persona, await route.send())
    const owed = 'refusal' in ruling ? refused(ruling.refusal) : (route.instead ?? '200')
    const came = status === 200 ? '200' : `${status} ${text}`
    return came === owed ? [] : [`${route.about} as ${persona.name} answers ${came}, not ${owed}`]
  }
  const isLetIn = ({ ruling, route }: (typeof calls)[number]) => route.writes && 'scope' in ruling
  const before = await checksums(owner)
  const wrong = await inParallel(
    calls.filter((call) => !isLetIn(call)),
    one,
  )
  wrong.push(...(await undone(() => inParallel(calls.filter(isLetIn), one, 2))))
  expect(changed(before, await checksums(owner))).toEqual([])
  expect(calls.some(isLetIn) || !routes.some(({ writes }) => writes)).toBe(true)
  return wrong.flat()
}

test('a picture is stored for the people whom its Type lets in, and for nobody else', async () => {
  expect(await wrongOf(uploadsOf(ground))).toEqual([])
})

test('a table of students is read, and the empty one given, where the key is held', async () => {
  expect(await wrongOf(importsOf(ground))).toEqual([])
})

test('events reach the people who see the work', async () => {
  expect(await wrongOf(streamsOf(ground))).toEqual([])
})

test('a stored picture is shown to the people who see what it belongs to', async () => {
  const routes = picturesOf(ground)
  for (const { row } of routes)
    await owner.query(
      `insert into media (name, kind, school_id, student_id, content, uploaded_by) values ($1, $2, $3, $4, 'x', $5)`,
      [row.name, row.kind, row.school_id, row.student_id, ground.graph.schools[0]!.admin_id],
    )
  expect(await wrongOf(routes, { hidden: true })).toEqual([])
})

const isOfAudit = (path: string) => path.startsWith('Audit/')

/** People who did something at a school, or tried to, are named in its audit lines (api.md §16); this includes these calls. */
async function withLines(persona: Persona): Promise<Person> {
  const { rows } = await owner.query<{ row: Graph['audit_lines'][number] }>(
    'select to_jsonb(l) as row from audit_lines l',
  )
  const { rights, ...person } = personOf(ground, persona)
  return { ...person, rights: { ...rights }, graph: { ...ground.graph, audit_lines: rows.map(({ row }) => row) } }
}

test('a list as a file is for whom the list is, with no row out of reach', async () => {
  const lists = exportsOf(ground, (operation) => operation.paging !== null && columnsOf(operation).length > 0)
  expect(lists.length).toBeGreaterThan(30)
  // Repeated at the end, when the audit contains what the other files left in it.
  lists.push(...lists.filter(({ list }) => isOfAudit(list.path)))
  const wrong: string[] = []
  let files = 0
  for (const { list, plans, send: fileOf, asItself } of lists)
    await inParallel(plans, async ({ persona, ruling, body }) => {
      const { status, text } = await send(persona, fileOf(body))
      const input = `${list.path} as a file as ${persona.name} (${JSON.stringify(body)})`
      // A file is only made for a signed-in person, even of what everybody may read.
      if (!persona.personId) return void (status === 401 || wrong.push(`${input} answers ${status}`))
      if ('refusal' in ruling) {
        if (text !== ruling.refusal.sentence) wrong.push(`${input} answers ${status} ${text.slice(0, 80)}`)
        return
      }
      if (status === 200) files++
      else if (text !== (await send(persona, asItself(body))).text)
        wrong.push(`${input} answers ${status} ${text.slice(0, 80)}`)
      const person = isOfAudit(list.path) ? await withLines(persona) : personOf(ground, persona)
      const out = forbiddenIn(person, ruling.scope, text, JSON.stringify(body))
      if (out.length > 0) wrong.push(`${input} gives away what is out of reach: ${out.slice(0, 3).join(', ')}`)
    })
  expect(wrong.slice(0, 20)).toEqual([])
  expect(files).toBeGreaterThan(200)
})
