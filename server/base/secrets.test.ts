import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { installationKey, secretsOf } from './secrets.ts'

const ours = secretsOf(Buffer.from('one installation'))
const theirs = secretsOf(Buffer.from('another installation'))

test('a keyed hash is the same for the same text, purpose and installation only', () => {
  expect(ours.hmac('code', '12345')).toEqual(ours.hmac('code', '12345'))
  expect(ours.hmac('code', '12345')).not.toEqual(ours.hmac('phone', '12345'))
  expect(ours.hmac('code', '12345')).not.toEqual(theirs.hmac('code', '12345'))
})

test('what is sealed opens for its purpose, unchanged, and never twice the same', () => {
  const sealed = ours.seal('second factor', 'سر')
  expect(ours.open('second factor', sealed)).toBe('سر')
  expect(sealed).not.toEqual(ours.seal('second factor', 'سر'))
  expect(() => ours.open('push', sealed)).toThrow()
  expect(() => theirs.open('second factor', sealed)).toThrow()
  expect(() => ours.open('second factor', Buffer.concat([sealed.subarray(0, -1), Buffer.from([0])]))).toThrow()
})

test('the key is made once, for its owner alone, unless the operator names one', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-secret-'))
  const made = installationKey({ secret: null, dataDir })
  expect(installationKey({ secret: null, dataDir })).toEqual(made)
  expect(statSync(join(dataDir, 'secret')).mode & 0o777).toBe(0o600)
  expect(installationKey({ secret: 'named by the operator, long enough', dataDir })).not.toEqual(made)
  rmSync(dataDir, { recursive: true })
})

test('a file of the key that was cut off is refused, because an empty key could be guessed', () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kashkool-secret-'))
  for (const left of ['', 'half of a sec']) {
    writeFileSync(join(dataDir, 'secret'), left)
    expect(() => installationKey({ secret: null, dataDir })).toThrow(`The file ${join(dataDir, 'secret')} is cut off`)
  }
  rmSync(join(dataDir, 'secret'))
  installationKey({ secret: null, dataDir })
  expect(readdirSync(dataDir)).toEqual(['secret'])
  rmSync(dataDir, { recursive: true })
})
