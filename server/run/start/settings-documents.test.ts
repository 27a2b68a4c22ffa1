import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { retentionDays } from './retention.ts'
import { readConfig, settingNames } from './config.ts'

const example = readFileSync('.env.example', 'utf8')
const values = Object.fromEntries(
  [...example.matchAll(/^#([A-Z_]+)=(.*)$/gm)].map(([, name, value]) => [name, unquoted(value!)]),
)

function unquoted(value: string) {
  return value.replace(/^'(.*)'$/, '$1')
}

test('.env.example names every setting that is read, no other, and each with a value that is accepted', () => {
  expect(Object.keys(values).toSorted()).toEqual(settingNames.toSorted())
  expect(() => readConfig({ ...values, SMS_DELIVERY: 'http' })).not.toThrow()
})

test('docs/settings.md explains every setting that is read', () => {
  const rows = [...readFileSync('docs/settings.md', 'utf8').matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(
    ([, names]) => names!.match(/[A-Z_]{4,}/g)!,
  )
  const ofTests = ['CHROME_PATH', 'TEST_DATABASE_URL']
  expect(rows.filter((name) => !ofTests.includes(name)).toSorted()).toEqual(settingNames.toSorted())
})

test('docs/privacy.md has every period, with its default and a reason', () => {
  const rows = [
    ...readFileSync('docs/privacy.md', 'utf8').matchAll(/^\| [^|]+ \| `(\w+)` \| (\d+) \| ([^|]{10,}) \|$/gm),
  ]
  expect(Object.fromEntries(rows.map(([, name, days]) => [name!, Number(days)]))).toEqual(retentionDays)
})

test('.nvmrc names a version that package.json allows', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  const [lowest] = engines.node.match(/\d+/)!
  expect(Number(readFileSync('.nvmrc', 'utf8'))).toBeGreaterThanOrEqual(Number(lowest))
})
