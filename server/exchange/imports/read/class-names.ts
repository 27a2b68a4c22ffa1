import { fold } from '#contract/language/fold.ts'
import { gradeCode, numberIn, stageIn } from '#server/school/grades/grade-names.rules.ts'
import type { Ground } from './reading.ts'

/**
 * Finds classes by name: first exactly, then with their grade in front and without the characters between the words. A class of another
 * grade than the one in the row does not match, even if it is the only one with the name. The classes are prepared once for all rows.
 */
export function classesNamed({ classes, names: given }: Ground) {
  const known = classes.map((one) => ({
    one,
    name: fold(one.name),
    grade: bare(one.gradeName),
    bare: [bare(one.name), bare(`${one.gradeName} ${one.name}`)],
  }))
  const meant = new Map(
    given.flatMap(({ kind, name, grade, id }) => (kind === 'class' ? [[keyOf(name, grade), id] as const] : [])),
  )
  const isOtherGrade = gradesCompared(classes.map(({ gradeName }) => gradeName))
  return (name: string, ofGrade: string): Ground['classes'] => {
    const chosen = meant.get(keyOf(name, ofGrade))
    if (chosen !== undefined) return classes.filter(({ id }) => id === chosen)
    const [, grade, section] = ofGrade === '' ? (gradeAndSection.exec(name) ?? []) : []
    const whole = asWritten(name, ofGrade)
    const found = whole.length > 0 || !grade ? whole : asWritten(section!, grade)
    if (found.length === 1) return found
    const ofAll = classes.filter(({ id }) => id === meant.get(keyOf(name)))
    const fitting = ofAll.filter(({ gradeName }) => !isOtherGrade(ofGrade, gradeName))
    return fitting.length === 1 ? fitting : found
  }

  function asWritten(name: string, ofGrade: string) {
    const [wanted, short, long, grade] = [fold(name), bare(name), bare(`${ofGrade} ${name}`), bare(ofGrade)]
    // «الصف الرابع» and «ب» beside it are the class «4/ب».
    const counted = bare(`${numberIn(ofGrade) ?? ofGrade} ${name}`)
    const possible = ofGrade === '' ? known : known.filter(({ one }) => !isOtherGrade(ofGrade, one.gradeName))
    const exact = possible.filter((one) => one.name === wanted)
    const alike =
      exact.length > 0
        ? exact
        : possible.filter(({ bare: own }) => [short, long, counted].some((one) => own.includes(one)))
    const inGrade = alike.filter((one) => one.grade === grade)
    const narrowed = alike.length > 1 && inGrade.length > 0 ? inGrade : alike
    const active = narrowed.filter(({ one }) => one.active)
    return (active.length === 1 ? active : narrowed).map(({ one }) => one)
  }
}

/** A class as it stands above a list: «الصف الرابع - فصل 4أ», «الصف الرابع / ب», «Grade 4 - A». */
const gradeAndSection =
  /^((?:ال)?صف\s+\S[^/\-–:]*?|grade\s+\S+)\s*[/\-–:،,]*\s*((?:ال)?(?:فصل|شعب[ةه])\s.*|(?<=[/\-–:]\s*)\S{1,6})$/i

/** A name may be matched with a class for the rows of one grade, or for all rows that find no class by themselves. */
const keyOf = (name: string, grade: string | null = null) => `${fold(name)}\n${fold(grade ?? '')}`

/**
 * Whether the grade of a row certainly differs from that of a class. Schools write grades in many ways (1, Grade 1, الصف الأول الابتدائي,
 * 01); if two cannot be compared, they do not count as different.
 */
function gradesCompared(gradeNames: readonly string[]) {
  const names = new Set(gradeNames.map(bare))
  const results = new Map<string, boolean>()
  return (ofGrade: string, gradeName: string) => {
    const key = `${ofGrade}\n${gradeName}`
    const known = results.get(key)
    if (known !== undefined) return known
    const isOther = differ(ofGrade, gradeName, names)
    results.set(key, isOther)
    return isOther
  }
}

function differ(ofGrade: string, gradeName: string, names: ReadonlySet<string>) {
  const [one, other] = [bare(ofGrade), bare(gradeName)]
  if (one === other) return false
  if (names.has(one)) return true
  const [number, numberOfClass] = [numberIn(ofGrade), numberIn(gradeName)]
  const [stage, stageOfClass] = [stageIn(ofGrade), stageIn(gradeName)]
  if (stage !== null && stageOfClass !== null && stage !== stageOfClass) return true
  // The first year of kindergarten is not the first grade of school, even if the school grade is written without its stage.
  if (stage === 0 && stageOfClass === null) return numberOfClass !== null
  if (stageOfClass === 0 && stage === null) return number !== null
  if (number === null || numberOfClass === null) return false
  if (stage === stageOfClass) return number !== numberOfClass
  // Without a stage, a grade may be counted within its stage: 'the first' may mean the first of the second stage.
  if (stage === null && number === numberOfClass) return false
  const [code, codeOfClass] = [gradeCode(ofGrade), gradeCode(gradeName)]
  return code === null || codeOfClass === null ? number !== numberOfClass : code !== codeOfClass
}

const bare = (text: string) =>
  fold(text)
    .replace(/(^|\s)(الفصل|فصل|الشعبه|شعبه|section|classroom|class)(?=\s|\d|$)/g, '')
    .replace(/[\s\-–_/\\.()]+/g, '')
