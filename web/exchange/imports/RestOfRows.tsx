import { classes } from '#contract/school/classes/classes.ts'
import { reference } from '#contract/platform/reference/reference.ts'
import { nameOfClass } from '#web/ui/class-name.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import type { Import } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'

type RestOf = Pick<Import, 'classRoomId' | 'relationId' | 'isPaid'>

/** The defaults for rows without a value. */
export function RestOfRows({
  schoolId,
  rest,
  ofStudents,
  onChange,
}: {
  schoolId: string
  rest: RestOf
  /** Guardians have neither a class nor a seat. */
  ofStudents: boolean
  onChange: (rest: RestOf) => void
}) {
  const { t } = useTranslation()
  const { data: classRooms = [] } = useRead(classes.list, { schoolId })
  const { data: relations = [] } = useRead(reference.relations, {})
  const none = { value: nothing, label: t('imports.none') }
  return (
    <section className="mt-6 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{t('imports.rest')}</h2>
      <div className="mt-3 grid gap-4 md:grid-cols-2">
        {ofStudents && (
          <div>
            <span aria-hidden="true" className="mb-1.5 block text-sm text-muted">
              {t('imports.meaning.className')}
            </span>
            <LazyDropdown
              wide
              label={t('imports.meaning.className')}
              items={[
                none,
                ...classRooms
                  .filter(({ active }) => active)
                  .map((room) => ({ value: room.id, label: nameOfClass(room) })),
              ]}
              value={rest.classRoomId ?? nothing}
              onChange={(value) => onChange({ ...rest, classRoomId: value === nothing ? null : value })}
            />
          </div>
        )}
        <div>
          <span aria-hidden="true" className="mb-1.5 block text-sm text-muted">
            {t('imports.relation')}
          </span>
          <LazyDropdown
            wide
            label={t('imports.relation')}
            items={[none, ...relations.map(({ id, name }) => ({ value: id, label: relationName(t, name) }))]}
            value={rest.relationId ?? nothing}
            onChange={(value) => onChange({ ...rest, relationId: value === nothing ? null : value })}
          />
        </div>
        {ofStudents && (
          <label className="flex min-h-11 items-start gap-3 py-2 md:col-span-2">
            <input
              type="checkbox"
              checked={rest.isPaid}
              onChange={({ target }) => onChange({ ...rest, isPaid: target.checked })}
              className="mt-0.5 size-5 shrink-0 accent-(--primary)"
            />
            <span>
              {t('imports.pay')}
              <span className="block text-sm text-muted">{t('imports.payHint')}</span>
            </span>
          </label>
        )}
      </div>
    </section>
  )
}

const nothing = 'none'
