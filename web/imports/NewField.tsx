import { fieldKinds } from '#contract/official-records/record-fields.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi, isolated } from '#web/ui/Bdi.tsx'
import type { ChosenColumn, FieldKind } from './chosen-column.ts'
import { LazyDropdown } from './LazyDropdown.tsx'

type Props = { column: ChosenColumn; onKind: (kind: FieldKind) => void }

/** The field that is made for a column: named as the column, of the kind that its values suggest. */
export function NewField({ column: { heading, newField, suggested }, onKind }: Props) {
  const { t } = useTranslation()
  const choices = suggested?.choices ?? []
  // Choices are the values of the column; where there are too many of them it is none.
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
