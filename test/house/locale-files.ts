import { readFileSync } from 'node:fs'

type Texts = { [key: string]: string | Texts }

const parts = [
  '',
  '.actions',
  '.calendar',
  '.conduct',
  '.connections',
  '.cover',
  '.corrections',
  '.family',
  '.forms',
  '.fees',
  '.files',
  '.absence',
  '.help',
  '.home',
  '.imports',
  '.lessons',
  '.letter',
  '.marks',
  '.meetings',
  '.notices',
  '.outside',
  '.numbers',
  '.paper',
  '.papers',
  '.platform',
  '.posts',
  '.promotion',
  '.remarks',
  '.records',
  '.region',
  '.results',
  '.settings',
  '.safety',
  '.student',
  '.threads',
  '.timetable',
  '.verify',
  '.waiting',
]

/** The files of texts: one for all screens, and others for some screens only. */
export const localeFiles = (language: string) => parts.map((part) => `locales/${language}${part}.json`)

/** Every text of a language. A file may add texts to a group that another file has begun. */
export const textsIn = (language: string): Texts => {
  const read = (file: string) => JSON.parse(readFileSync(`public/${file}`, 'utf8')) as Texts
  return localeFiles(language).map(read).reduce(together)
}

const together = (here: Texts, more: Texts): Texts => {
  const all = { ...here }
  for (const [key, value] of Object.entries(more)) {
    const there = all[key]
    all[key] = typeof there === 'object' && typeof value === 'object' ? together(there, value) : value
  }
  return all
}
