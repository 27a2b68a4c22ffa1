import { useState } from 'react'
import { useWatch } from 'react-hook-form'
import { students } from '#contract/people/students/students.ts'
import { useRead, useWhole } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { Kind, Work } from './kind.ts'
import { type ChosenStudents, chosenHere, studentsNow } from './students-chosen.ts'

type Props = {
  kind: Kind
  /** Null: not stored yet. */
  work: Work | null
  /** Null: not changed. These are the students for whom it is set now, or the whole class. */
  chosen: ChosenStudents | null
  onChoose: (chosen: ChosenStudents | null) => void
}

/** The students for whom the work is set. It is the whole class of the surrounding form, until a student is deselected. */
export function StudentsChoice({ kind, work, chosen, onChoose }: Props) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const classRoomId: string = useWatch({ name: 'classRoomId' }) ?? ''
  const { data: roll, isPlaceholderData: isOfAnother } = useRead(
    students.ofClass,
    { classRoomId },
    { enabled: classRoomId !== '' },
  )
  const results = useWhole(kind.results.list, { workId: work?.id ?? '' }, { enabled: work !== null }).data
  if (!roll || isOfAnother || (work && !results)) return null

  const named = new Map(results?.map(({ studentId, studentName }) => [studentId, studentName]))
  for (const { id, firstName, middleName, lastName } of roll) named.set(id, [firstName, middleName, lastName].join(' '))
  const everybody = [...named.keys()]
  const before = results ? results.map(({ studentId }) => studentId) : everybody
  const here = chosenHere(chosen, classRoomId)
  const chosenNow = here && (work ? studentsNow(here, before) : here.ids)
  const ids = new Set(chosenNow ?? before)
  const choose = (next: string[]) =>
    onChoose(
      next.length === before.length && before.every((id) => next.includes(id))
        ? null
        : { classRoomId, ids: next, before },
    )
  const toggle = (id: string) => choose(everybody.filter((one) => ids.has(one) !== (one === id)))

  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{t('work.students')}</legend>
      <div className="flex flex-wrap items-center justify-between gap-2">
        <p role="status" className="text-muted">
          {ids.size === everybody.length
            ? t('work.everybody', { count: everybody.length })
            : t('work.some', { count: ids.size, all: everybody.length })}
        </p>
        <Button tone="quiet" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t(open ? 'work.hideStudents' : 'work.leaveOut')}
        </Button>
      </div>
      {open && (
        <ul className="mt-2 max-h-64 overflow-y-auto rounded-field border border-line px-3 py-1">
          <li>
            <Check
              label={t('work.all')}
              checked={ids.size === everybody.length}
              onToggle={() => choose(ids.size === everybody.length ? [] : everybody)}
            />
          </li>
          {everybody.map((id) => (
            <li key={id} className="border-t border-line">
              <Check label={named.get(id) ?? ''} checked={ids.has(id)} onToggle={() => toggle(id)} />
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}

const Check = ({ label, checked, onToggle }: { label: string; checked: boolean; onToggle: () => void }) => (
  <label className="flex min-h-11 items-center gap-3 py-1">
    <input type="checkbox" checked={checked} onChange={onToggle} className="size-5 shrink-0 accent-(--primary)" />
    <Bdi>{label}</Bdi>
  </label>
)
