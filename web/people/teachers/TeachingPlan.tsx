import { X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { IconButton } from '#web/ui/Button.tsx'
import { classItems } from '#web/ui/class-name.ts'
import { Dropdown } from '#web/ui/Dropdown.tsx'
import { itemsOf } from '#web/ui/items.ts'
import type { OfferedClass, Course } from './teacher.ts'

/** The classes in which somebody will teach, by course. */
export type Planned = Map<string, string[]>

/** A course without a class is planned too. */
export const sentPlan = (plan: Planned) =>
  [...plan].flatMap(([courseId, classRoomIds]) =>
    classRoomIds.length === 0 ? [{ courseId }] : classRoomIds.map((classRoomId) => ({ courseId, classRoomId })),
  )

type Props = {
  choices: { courses: Course[]; classRooms: OfferedClass[] }
  plan: Planned
  onChange: (plan: Planned) => void
}

/** What somebody will teach: courses, and the classes of each. */
export function TeachingPlan({ choices, plan, onChange }: Props) {
  const { t } = useTranslation()
  const put = (courseId: string, classRoomIds: string[]) => onChange(new Map(plan).set(courseId, classRoomIds))
  const without = (courseId: string) => new Map([...plan].filter(([id]) => id !== courseId))
  const nameOf = (courseId: string) => choices.courses.find(({ id }) => id === courseId)?.name ?? ''
  const left = choices.courses.filter(({ id }) => !plan.has(id))

  return (
    <fieldset className="space-y-3">
      <legend className="mb-1.5 font-medium">{t('settings.staffInvitations.teaching')}</legend>
      {[...plan].map(([courseId, classRoomIds]) => (
        <div key={courseId} className="flex flex-wrap items-center gap-2">
          <Bdi>{nameOf(courseId)}</Bdi>
          <Dropdown
            multiple
            wide
            label={`${t('settings.teachers.classes')}: ${nameOf(courseId)}`}
            placeholder={t('settings.teachers.chooseClasses')}
            items={classItems(choices.classRooms)}
            value={classRoomIds}
            onChange={(chosen) => put(courseId, chosen)}
            className="min-h-11 flex-1"
          />
          <IconButton
            label={`${t('settings.remove')}: ${nameOf(courseId)}`}
            onClick={() => onChange(without(courseId))}
          >
            <X className="size-5" aria-hidden="true" />
          </IconButton>
        </div>
      ))}
      {left.length > 0 && (
        <Dropdown
          wide
          label={t('settings.staffInvitations.addCourse')}
          placeholder={t('settings.staffInvitations.addCourse')}
          items={itemsOf(left)}
          value={null}
          onChange={(courseId) => put(courseId, [])}
          className="min-h-11"
        />
      )}
    </fieldset>
  )
}
