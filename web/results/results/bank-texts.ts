type Entry = { body: string; bodyF: string | null }
type Offered = Entry & { courseId: string | null; band: string | null }
type About = { firstName: string; sex: string | null }

const pairs = /\{([^{}|]+)\|([^{}|]+)\}/g

/**
 * The texts that an entry of the bank offers for a student: `{first}` is the first name, `{he|she}` the word for a boy or a girl, and
 * `bodyF` the whole text of a girl. Where the record does not say the sex, both are offered, so that a person chooses.
 */
export function bankTexts({ body, bodyF }: Entry, { firstName, sex }: About): string[] {
  const of = (one: 'male' | 'female') =>
    (one === 'female' && bodyF ? bodyF : body)
      .replaceAll(pairs, one === 'female' ? '$2' : '$1')
      .replaceAll('{first}', firstName)
  if (sex === 'male' || sex === 'female') return [of(sex)]
  return [...new Set([of('male'), of('female')])]
}

/**
 * The entries for a remark of a course, or of the class (`courseId` null), about a student in this band: those for this band first. An entry
 * for another course or band is not offered.
 */
export function offeredTexts<E extends Offered>(bank: readonly E[], courseId: string | null, band: string | null): E[] {
  const offered = bank.filter(
    (entry) => (entry.courseId === null || entry.courseId === courseId) && (entry.band === null || entry.band === band),
  )
  const weight = (entry: E) => Number(entry.band === null) * 2 + Number(entry.courseId === null)
  return offered.toSorted((one, other) => weight(one) - weight(other))
}

/** A remark as it will stand on the card, unless a person has to choose between the words for a boy and for a girl first. */
export function filledIn(text: string, about: About) {
  const [one, other] = bankTexts({ body: text, bodyF: null }, about)
  return other === undefined ? one! : text
}

/** Whether words for a boy and for a girl are still both there. */
export const isToChoose = (text: string) => text.search(pairs) >= 0
