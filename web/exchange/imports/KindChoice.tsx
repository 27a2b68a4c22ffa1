import { importKinds } from '#contract/exchange/imports/import-kinds.ts'
import { useTranslation } from '#web/lib/i18n.ts'
import { cx } from '#web/ui/cx.ts'
import type { ImportKind } from './import.ts'
import { useMayKinds } from './may-kinds.ts'

/** What the table contains. A kind is offered only to people who may do the same by hand. */
export function KindChoice({ kind, onKind }: { kind: ImportKind; onKind: (kind: ImportKind) => void }) {
  const { t } = useTranslation()
  const may = useMayKinds()
  return (
    <fieldset className="mb-4">
      <legend className="mb-2 text-sm text-muted">{t('imports.kind')}</legend>
      <div className="flex flex-wrap gap-2">
        {importKinds
          .filter((one) => may[one])
          .map((one) => (
            <label
              key={one}
              className={cx(
                'flex min-h-11 cursor-pointer items-center rounded-full border px-4 text-sm font-medium transition-colors has-focus-visible:outline-3',
                one === kind
                  ? 'border-primary bg-primary text-on-primary'
                  : 'border-line bg-surface hover:border-primary',
              )}
            >
              <input
                type="radio"
                name="import-kind"
                value={one}
                checked={one === kind}
                onChange={() => onKind(one)}
                className="sr-only"
              />
              {t(`imports.kindOf.${one}`)}
            </label>
          ))}
      </div>
      {kind !== 'students' && <p className="mt-2 max-w-prose text-sm text-muted">{t(`imports.kindHint.${kind}`)}</p>}
    </fieldset>
  )
}
