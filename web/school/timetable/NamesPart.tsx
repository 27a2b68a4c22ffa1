import { useId } from 'react'
import type { InputOf, OutputOf } from '#contract/language/operation.ts'
import type { uploadWeek, weekFiles } from '#contract/exchange/imports/week-files.ts'
import { classSettings } from '#contract/school/classes/class-settings.ts'
import { courses } from '#contract/school/courses/courses.ts'
import { useMay } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import { Dropdown } from '#web/ui/Dropdown.tsx'

type Read = Pick<OutputOf<typeof uploadWeek>, 'names' | 'classes' | 'courses' | 'teachers' | 'rooms' | 'grades'>
type NameRead = Read['names'][number]
type Meaning = InputOf<typeof weekFiles.setMeanings>['meanings'][number]

/** What is chosen for a name: an id, 'out', 'make', or 'make' with the id of a grade. */
export type NameChoices = ReadonlyMap<string, string>

const keyOf = ({ kind, name }: NameRead) => `${kind} ${name}`
const [out, make] = ['out', 'make']

/** Rooms are made unless somebody chooses otherwise: most schools have none yet. */
export const chosenAtFirst = ({ names }: Read): NameChoices =>
  new Map(names.filter(({ kind, id, leftOut }) => kind === 'room' && !id && !leftOut).map((one) => [keyOf(one), make]))

/** The choices that differ from what is known. */
export const meaningsChosen = ({ names }: Read, choices: NameChoices): Meaning[] =>
  names.flatMap((one): Meaning[] => {
    const chosen = choices.get(keyOf(one))
    const { kind, name } = one
    if (chosen === undefined || chosen === (one.leftOut ? out : one.id)) return []
    if (chosen === out) return [{ kind, name }]
    const [word, gradeId] = chosen.split(' ')
    if (word === make) return [{ kind, name, makes: true, ...(gradeId && { gradeId }) }]
    return [{ kind, name, id: chosen }]
  })

type Props = { read: Read; choices: NameChoices; onChange: (choices: NameChoices) => void }

/** The names of a file with what they mean: unknown ones first, the others behind a line. */
export function NamesPart({ read, choices, onChange }: Props) {
  const { t } = useTranslation()
  const unknown = read.names.filter(({ id, leftOut }) => !id && !leftOut)
  const known = read.names.filter((one) => !unknown.includes(one))
  const list = (names: NameRead[]) => (
    <ul className="space-y-2">
      {names.map((one) => (
        <OneName
          key={keyOf(one)}
          read={read}
          one={one}
          chosen={choices.get(keyOf(one)) ?? (one.leftOut ? out : one.id)}
          onChoose={(value) => onChange(new Map(choices).set(keyOf(one), value))}
        />
      ))}
    </ul>
  )
  return (
    <div className="space-y-3">
      {unknown.length > 0 && (
        <>
          <p>{t('timetable.file.unknown', { count: unknown.length })}</p>
          {list(unknown)}
        </>
      )}
      {known.length > 0 && (
        <details>
          <summary className="min-h-11 py-2">{t('timetable.file.known', { count: known.length })}</summary>
          {list(known)}
        </details>
      )}
    </div>
  )
}

type OneProps = { read: Read; one: NameRead; chosen: string | null; onChoose: (value: string) => void }

function OneName({ read, one, chosen, onChoose }: OneProps) {
  const { t } = useTranslation()
  const id = useId()
  const [mayCourses, mayClasses] = [useMay(courses.add), useMay(classSettings.add)]
  const lists = { class: read.classes, course: read.courses, teacher: read.teachers, room: read.rooms }
  const makes = one.kind === 'room' || (one.kind === 'course' && mayCourses && one.name.length >= 3)
  const items = [
    { value: out, label: t(`timetable.file.out.${one.kind}`) },
    ...(makes ? [{ value: make, label: t('timetable.file.make', { name: isolated(one.name) }) }] : []),
    ...(one.kind === 'class' && mayClasses
      ? read.grades.map((grade) => ({
          value: `${make} ${grade.id}`,
          label: t('timetable.file.makeIn', { name: isolated(one.name), grade: isolated(grade.name) }),
        }))
      : []),
    ...lists[one.kind].map((each) => ({ value: each.id, label: each.name })),
  ]
  const label = `${t(`timetable.kinds.${one.kind}`)}: ${isolated(one.name)}`
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1">
      <p id={id} className="min-w-0 flex-1 basis-40">
        <span className="text-sm text-muted">{t(`timetable.kinds.${one.kind}`)}</span> <Bdi>{one.name}</Bdi>{' '}
        <span className="text-sm text-muted">{t('timetable.lessons', { count: one.lessons })}</span>
      </p>
      <Dropdown
        label={label}
        placeholder={t('timetable.file.chooseMeaning')}
        items={items}
        value={chosen}
        onChange={onChoose}
      />
    </li>
  )
}
