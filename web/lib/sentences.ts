type Sentences = Record<string, string>

/**
 * A refusal's sentence in another language. The sentence itself is the key. A key with {n} or {names} matches a sentence with a
 * number or name in that place, and the value is copied into the translation. Unknown sentences stay as they are.
 */
export function translatedBy(
  sentences: Sentences,
  sentence: string,
  word: (value: string) => string = (v) => v,
): string {
  const exact = Object.hasOwn(sentences, sentence) ? sentences[sentence] : undefined
  if (exact !== undefined) return exact

  for (const [key, translation] of Object.entries(sentences)) {
    if (!key.includes('{')) continue
    const values = patternOf(key).exec(sentence)?.slice(1)
    if (values) return filled(translation, placesOf(key), values.map(word))
  }
  return sentence
}

const place = /\{(\w+)\}/g

const placesOf = (key: string) => [...key.matchAll(place)].map((found) => found[1])

const patternOf = (key: string) =>
  new RegExp(
    `^${key
      .split(place)
      .map((part, i) => (i % 2 ? '(.+?)' : part.replace(/[.*+?^$()|[\]\\]/g, '\\$&')))
      .join('')}$`,
    's',
  )

/** A placeholder that occurs twice takes the values in order: 'Expected {type}, received {type}'. */
function filled(translation: string, places: (string | undefined)[], values: string[]): string {
  const left = places.map((name, i) => ({ name, value: values[i] ?? '' }))
  return translation.replace(place, (whole, name: string) => {
    const at = left.findIndex((candidate) => candidate.name === name)
    return at < 0 ? whole : (left.splice(at, 1)[0]?.value ?? whole)
  })
}
