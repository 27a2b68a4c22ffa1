import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** What bin/bundle.mjs makes an entry of. */
const sourceOf = (entry: string) =>
  new RegExp(`\\b${entry}: '(server/[^']+)'`).exec(readFileSync('bin/bundle.mjs', 'utf8'))?.[1] ??
  `nothing for ${entry}`

const imported = readdirSync('bin', { recursive: true, encoding: 'utf8' })
  .filter((file) => /\.m?[jt]s$/.test(file))
  .flatMap((file) =>
    [
      ...readFileSync(join('bin', file), 'utf8').matchAll(
        /const \{ (\w+) \} = await import\('\.\.\/bundle\/(.+)\.mjs'\)/g,
      ),
    ].map(([, name, entry]) => [file, name!, sourceOf(entry!)] as const),
  )

test.each(imported)('%s calls %s, which is there', (_, name, from) => {
  expect(readFileSync(from, 'utf8')).toMatch(new RegExp(`^export (const|async function|function) ${name}\\b`, 'm'))
})

test('every command of the operator is looked at', () => {
  expect(imported.map(([file]) => file)).toEqual(['kashkool.mjs'])
})
