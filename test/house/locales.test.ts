import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { furtherSentences } from './refusals.ts'
import { textsIn } from './locale-files.ts'

type Texts = { [key: string]: string | Texts }

const read = (file: string) => readFileSync(file, 'utf8')
const locale = (language: string) => textsIn(language) as Texts & { sentences: Texts }
const en = locale('en')
const ar = locale('ar')

test('both languages have the same texts, and none is empty', () => {
  expect(stems(ar)).toEqual(stems(en))
  for (const [key, text] of [...flat(en), ...flat(ar)]) expect(text.trim(), key).not.toBe('')
})

test('counted texts have two forms in English and six in Arabic', () => {
  const forms = (texts: Texts, stem: string) =>
    flat(texts).flatMap(([key]) => (key.startsWith(`${stem}_`) ? [key.slice(stem.length + 1)] : []))
  const counted = new Set(flat(en).flatMap(([key]) => (key.endsWith('_other') ? [key.slice(0, -6)] : [])))
  expect(counted.size).toBeGreaterThan(0)
  for (const stem of counted) {
    expect(forms(en, stem).toSorted(), stem).toEqual(['one', 'other'])
    expect(forms(ar, stem).toSorted(), stem).toEqual(['few', 'many', 'one', 'other', 'two', 'zero'])
  }
})

test('hundreds are counted in Arabic with the noun in the genitive, unlike 11 to 99', () => {
  const asOfMany = flat(ar).filter(
    ([key, text]) => key.endsWith('_other') && /\{\{count\}\} \p{L}+ًا(?!\p{L})/u.test(text),
  )
  expect(asOfMany).toEqual([])
})

test('the values of a text are the same in both languages', () => {
  const english = new Map(flat(en))
  for (const [key, text] of flat(ar)) {
    if (!/_(zero|one|two|few|many|other)$/.test(key)) expect(values(text), key).toEqual(values(english.get(key) ?? ''))
  }
})

test('nothing but the way out of a dialog is called as that', () => {
  for (const texts of [en, ar]) {
    const [, wayOut] = flat(texts).find(([key]) => key === 'common.cancel')!
    expect(flat(texts).flatMap(([key, text]) => (text === wayOut ? [key] : []))).toEqual(['common.cancel'])
  }
})

test('every sentence the server refuses with is in both languages, and no other', () => {
  const listed = /## 14\. All sentences\n([\s\S]*?)\n## 15/.exec(read('docs/specification/api.md'))?.[1] ?? ''
  const ofCatalogue = [...listed.matchAll(/^- \*\*\d+\*\* (.*)$/gm)].flatMap(([, line]) => line?.split(' · ') ?? [])
  const sentences = [...ofCatalogue, ...furtherSentences]
  expect(sentences.length).toBeGreaterThan(100)
  expect(Object.keys(en.sentences).toSorted()).toEqual(sentences.toSorted())
  expect(Object.keys(ar.sentences).toSorted()).toEqual(sentences.toSorted())
  expect(Object.entries(en.sentences).filter(([key, text]) => key !== text)).toEqual([])
})

test('every text that a screen uses is there', () => {
  const known = new Set(stems(en))
  for (const name of readdirSync('web', { recursive: true, encoding: 'utf8' })) {
    if (!/\.tsx?$/.test(name)) continue
    const file = `web/${name}`
    const used = [...read(file).matchAll(/\b(?:t\(|label=|hint=|submit=)'?"?([a-z]\w*(?:\.\w+)+)['"]/g)]
    for (const [, key = ''] of used) expect(known.has(key), `${file}: ${key}`).toBe(true)
    // A text that is chosen by a condition inside the call.
    for (const [, inside = ''] of read(file).matchAll(/\bt\(([^'"`()]+(?:\([^()]*\)[^'"`()]*)*\?\s*'[^()]*?)[,)]/g))
      for (const [, key = ''] of inside.matchAll(/[?:]\s*'([a-z]\w*(?:\.\w+)+)'/g))
        expect(known.has(key), `${file}: ${key}`).toBe(true)
  }
})

const values = (text: string) => (text.match(/\{+\w+\}+/g) ?? []).toSorted()

const stems = (texts: Texts) =>
  [...new Set(flat(texts).map(([key]) => key.replace(/_(zero|one|two|few|many|other)$/, '')))].toSorted()

function flat(texts: Texts, before = ''): [string, string][] {
  return Object.entries(texts).flatMap(([key, text]): [string, string][] =>
    typeof text === 'string' ? [[before + key, text]] : flat(text, `${before}${key}.`),
  )
}
