import { useTranslation } from '#web/lib/i18n.ts'
import { Bdi } from '#web/ui/Bdi.tsx'
import { Button } from '#web/ui/Button.tsx'
import type { PartsQuestion, Parts } from './parts.ts'
import { SheetChoice } from './SheetChoice.tsx'

type Props = PartsQuestion & { onTake: (parts: Parts) => void; onCancel: () => void }

/** The question about a file of several parts: its sheets or schools, its hidden rows, or its lists side by side. */
export function PartsChoice({ of, sheets, onTake, onCancel }: Props) {
  if (of === 'sheets' || of === 'files' || of === 'schools' || of === 'lineItems')
    return (
      <SheetChoice
        of={of}
        sheets={sheets}
        onTake={(taken) => onTake({ sheets: taken.map(({ number }) => number).join() })}
        onCancel={onCancel}
      />
    )
  return <Question of={of} sheets={sheets} onTake={onTake} onCancel={onCancel} />
}

/** The usual answer comes first. */
const answers = {
  hiddenRows: [{ hiddenRows: 'leaveOut' }, { hiddenRows: 'take' }],
  hiddenColumns: [{ hiddenColumns: 'leaveOut' }, { hiddenColumns: 'take' }],
  lists: [{ lists: 'all' }, { lists: 'first' }],
} as const

function Question({ of, sheets, onTake, onCancel }: Props & { of: keyof typeof answers }) {
  const { t } = useTranslation()
  const count = of === 'hiddenColumns' ? sheets.length : sheets.reduce((sum, { rows }) => sum + rows, 0)
  const [usual, other] = answers[of]
  return (
    <section aria-labelledby="parts" className="rounded-card border border-line bg-surface px-5 py-5">
      <h2 id="parts" className="font-semibold">
        {t(`imports.parts.${of}`, { count })}
      </h2>
      {sheets.some(({ name }) => name !== '') && (
        <ul className="mt-2 list-disc ps-5">
          {sheets.map(({ number, name, rows }) => (
            <li key={number}>
              <Bdi>{name}</Bdi>: {t('imports.rows', { count: rows })}
            </li>
          ))}
        </ul>
      )}
      <p className="mt-2 max-w-prose text-sm text-muted">{t(`imports.parts.${of}Hint`)}</p>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button tone="primary" onClick={() => onTake(usual)}>
          {t(`imports.parts.${of}Usual`)}
        </Button>
        <Button onClick={() => onTake(other)}>{t(`imports.parts.${of}Other`)}</Button>
        <Button onClick={onCancel}>{t('common.cancel')}</Button>
      </div>
    </section>
  )
}
