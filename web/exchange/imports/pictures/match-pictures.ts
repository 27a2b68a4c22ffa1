import { fold } from '#contract/language/fold.ts'
import { plainDigits } from '#contract/language/text.ts'

/** A picture with the name of its file. */
export type NamedPicture = { name: string; blob: Blob }

/** A student with all by which a file may be called. */
export type Pictured = {
  id: string
  code: string
  name: string
  imageUrl: string | null
  numbers: readonly (string | null)[]
}

export type MatchedPicture = { picture: NamedPicture; student: Pictured }

/**
 * Which student each file is of: by code, national number or number in another system, else by a name that only one student has. `several`:
 * files of a student whom another file names too, and names that more than one student has.
 */
export function matchPictures(pictures: readonly NamedPicture[], students: readonly Pictured[]) {
  const byKey = new Map<string, Set<Pictured>>()
  const add = (key: string, student: Pictured) => {
    if (key !== '') byKey.set(key, (byKey.get(key) ?? new Set()).add(student))
  }
  for (const student of students)
    for (const one of [student.code, student.name, ...student.numbers]) add(keyOf(one ?? ''), student)

  const matched: MatchedPicture[] = []
  const unknown: NamedPicture[] = []
  const several: NamedPicture[] = []
  for (const picture of pictures) {
    const found = [...(byKey.get(keyOf(picture.name.replace(/\.\w{1,5}$/, ''))) ?? [])]
    if (found.length === 0) unknown.push(picture)
    else if (found.length > 1) several.push(picture)
    else matched.push({ picture, student: found[0]! })
  }
  const isOnce = ({ student }: MatchedPicture) =>
    matched.filter((other) => other.student.id === student.id).length === 1
  return {
    matched: matched.filter(isOnce),
    unknown,
    several: [...several, ...matched.filter((one) => !isOnce(one)).map(({ picture }) => picture)],
  }
}

/** Names of files have signs between the words, and codes may lack their zeros: ST12 is ST0000000012. */
function keyOf(name: string) {
  const words = fold(plainDigits(name).replace(/[_\-.]+/g, ' '))
  const [, digits] = /^st ?(\d{1,10})$/.exec(words) ?? []
  return digits ? `st${digits.padStart(10, '0')}` : words
}
