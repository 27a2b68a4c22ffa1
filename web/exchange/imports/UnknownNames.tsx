import { useState } from 'react'
import { imports } from '#contract/exchange/imports/imports.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Button } from '#web/ui/Button.tsx'
import { toastRefusal } from '#web/ui/toast.ts'
import { changeImport, type Import } from './import.ts'
import { LazyDropdown } from './LazyDropdown.tsx'
import { useMeanable } from './meanable.ts'
import { TypedName } from './TypedName.tsx'
import { keyOf, nameWithGrade, type Unknown } from './unknown-names.ts'

/** A name in the rows, which the user may have matched with what has this `id`. */
type Name = {
  kind: Unknown['kind']
  name: string
  grade: string | null
  rows?: number
  id?: string
  typed?: string | null
}

/** Names of classes, relations and other things that the school does not have. Each is matched once, for all its rows. */
export function UnknownNames({ draft, isMade }: { draft: Import; isMade: (name: Name) => boolean }) {
  const { t } = useTranslation()
  const { items, rooms } = useMeanable(draft)
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const all: Name[] = [...draft.unknownNames, ...draft.names].filter((one) => !isMade(one))
  const typed = ({ kind, typed: name }: Name) =>
    kind === 'class' && name ? rooms.find((room) => room.active && room.name === name)?.id : undefined
  const meantBy = (one: Name) => chosen[keyOf(one)] ?? one.id ?? typed(one) ?? null
  const changed = all.filter((one) => meantBy(one) !== (one.id ?? null)).slice(0, mostNames)

  async function save() {
    setSaving(true)
    try {
      const names = changed.map((one) => ({ kind: one.kind, name: one.name, grade: one.grade, id: meantBy(one) }))
      await changeImport(imports.setColumns, { importId: draft.id, names, baseVersion: draft.version })
    } catch (error) {
      toastRefusal(error)
    } finally {
      setSaving(false)
    }
  }

  const isSettled = all.every(({ id }) => id !== undefined)
  if (all.length === 0) return null
  return (
    <section className="mb-6 grid items-start gap-x-6 gap-y-3 rounded-card border border-line bg-surface px-5 py-4 md:grid-cols-[1fr_auto]">
      <div>
        <h2 className="font-semibold">{t(isSettled ? 'imports.matchedNames' : 'imports.unknown')}</h2>
        <p className="text-sm text-muted">{t('imports.unknownHint')}</p>
      </div>
      <ul className="grid gap-x-6 gap-y-3 md:col-span-2 md:row-start-2 lg:grid-cols-2">
        {all.slice(0, mostNames).map((one) => (
          <li key={keyOf(one)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              <span className="line-clamp-2 font-medium">
                <bdi>{one.name}</bdi> {one.grade && <bdi className="text-sm text-muted">{one.grade}</bdi>}
              </span>{' '}
              {one.typed && <TypedName name={one.typed} />}
              <span className="text-sm text-muted">
                {[
                  t(`imports.kindOfName.${one.kind}`),
                  ...(one.rows ? [t('imports.rows', { count: one.rows })] : []),
                ].join(' · ')}
              </span>
            </span>
            <LazyDropdown
              label={t(`imports.unknownKind.${one.kind}`, { name: nameWithGrade(one) })}
              items={items[one.kind]}
              value={meantBy(one)}
              onChange={(id) => setChosen({ ...chosen, [keyOf(one)]: id })}
            />
          </li>
        ))}
      </ul>
      <Button
        tone="primary"
        className="md:col-start-2 md:row-start-1"
        disabled={saving || changed.length === 0}
        onClick={() => void save()}
      >
        {t(saving ? 'imports.checking' : 'imports.apply')}
      </Button>
    </section>
  )
}

/** The maximum of one call. The rest follows when these are matched. */
const mostNames = 200
