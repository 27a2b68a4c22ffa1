import { generateKeyPairSync, sign, verify } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonical } from './content.ts'
import { pastedCode, codeOf, fromText, readCode, signedPart, toText } from './paper-code.ts'

const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const paper = {
  schoolId: '0199a1b2-0000-7000-8000-00000000000a',
  id: '0199a1b2-ffff-7abc-8def-0123456789ab',
  day: '2026-11-22',
  hash: 'a1'.repeat(32),
}
const signed = signedPart(paper)
const code = codeOf(signed, sign(null, signed, privateKey))

const isGenuine = (text: string) => {
  const read = readCode(text)
  return read !== null && verify(null, read.signed, publicKey, read.signature)
}

test('a code says what was signed, and its signature is right', () => {
  expect(readCode(code)).toMatchObject(paper)
  expect(code).toHaveLength(178)
  expect(isGenuine(code)).toBe(true)
  expect(pastedCode(`https://school.example/verify#${code} `)).toBe(code)
})

test('a code with any bit changed is refused', () => {
  const bytes = fromText(code)!
  expect(bytes).toHaveLength(133)
  for (const [place, byte] of bytes.entries())
    for (let bit = 0; bit < 8; bit++) {
      const changed = bytes.slice()
      changed[place] = byte ^ (1 << bit)
      expect(isGenuine(toText(changed)), `byte ${place}, bit ${bit}`).toBe(false)
    }
})

test('no other text is the same code', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
  for (const letter of letters) if (letter !== code.at(-1)) expect(isGenuine(code.slice(0, -1) + letter)).toBe(false)
  for (const text of ['', 'A', code.slice(1), `${code}A`, `${code}=`, code.replace(/.$/, '*'), 'ى'.repeat(178)])
    expect(readCode(text)).toBeNull()
})

test('the same content is the same text, however it was written', () => {
  const one = { b: [1, { d: 'é', c: null }], a: '١٠٠' }
  const other = { a: '١٠٠', b: [1, { c: null, d: 'é' }] }
  expect(canonical(one)).toBe('{"a":"١٠٠","b":[1,{"c":null,"d":"é"}]}')
  expect(canonical(other)).toBe(canonical(one))
  expect(canonical({ ...one, a: '100' })).not.toBe(canonical(one))
})
