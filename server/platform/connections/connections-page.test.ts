import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { programKeys } from '#contract/platform/connections/program-keys.ts'
import { openToPrograms, scopeNames } from '#contract/language/programs.ts'
import { daysFrom } from '#server/base/days.ts'
import { testApp } from '#test/harness/app.ts'
import { today } from '#test/world/clock.ts'
import { world } from '#test/world/world.ts'

const { app, as } = await testApp()
const page = readFileSync('docs/connections.md', 'utf8')

test('every command of the page for partners answers rows of the school', async () => {
  const { secret } = await as(world.manager)(programKeys.make, {
    schoolId: world.nile.id,
    keyName: 'partner',
    scopes: [...scopeNames],
    endsOn: daysFrom(today, 30),
  })
  const shell: Record<string, string> = { KASHKOOL: '', KEY: secret, SCHOOL: world.nile.id }
  const commands = [...page.matchAll(/^curl (.*)$/gm)].map(([, rest]) =>
    rest!.replaceAll(/'?\$([A-Z]+)'?/g, (_, name: string) => shell[name]!),
  )
  expect(commands.length).toBeGreaterThan(2)
  for (const command of commands) {
    const [, url] = /^-s "([^"]*)"/.exec(command)!
    const headers = Object.fromEntries(
      [...command.matchAll(/-H "([^:]+): ([^"]*)"/g)].map(([, name, value]) => [name!, value!]),
    )
    const [, payload] = / -d '(.*)'$/.exec(command)!
    const answer = await app.inject({ method: 'POST', url: url!, headers, payload: payload! })
    expect([url, answer.statusCode]).toEqual([url, 200])
    expect([url, (JSON.parse(answer.body) as unknown[]).length > 0]).toEqual([url, true])
  }
})

test('the page names every operation that programs may call, by its scope', () => {
  for (const [path, { scope }] of Object.entries(openToPrograms))
    expect(new RegExp(`^\\| ${scope} \\|.*\`${path}\``, 'm').test(page), path).toBe(true)
})
