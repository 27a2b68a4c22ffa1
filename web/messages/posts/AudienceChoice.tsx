import { useState } from 'react'
import { classes } from '#contract/school/classes/classes.ts'
import { grades } from '#contract/school/grades/grades.ts'
import { studentRecords } from '#contract/people/students/student-records.ts'
import { useList, useMay, useRead } from '#web/lib/api.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { useHolds } from '#web/lib/session.ts'
import { useSettled } from '#web/lib/settled-text.ts'
import type { OwnSchool } from '#web/lib/slices.ts'
import { ManyChoice } from '#web/ui/ManyChoice.tsx'
import { LoadMore } from '#web/ui/LoadMore.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Segments } from '#web/ui/Segments.tsx'
import { itemsOf } from '#web/ui/items.ts'
import { type ChosenAudience, chosenOf, withStored } from './audience.ts'
import { ChosenParts } from './ChosenParts.tsx'
import type { WrittenPost } from './sharing.ts'

type Props = {
  school: OwnSchool
  /** To whom it was to go until now. */
  stored: WrittenPost['audience']
  chosen: ChosenAudience
  onChange: (chosen: ChosenAudience) => void
}

/**
 * To whom an announcement goes: classes within reach, and, for those who may write to the whole school, everybody and the staff.
 * What was chosen before it went out of reach stands there too, so that it can be taken away.
 */
export function AudienceChoice({ school, stored, chosen, onChange }: Props) {
  const { t } = useTranslation()
  const whole = useHolds()('AddSchoolPost')
  const searches = useMay(studentRecords.list)
  const [had] = useState(() => chosenOf(stored))
  const views = [
    ...(whole || had.school || had.staff ? (['school'] as const) : []),
    ...(whole || had.grades.size > 0 ? (['grades'] as const) : []),
    'classes' as const,
    ...(searches || had.students.size > 0 ? (['students'] as const) : []),
  ]
  const has = (value: (typeof views)[number]) =>
    value === 'school' ? chosen.school || chosen.staff : chosen[value].size > 0
  const [view, setView] = useState(() => views.find(has) ?? 'classes')
  const { data: ofGrades = [] } = useRead(grades.list, { schoolId: school.id }, { enabled: whole })
  const { data: ofClasses = [] } = useRead(classes.list, { schoolId: school.id })
  const itemsOfClasses = ofClasses.map((room) => ({ value: room.id, label: nameOfClass(room) }))

  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-medium">{t('posts.field.audience')}</legend>
      <ChosenParts
        chosen={chosen}
        names={{
          grades: new Map(withStored('grade', itemsOf(ofGrades), stored).map(({ value, label }) => [value, label])),
          classes: new Map(withStored('class', itemsOfClasses, stored).map(({ value, label }) => [value, label])),
        }}
        onChange={onChange}
      />
      {views.length > 1 && (
        <Segments
          label={t('posts.field.audience')}
          items={views.map((value) => ({ value, label: t(`posts.of.${value}`) }))}
          value={view}
          onChange={setView}
        />
      )}
      {view === 'school' && (
        <div className="space-y-1">
          {(['school', 'staff'] as const).map((part) => (
            <label key={part} className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                checked={chosen[part]}
                onChange={(event) => onChange({ ...chosen, [part]: event.target.checked })}
                className="size-5 shrink-0 accent-(--primary)"
              />
              {t(`posts.to.${part}`)}
            </label>
          ))}
        </div>
      )}
      {view === 'grades' && (
        <ManyChoice
          label={t('posts.of.grades')}
          items={withStored('grade', itemsOf(ofGrades), stored)}
          value={chosen.grades}
          onChange={(next) => onChange({ ...chosen, grades: next })}
        />
      )}
      {view === 'classes' && (
        <ManyChoice
          label={t('posts.of.classes')}
          items={withStored('class', itemsOfClasses, stored)}
          value={chosen.classes}
          onChange={(next) => onChange({ ...chosen, classes: next })}
        />
      )}
      {view === 'students' && (
        <StudentsFound
          schoolId={school.id}
          chosen={chosen.students}
          onChange={(students) => onChange({ ...chosen, students })}
        />
      )}
    </fieldset>
  )
}

type FoundProps = {
  schoolId: string
  chosen: ChosenAudience['students']
  onChange: (students: ChosenAudience['students']) => void
}

/** Single students: found by typing, with those that are ticked first. */
function StudentsFound({ schoolId, chosen, onChange }: FoundProps) {
  const { t } = useTranslation()
  const [typed, setTyped] = useState('')
  const name = useSettled(typed)
  const isSearching = name.length > 1
  const {
    rows = [],
    more,
    isFetchingNextPage,
    loadMore,
  } = useList(studentRecords.list, { schoolId, active: true, ...(name && { search: name }) }, { enabled: isSearching })
  const shown = new Map([
    ...chosen,
    ...(isSearching
      ? rows.map(({ id, firstName, middleName, lastName }) => [id, `${firstName} ${middleName} ${lastName}`] as const)
      : []),
  ])

  const turn = (id: string, label: string, on: boolean) => {
    const next = new Map(chosen)
    if (on) next.set(id, label)
    else next.delete(id)
    onChange(next)
  }

  return (
    <>
      <SearchField label={t('posts.findStudent')} value={typed} onChange={setTyped} />
      <ul className="max-h-64 divide-y divide-line overflow-y-auto rounded-field border border-line empty:hidden">
        {[...shown].map(([id, label]) => (
          <li key={id}>
            <label className="flex min-h-11 items-center gap-3 px-3 hover:bg-soft">
              <input
                type="checkbox"
                checked={chosen.has(id)}
                onChange={(event) => turn(id, label, event.target.checked)}
                className="size-5 shrink-0 accent-(--primary)"
              />
              <bdi>{label}</bdi>
            </label>
          </li>
        ))}
      </ul>
      <LoadMore more={isSearching && more} pending={isFetchingNextPage} onMore={loadMore} />
    </>
  )
}
