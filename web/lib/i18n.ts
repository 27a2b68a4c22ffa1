import { useSyncExternalStore } from 'react'
import { inTime } from './in-time.ts'
import { recall, remember } from './keeping.ts'
import { translatedBy } from './sentences.ts'
import { detected, type Language, textOf, type Texts, type TextValues, withRetries } from './texts.ts'

export type { Language }

/** The current language. */
export const language = (): Language => spoken

/** The text of a key in the current language, else in English, else the key itself. */
export const t = (key: string, values?: TextValues): string =>
  textOf(loaded[spoken] ?? {}, spoken, key, values) ?? textOf(loaded.en ?? {}, 'en', key, values) ?? key

/** The same as a hook: the component renders again when the language changes. */
export function useTranslation() {
  const now = useSyncExternalStore(listen, language)
  return { t, language: now, dir: directionOf(now) }
}

/** Loads the texts. Resolves when those of the visitor's language are loaded, or the English ones, or after the last try. */
export async function startTexts() {
  const { pathname: path, hostname: host } = location
  const wanted = detected({ kept: recall(keptAs), lang: document.documentElement.lang, path, host })
  await load(wanted).catch(() => load('en').catch(() => undefined))
  turnTo(loaded[wanted] ? wanted : 'en')
}

/** Loads the texts of the other language, then switches texts, `lang` and `dir` at once. Throws without a network. */
export async function speak(wanted: Language) {
  await load(wanted)
  remember(keptAs, wanted)
  turnTo(wanted)
}

/** Whether the browser prefers Arabic and no language was chosen here yet; the product starts in English. */
export const isArabicOffered = () => recall(keptAs) === null && navigator.languages.some((one) => /^ar\b/i.test(one))

/** Stores the current language for the next visits. */
export const rememberLanguage = (chosen: Language) => remember(keptAs, chosen)

/** Loads the texts of a part that few people use, which are in a separate file. Throws without a network. */
export async function withTexts(part: string) {
  parts.add(part) // now, so that a change of language during the load includes it
  await loadPart(spoken, part).catch((problem: unknown) => {
    parts.delete(part) // a part that cannot be loaded must not prevent a change of language
    throw problem
  })
  parts.add(part) // an earlier call may have failed and removed it
}

/** Code and the texts that it needs, requested at the same time. Throws without a network. */
export async function codeWithTexts<Code>(load: () => Promise<Code>, ...texts: string[]): Promise<Code> {
  const [code] = await Promise.all([load(), ...texts.map(withTexts)])
  return code
}

/**
 * A sentence of the server in the current language (api.md §14). The sentence about the length of a list is fixed for programs; people read
 * another one.
 */
export function translated(sentence: string): string {
  const [, side, n = ''] = /^Array must contain at (least|most) (\d+) element\(s\)$/.exec(sentence) ?? []
  if (side) return t(n === '1' && side === 'least' ? 'lists.one' : `lists.${side}`, { n })
  return translatedBy(mapOf('sentences'), sentence, (value) => mapOf('valueTypes')[value] ?? value)
}

const keptAs = 'i18nextLng' // the name that i18next uses, so that other code can set it too

let spoken: Language = 'en'
const loaded: { [L in Language]?: Texts } = {}
const listeners = new Set<() => void>()

const listen = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const parts = new Set([''])
const files: Record<string, Promise<Texts>> = {}
const merged = new Set<Texts>()

const load = (wanted: Language) => Promise.all([...parts].map((one) => loadPart(wanted, one)))

async function loadPart(wanted: Language, part: string) {
  const texts = await fileOf(wanted, part)
  if (merged.has(texts)) return
  merged.add(texts)
  loaded[wanted] = together(loaded[wanted] ?? {}, texts)
}

/** The address contains the version that the page names, so that cached texts never belong to another release. */
const readFile = (wanted: Language, part: string) =>
  withRetries(() =>
    inTime(async (signal, begun) => {
      const { texts } = document.documentElement.dataset
      const answer = await fetch(`/locales/${wanted}${part}.json?v=${texts}`, { signal })
      begun()
      if (!answer.ok) throw new Error(`No texts in ${wanted}`)
      return (await answer.json()) as Texts
    }),
  )

const fileOf = (wanted: Language, part: string) =>
  (files[wanted + part] ??= readFile(wanted, part).catch((problem: unknown) => {
    delete files[wanted + part] // requested again when the network is back
    throw problem
  }))

/** Loads the texts of a part in the given language, which need not be the current one. Throws without a network. */
export async function textsOf(part: string, wanted: Language) {
  const texts = await fileOf(wanted, part)
  return (key: string, values?: TextValues) => textOf(texts, wanted, key, values) ?? key
}

/** A part may add texts to a group that another part has begun. */
const together = (here: Texts, more: Texts): Texts => {
  const both = { ...here }
  for (const [key, value] of Object.entries(more)) {
    const there = here[key]
    both[key] = typeof there === 'object' && typeof value === 'object' ? together(there, value) : value
  }
  return both
}

function turnTo(wanted: Language) {
  spoken = wanted
  document.documentElement.lang = wanted
  document.documentElement.dir = directionOf(wanted)
  for (const listener of listeners) listener()
}

const directionOf = (wanted: Language): 'rtl' | 'ltr' => (wanted === 'ar' ? 'rtl' : 'ltr')

function mapOf(key: string): Record<string, string> {
  const found = loaded[spoken]?.[key]
  return typeof found === 'object' ? (found as Record<string, string>) : {}
}
