type Entry = { body: string; bodyF: string | null }
type About = { firstName: string; sex: string | null }

/**
 * The texts that an entry of the bank offers for a student: `{first}` is the first name, `{he|she}` the word for a boy or a girl, and
 * `bodyF` the whole text of a girl. Where the record does not say the sex, both are offered, so that a person chooses.
 */
export function bankTexts({ body, bodyF }: Entry, { firstName, sex }: About): string[] {
  const of = (one: 'male' | 'female') =>
    (one === 'female' && bodyF ? bodyF : body)
      .replaceAll(/\{([^{}|]+)\|([^{}|]+)\}/g, one === 'female' ? '$2' : '$1')
      .replaceAll('{first}', firstName)
  if (sex === 'male' || sex === 'female') return [of(sex)]
  return [...new Set([of('male'), of('female')])]
}
