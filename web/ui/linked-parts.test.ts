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
