import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sources } from './architecture.ts'
import { furtherSentences } from './refusals.ts'

const listed = /## 14\. All sentences\n([\s\S]*?)\n## 15/.exec(readFileSync('docs/specification/api.md', 'utf8'))![1]!
const catalogue = [
  ...[...listed.matchAll(/^- \*\*\d+\*\* (.*)$/gm)].flatMap(([, line]) => line!.split(' · ')),
  ...furtherSentences,
]

/** A quotation that reads as a sentence of the product. */
const quoted = "'((?:[A-Z][a-z ](?:[^'\\n]*))|[a-z]+ (?:is|should) [^'\\n]*)'|`([A-Z][a-z ][^`\\n]*)`"
/** Where a refusal is worded: in the call that refuses. */
const refusing = new RegExp(
  `\\b(?:invalid|forbidden|conflict|refuse|phone)\\(\\s*(?:${quoted})|\\b(?:missing:|new Refusal\\(\\s*\\d+,\\s*'[\\w-]+',)\\s*(?:${quoted})`,
  'g',
)
/** Files in which every sentence is a refusal's. */
const ofRefusals = new Set(['contract/language/fields.ts', 'contract/language/messages.ts', 'server/base/errors.ts'])

const sentences = sources()
  .filter(({ file }) => /^(server|contract)\//.test(file) && !file.endsWith('.test.ts'))
  .flatMap(({ file, text }) => sentencesIn(file, withoutComments(text)).map((sentence) => ({ file, sentence })))

test('every sentence with which a call is refused is one of the catalogue', () => {
  expect(
    sentences.filter(({ sentence }) => !catalogue.includes(sentence) && !catalogue.includes(inNumbers(sentence))),
  ).toEqual([])
})

test('the sentences are found wherever they are worded', () => {
  const found = new Set(sentences.map(({ sentence }) => sentence))
  for (const sentence of [
    'Please sign in',
    'This request came from another site',
    'A student is listed twice',
    'Someone else has changed this sheet',
    'Number must be less than or equal to {n}',
    'Expected {type}, received {type}',
    'Unrecognized key(s) in object: {names}',
    'Phone Number is required',
    'This key was used with another request',
  ])
    expect(found).toContain(sentence)
  expect(sentencesIn('server/teaching/exams/exams.ts', "throw invalid('There is no such thing')")).toEqual([
    'There is no such thing',
  ])
})

function sentencesIn(file: string, text: string) {
  const pattern = ofRefusals.has(file) ? new RegExp(quoted, 'g') : refusing
  return [...text.matchAll(pattern)]
    .map(([, ...words]) => asListed(words.find(Boolean)!))
    .filter((words) => words.includes(' ') || words === 'Required')
}

/** As the catalogue writes it: numbers are {n}, kinds of value {type}, keys {names}. */
function asListed(words: string) {
  return words
    .replace(/\$\{[^}]*(typeName|expected)[^}]*\}/g, '{type}')
    .replace(/^Expected \w+,/, 'Expected {type},')
    .replace(/object: \$\{.*$/, 'object: {names}')
    .replace(/\$\{[^}]*\}/g, '{n}')
}

function inNumbers(sentence: string) {
  return sentence.replace(/\b\d+\b/g, '{n}')
}

function withoutComments(text: string) {
  return text.replace(/\/\*[\s\S]*?\*\/|(?<![:'"`/])\/\/.*/g, '')
}
