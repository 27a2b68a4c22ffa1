import { field, refuse, textOf } from '#contract/language/fields.ts'

const longest = 100

/** A name as in a passport: A to Z, spaces, apostrophes and hyphens, with single spaces and the straight apostrophe. */
export const LatinName = field<string>({ type: 'string', minLength: 1, maxLength: longest }, (raw) => {
  const written = textOf(raw, 0, longest)
    .replaceAll(/[\u2018\u2019\u02bc`]/g, "'")
    .replaceAll(/[\u2010-\u2015]/g, '-')
    .replaceAll(/\s+/g, ' ')
  return /^[A-Za-z][A-Za-z' -]*$/.test(written)
    ? written
    : refuse('Write this name in Latin letters, as in the passport')
})

/** The names of a person as an office enters them, first to last. */
export const latinNames = ['latinFirst', 'latinMiddle', 'latinLast'] as const
