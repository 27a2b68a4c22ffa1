import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test, vi } from 'vitest'
import { testApp } from '#test/harness/app.ts'
import { healthCheck } from './health-check.ts'

const { app } = await testApp()
const health = (host: string, port: string) => {
  vi.stubEnv('HOST', host)
  vi.stubEnv('PORT', port)
  onTestFinished(() => void vi.unstubAllEnvs())
  return healthCheck.run({ words: [], options: {}, ask: async () => '' })
}

test('asks the Kashkool of these settings, at an IPv6 address too', async () => {
  const { port } = new URL(await app.listen({ port: 0, host: '127.0.0.1' }))
  // The database of the tests may be less durable than a real one.
  const said = await health('127.0.0.1', port).catch((problem) => problem)
  expect(String(said)).toMatch(/Kashkool is ready|"durable" fails/)
  await expect(health('::1', '1')).rejects.toThrow('No Kashkool answers at http://[::1]:1.')
})

test('takes no other program for Kashkool', async () => {
  const other = createServer((_, answer) => answer.end('<html>')).listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await new Promise((resolve) => other.once('listening', resolve))
  const { port } = other.address() as AddressInfo
  await expect(health('127.0.0.1', String(port))).rejects.toThrow(`No Kashkool answers at http://127.0.0.1:${port}.`)
})
