import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { feeFamilies } from '#contract/money/fees/families.ts'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { webhookEvents } from '#contract/platform/connections/webhooks.ts'
import { openToPrograms, scopeNames } from '#contract/language/programs.ts'
import { daysFrom } from '#server/base/days.ts'
import { newSigningSecret, signedHeaders } from './outgoing/signature.rules.ts'
import { feesOfNile } from '#test/harness/fees-of-nile.ts'
import { clock, today } from '#test/world/clock.ts'
import { demoPassword, world } from '#test/world/world.ts'

const { app, as, begin, plan, charge } = await feesOfNile()
const page = readFileSync('docs/connections.md', 'utf8')

test('every command of the page for partners answers rows of the school', async () => {
  const { tuition, startsOn } = await begin()
  await plan([{ itemId: tuition, amount: '3000', parts: [{ dueOn: startsOn }] }])
  await charge()
  const { id, secret } = await as(world.manager)(programKeys.make, {
    schoolId: world.nile.id,
    keyName: 'partner',
    scopes: [...scopeNames],
    endsOn: daysFrom(today, 30),
    password: demoPassword,
  })
  const shell: Record<string, string> = { KASHKOOL: '', KEY: secret, KEYID: id, SCHOOL: world.nile.id }
  const commands = [...page.matchAll(/^curl (.*)$/gm)].map(([, rest]) =>
    rest!.replaceAll(/'?\$([A-Z]+)'?/g, (_, name: string) => shell[name]!),
  )
  expect(commands.length).toBeGreaterThan(2)
  for (const command of commands) {
    const [, url] = /^-s "([^"]*)"/.exec(command)!
    const headers = Object.fromEntries(
      [...command.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    )
    const [, user] = / -u "([^"]*)"/.exec(command) ?? []
    if (user) headers['authorization'] = `Basic ${Buffer.from(user).toString('base64')}`
    const form = [...command.matchAll(/ -d "([^"]*)"/g)].map(([, part]) => part!)
    if (form.length > 0) headers['content-type'] = 'application/x-www-form-urlencoded'
    const [, json] = / -d '(.*)'$/.exec(command) ?? []
    const payload = json ?? form.join('&')
    const method = payload === '' ? 'GET' : 'POST'
    const answer = await app.inject({ method, url: url!, headers, ...(payload !== '' && { payload }) })
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect([url, Object.keys(JSON.parse(answer.body) as object).length > 0]).toEqual([url, true])
  }
})

test('the page names every operation that programs may call, by its scope', () => {
  for (const [path, { scope }] of Object.entries(openToPrograms))
    expect(new RegExp(`^\\| ${scope} \\|.*\`${path}\``, 'm').test(page), path).toBe(true)
})

test('the check of a signature on the page takes what is sent, by either of two secrets, and nothing else', async () => {
  const [, code] = /```js\n([\s\S]*?)```/.exec(page)!
  const { isFromKashkool } = (await import(`data:text/javascript,${encodeURIComponent(code!)}`)) as {
    isFromKashkool: (headers: Record<string, string>, body: string, secret: string) => boolean
  }
  const secrets = [newSigningSecret(), newSigningSecret()]
  const now = clock.now()
  const headers = signedHeaders({ id: 'one', sentAt: now, body: '{"a":1}', secrets })
  for (const secret of secrets) expect(isFromKashkool(headers, '{"a":1}', secret)).toBe(true)
  expect(isFromKashkool(headers, '{"a":2}', secrets[0]!)).toBe(false)
  expect(isFromKashkool(headers, '{"a":1}', newSigningSecret())).toBe(false)
})

test('the page names every event of webhooks', () => {
  for (const event of webhookEvents) expect(page).toContain(`\`${event}\``)
})

test('a program reads what a family owes without who pays, what was written about it and what is not settled', async () => {
  const schoolId = world.nile.id
  const { secret } = await as(world.manager)(programKeys.make, {
    schoolId,
    keyName: 'accounts',
    scopes: ['fees'],
    endsOn: daysFrom(today, 30),
    password: demoPassword,
  })
  const answer = await app.inject({
    method: 'POST',
    url: `/${feeFamilies.get.path}`,
    headers: { authorization: `Bearer ${secret}` },
    payload: { schoolId, studentId: world.omar.id },
  })
  expect(answer.json()).toMatchObject({
    owed: '3000.00',
    dues: [{ open: '3000.00' }],
    payers: [],
    proposals: [],
    promises: [],
    grants: [],
    statement: [],
  })
})
