import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { budgets, overweight, weigh } from './budgets.ts'

test('the built client stays within what a phone on a slow network can carry', () => {
  expect(existsSync('dist/.vite/manifest.json'), 'build the client first: npm run build').toBe(true)
  const weights = weigh('dist')
  expect(new Set(weights.map(({ kind }) => kind))).toEqual(new Set(Object.keys(budgets)))
  expect(overweight(weights)).toEqual([])
})

test('beside each larger file stand copies packed as small as they get, of the same content', () => {
  const files = readdirSync('dist', { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|css|json|html)$/.test(name),
  )
  const larger = files.map((name) => join('dist', name)).filter((file) => readFileSync(file).length >= 1400)
  expect(larger.length).toBeGreaterThan(100)
  for (const file of larger) {
    const whole = readFileSync(file)
    expect(brotliDecompressSync(readFileSync(`${file}.br`)).equals(whole), file).toBe(true)
    expect(gunzipSync(readFileSync(`${file}.gz`)).equals(whole), file).toBe(true)
    expect(readFileSync(`${file}.br`).length).toBeLessThan(whole.length)
  }
})
