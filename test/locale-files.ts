import { readFileSync } from 'node:fs'

/** The files of texts: what every screen may show, and what only imports do. */
export const localeFiles = (language: string) => [`locales/${language}.json`, `locales/${language}.imports.json`]

/** Every text of a language. */
export const textsIn = (language: string): Record<string, unknown> =>
  Object.assign(
    {},
    ...localeFiles(language).map((file) => JSON.parse(readFileSync(`public/${file}`, 'utf8')) as object),
  )
