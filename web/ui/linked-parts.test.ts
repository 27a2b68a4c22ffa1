import { expect, test } from 'vitest'
import { linkedParts } from './linked-parts.ts'

const addressesIn = (text: string) => linkedParts(text).flatMap(({ address }) => address ?? [])

test.each([
  ['ادخلوا من https://example.org/a?b=1، في السادسة.', ['https://example.org/a?b=1']],
  ['(http://example.org) HTTPS://EXAMPLE.ORG/x.', ['http://example.org', 'HTTPS://EXAMPLE.ORG/x']],
  ['javascript:alert(1) data:text/html,x //example.org www.example.org ftp://example.org', []],
  ['https://"onmouseover=alert(1)', []],
  ['<a href="https://example.org/">x</a>', ['https://example.org/']],
  ['nothing', []],
])('%s', (text, addresses) => {
  expect(addressesIn(text)).toEqual(addresses)
  expect(
    linkedParts(text)
      .map(({ words }) => words)
      .join(''),
  ).toBe(text)
})

test.each([
  'https://evil.example\\@good.example/x',
  'https://user:password@evil.example/',
  'https://good.example@evil.example/',
  'https://@evil.example/',
])('%s is no link', (text) => {
  expect(addressesIn(text)).toEqual([])
})

test.each([
  ['https://exаmple.org/x', 'xn--exmple-4nf.org'],
  ['https://مدرسة.example/', 'xn--ogblgi1g.example'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://xn--exmple-4nf.org/', undefined],
  ['https://example.org:8443/a@b', undefined],
])('%s shows the host that is opened', (text, host) => {
  expect(linkedParts(text)).toEqual([{ words: text, address: text, ...(host && { host }) }])
})
