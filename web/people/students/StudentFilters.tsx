import { X } from 'lucide-react'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { Dropdown, type Item } from '#web/ui/Dropdown.tsx'
import type { StudentFilterValues, useStudentFilters } from './filters.ts'

type Props = { classRooms: Item[] } & ReturnType<typeof useStudentFilters>

/** Filters: one class or all; seats paid or not; active, inactive or both. */
export function StudentFilters({ classRooms, filters, narrow, isNarrowed }: Props) {
  const { t } = useTranslation()
  const one = (name: keyof StudentFilterValues, label: string, items: Item[]) => (
    <Dropdown
      chip
      label={t(label)}
      placeholder={t(label)}
      items={items}
      value={filters[name] || null}
      onChange={(value) => narrow({ [name]: value === every ? '' : value })}
    />
  )
  return (
    <section aria-label={t('settings.students.filters')} className="flex shrink-0 items-center gap-2">
      {one('classRoomId', 'settings.students.classRoomId', [
        { value: every, label: t('settings.students.everyClass') },
        ...classRooms,
      ])}
      {one('isPaid', 'settings.students.seat', [
        { value: every, label: t('settings.students.everySeat') },
        { value: 'true', label: t('settings.students.paid') },
        { value: 'false', label: t('settings.students.unpaid') },
      ])}
      {one('active', 'settings.students.state', [
        { value: every, label: t('settings.students.everyState') },
        { value: 'true', label: t('settings.students.active') },
        { value: 'false', label: t('settings.students.inactive') },
        { value: 'left', label: t('settings.students.left') },
      ])}
      {isNarrowed && (
        <Button
          tone="quiet"
          className="shrink-0"
          icon={<X className="size-5" aria-hidden="true" />}
          onClick={() => narrow({ classRoomId: '', isPaid: '', active: '' })}
        >
          {t('settings.students.clear')}
        </Button>
      )}
    </section>
  )
}

const every = 'every'
