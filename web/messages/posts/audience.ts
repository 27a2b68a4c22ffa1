import type { InputOf } from '#contract/language/operation.ts'
import type { postWriting } from '#contract/messages/posts/posts.ts'
import type { WrittenPost } from './sharing.ts'

/** What is ticked of an audience; students by their names. */
export type ChosenAudience = {
  school: boolean
  staff: boolean
  grades: ReadonlySet<string>
  classes: ReadonlySet<string>
  students: ReadonlyMap<string, string>
}

/** The parts of an audience; the whole school makes the others needless. */
export function audienceOf({
  school,
  staff,
  grades,
  classes,
  students,
}: ChosenAudience): InputOf<typeof postWriting.add>['audience'] {
  if (school) return [{ kind: 'school' }]
  return [
    ...(staff ? [{ kind: 'staff' as const }] : []),
    ...[...grades].map((targetId) => ({ kind: 'grade' as const, targetId })),
    ...[...classes].map((targetId) => ({ kind: 'class' as const, targetId })),
    ...[...students.keys()].map((targetId) => ({ kind: 'student' as const, targetId })),
  ]
}

/** The same from the parts of a stored audience. */
export function chosenOf(audience: WrittenPost['audience']): ChosenAudience {
  const of = (kind: WrittenPost['audience'][number]['kind']) => audience.filter((part) => part.kind === kind)
  const ids = (kind: 'grade' | 'class') => new Set(of(kind).map(({ targetId }) => targetId!))
  return {
    school: of('school').length > 0,
    staff: of('staff').length > 0,
    grades: ids('grade'),
    classes: ids('class'),
    students: new Map(of('student').map(({ targetId, name }) => [targetId!, name ?? ''])),
  }
}

/** The same as JSON, in which it is kept while it is not sent. */
export const plainAudience = ({ grades, classes, students, ...rest }: ChosenAudience) => ({
  ...rest,
  grades: [...grades],
  classes: [...classes],
  students: [...students],
})

export type PlainAudience = ReturnType<typeof plainAudience>

export const audienceFrom = ({ grades, classes, students, ...rest }: PlainAudience): ChosenAudience => ({
  ...rest,
  grades: new Set(grades),
  classes: new Set(classes),
  students: new Map(students),
})

type Choice = { value: string; label: string }

/** What may be chosen of a kind, with what a stored audience names beyond it. */
export function withStored(kind: 'grade' | 'class', items: readonly Choice[], audience: WrittenPost['audience']) {
  const known = new Set(items.map(({ value }) => value))
  const further = audience.filter((part) => part.kind === kind && !known.has(part.targetId!))
  return [...items, ...further.map(({ targetId, name }) => ({ value: targetId!, label: name ?? '' }))]
}
