import { fieldKinds } from '#contract/people/official-records/record-fields.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import type { ChosenColumn, FieldKind } from './chosen-column.ts'
import { LazyDropdown } from './LazyDropdown.tsx'

type Props = { column: ChosenColumn; onKind: (kind: FieldKind) => void }

/**
 * The field that will be created for a column, with the heading of the column as its name and the kind that its values suggest.
 */
export function NewField({ column: { heading, newField, suggested }, onKind }: Props) {
  const { t } = useTranslation()
  const choices = suggested?.choices ?? []
  // The options are the values of the column. If there are too many values, it cannot be a field with options.
  const kinds = fieldKinds.filter((kind) => kind !== 'choice' || choices.length > 0)
  return (
    <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line pt-3 text-sm">
      <span className="min-w-0 flex-1 basis-60 text-muted">
        {t('imports.newFieldHint')}
        {newField === 'choice' && (
          <>
            {' '}
            <Bdi>{choices.join(' / ')}</Bdi>
          </>
        )}
      </span>
      <LazyDropdown
        label={t('imports.kindOfField', { name: isolated(heading) })}
        items={kinds.map((kind) => ({ value: kind, label: t(`settings.recordField.${kind}`) }))}
        value={newField}
        onChange={(kind) => onKind(kind as FieldKind)}
      />
    </div>
  )
}
