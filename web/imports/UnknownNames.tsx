import { useState } from 'react'
import { classes } from '#contract/classes.ts'
import { imports } from '#contract/imports.ts'
import { reference } from '#contract/reference.ts'
import { useRead } from '#web/lib/api.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { relationName } from '#web/lib/reference.ts'
import { sentenceFrom } from '#web/lib/refusal.ts'
import { isolated } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import { toast } from '#web/ui/toast.ts'
import { currentOf } from '#web/settings/change.ts'
import { changeImport, type Import, putImport } from './import.ts'
import { Dropdown } from './late-dropdown.tsx'

/** Names of classes and relations the school does not know: said once what each of them means, for all its rows. */
export function UnknownNames({ draft }: { draft: Import }) {
  const { t } = useTranslation()
  const { data: rooms = [] } = useRead(classes.list, { schoolId: draft.schoolId })
  const { data: relations = [] } = useRead(reference.relations, {})
  const [chosen, setChosen] = useState<Record<string, string>>({})
  const [saving, setSaving] = useState(false)
  const items = {
    class: rooms.filter(({ active }) => active).map(({ id, name }) => ({ value: id, label: name })),
    relation: relations.map(({ id, name }) => ({ value: id, label: relationName(t, name) })),
  }

  async function save() {
    setSaving(true)
    try {
      const names = draft.unknownNames.flatMap(({ kind, name }) => {
        const id = chosen[keyOf(kind, name)]
        return id ? [{ kind, name, id }] : []
      })
      await changeImport(imports.setColumns, { importId: draft.id, names, baseVersion: draft.version })
    } catch (error) {
      const current = currentOf(imports.get, error)
      if (current) putImport(current)
      toast({ title: sentenceFrom(error), tone: 'danger' })
      setSaving(false)
    }
  }

  return (
    <section className="mb-6 rounded-card border border-line bg-surface px-5 py-4">
      <h2 className="font-semibold">{t('imports.unknown')}</h2>
      <p className="text-sm text-muted">{t('imports.unknownHint')}</p>
      <ul className="mt-3 grid gap-x-6 gap-y-3 lg:grid-cols-2">
        {draft.unknownNames.slice(0, mostNames).map(({ kind, name, rows }) => (
          <li key={keyOf(kind, name)} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
            <span className="min-w-0 flex-1 basis-40 [overflow-wrap:anywhere]">
              <bdi className="font-medium">{name}</bdi>{' '}
              <span className="text-sm text-muted">{t('imports.rows', { count: rows })}</span>
            </span>
            <Dropdown
              label={t(`imports.unknownKind.${kind}`, { name: isolated(name) })}
              items={items[kind]}
              value={chosen[keyOf(kind, name)] ?? null}
              onChange={(id) => setChosen({ ...chosen, [keyOf(kind, name)]: id })}
            />
          </li>
        ))}
      </ul>
      <Button
        tone="primary"
        className="mt-4"
        disabled={saving || Object.keys(chosen).length === 0}
        onClick={() => void save()}
      >
        {t(saving ? 'imports.checking' : 'imports.apply')}
      </Button>
    </section>
  )
}

/** What one call takes at most; the rest follows when these are known. */
const mostNames = 200

const keyOf = (kind: string, name: string) => `${kind}\n${name}`
