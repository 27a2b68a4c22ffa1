import type { Labels, Spoken } from './labels.ts'

export type Sex = 'male' | 'female' | undefined

/** A text with its words for that sex: '[he|she|he/she]', the last of them where it is not known. */
export const bySex = (text: string, sex: Sex) =>
  text.replace(/\[([^|\]]*)\|([^|\]]*)\|([^\]]*)\]/g, (_, male: string, female: string, unknown: string) => {
    if (sex === undefined) return unknown
    return sex === 'male' ? male : female
  })

/** What a student of a country is called ('مصرية'), or the name of the country where there is no word for it yet. */
export function nationalityIn(labels: Labels, spoken: Spoken, country: string, sex: Sex) {
  const key = `nationalities.${country}`
  const word = labels[spoken](key)
  // A text that is not there answers as its key.
  if (!word.endsWith(key)) return bySex(word, sex)
  return new Intl.DisplayNames(spoken, { type: 'region' }).of(country) ?? country
}
