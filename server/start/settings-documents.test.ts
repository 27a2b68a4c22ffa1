import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
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

test('the README explains every setting that is read', () => {
  const table = /## Settings\n([\s\S]*?)\n## /.exec(readFileSync('README.md', 'utf8'))![1]!
  const rows = [...table.matchAll(/^\| (`[^|]*`) \|/gm)].flatMap(([, names]) => names!.match(/[A-Z_]{4,}/g)!)
  const ofTests = ['CHROME_PATH', 'TEST_DATABASE_URL']
  expect(rows.filter((name) => !ofTests.includes(name)).toSorted()).toEqual(settingNames.toSorted())
})

test('.nvmrc names a version that package.json allows', () => {
  const { engines } = JSON.parse(readFileSync('package.json', 'utf8')) as { engines: { node: string } }
  const [lowest] = engines.node.match(/\d+/)!
  expect(Number(readFileSync('.nvmrc', 'utf8'))).toBeGreaterThanOrEqual(Number(lowest))
})
